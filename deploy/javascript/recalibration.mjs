/**
 * Applies the maps of Evenkeel to single predictions: the reference reader of their JSON form in JavaScript, without
 * dependencies. The form is described in deploy/docs/recalibration.md.
 *
 *     import {apply} from "./recalibration.mjs";
 *     const learned = JSON.parse(text);           // of: evenkeel alerts --map ID, or evenkeel recalibrate -o map.json
 *     apply(learned, [0.1, 0.9]);                 // class probabilities
 *     apply(learned, {mean: 3, sd: 2});           // a normal distribution
 *     apply(learned, {levels: [0.1, 0.5, 0.9], values: [1, 2, 4]}); // quantiles
 *     apply(learned, {members: [1, 2, 4]});       // an ensemble
 *     apply(learned, {counts: [0.2, 0.5, 0.3]});  // the probabilities of consecutive whole numbers
 *     apply(learned, [0.1, 0.9], {region: "north"}); // with the segments of the prediction
 */

const LEAST = 1e-12;

/** Beyond so many standard deviations no probability is left in a double. */
const FARTHEST = 38;

/**
 * The recalibrated prediction. Probabilities whose sum is 1 but for rounding to three decimals are divided by it. Quantiles
 * that cross are put in order.
 * What is no distribution throws.
 *
 * @param learned the parsed JSON of a map. Null, as once an alert has ended or a map is withdrawn, throws: no map is in force, and
 *     the prediction is to be used as it is
 * @param prediction the class probabilities in their order, the mean and sd of a normal distribution, the levels and values of
 *     quantiles, the members of an ensemble, or the probabilities of counts
 * @param segments the segment attributes of the prediction by their names, for maps that were learned by one
 */
export function apply(learned, prediction, segments = {}) {
  if (learned === null || learned === undefined) {
    throw new Error("no map is in force: use the prediction as it is");
  }
  if (!isObject(learned)) {
    throw new Error(`a map is the parsed object of its JSON, got ${JSON.stringify(learned)}`);
  }
  if (learned.format !== 1) {
    throw new Error(`the format must be 1, got ${learned.format}`);
  }
  if (!isObject(learned.space) || !isObject(learned.map)) {
    throw new Error(`a map has 'space' and 'map', got ${Object.keys(learned)}`);
  }
  const {kind, size} = learned.space;
  if (!["classes", "reals"].includes(kind) || !Number.isInteger(size)) {
    throw new Error(`a space has the kind 'classes' or 'reals' and a size, got ${JSON.stringify(learned.space)}`);
  }
  if (!isObject(prediction)) {
    throw new Error(`a prediction is a list of class probabilities, or an object, got ${prediction}`);
  }
  const map = of(learned.map, segments);
  check(map, size);
  if (!isList(prediction)) {
    if (kind !== "reals" || size !== 1) {
      throw new Error("the map is not for numbers");
    }
    return number(map, checked(prediction));
  }
  if (kind !== "classes" || size !== prediction.length) {
    throw new Error(`the map is not for ${prediction.length} classes`);
  }
  return classes(map, probabilities(prediction, "class probabilities"));
}

function isObject(x) {
  return typeof x === "object" && x !== null;
}

/** An array, or a typed one. */
function isList(x) {
  return Array.isArray(x) || ArrayBuffer.isView(x);
}

/** An array of the finite numbers of a list. */
function numbers(list, what) {
  const all = isList(list) ? Array.from(list) : [];
  if (!isList(list) || !all.every(Number.isFinite)) {
    throw new Error(`${what} must be finite numbers, got ${list}`);
  }
  return all;
}

/** The map of some segments. */
function of(step, segments) {
  if (!isObject(step) || typeof step.kind !== "string") {
    throw new Error(`a map has a 'kind', got ${JSON.stringify(step)}`);
  }
  if (step.kind === "chain") {
    want(step, "maps", Array.isArray(step.maps));
    return {kind: step.kind, maps: step.maps.map(part => of(part, segments))};
  }
  if (step.kind !== "by-segment") {
    return step;
  }
  want(step, "attribute", typeof step.attribute === "string");
  want(step, "maps", isObject(step.maps));
  want(step, "others", isObject(step.others));
  const value = Object.hasOwn(segments, step.attribute) ? segments[step.attribute] : "";
  if (typeof value !== "string") {
    throw new Error(`the value of a segment attribute must be a text, got ${value} for ${step.attribute}`);
  }
  return of(Object.hasOwn(step.maps, value) ? step.maps[value] : step.others, segments);
}

function want(step, name, isRight) {
  if (!isRight) {
    throw new Error(`a map of kind ${step.kind}: ${name} is missing or wrong, got ${JSON.stringify(step[name])}`);
  }
}

/** Throws at the first parameter that is not as its kind asks. */
function check(step, size) {
  const each = (names, least = -Infinity) => names.forEach(name => want(step, name, Number.isFinite(step[name]) && step[name] >= least));
  const row = (list, length = size) => Array.isArray(list) && list.length === length && list.every(Number.isFinite);
  switch (step.kind) {
    case "chain":
      step.maps.forEach(part => check(part, size));
      break;
    case "temperature":
      each(["temperature"], Number.MIN_VALUE);
      break;
    case "class-shift":
      each(["log_odds"]);
      want(step, "index", Number.isInteger(step.index) && step.index >= 0 && step.index < size);
      break;
    case "top-class-shift":
      each(["log_odds"]);
      break;
    case "vector-scaling":
      want(step, "scales", row(step.scales));
      want(step, "offsets", row(step.offsets));
      break;
    case "dirichlet":
      want(step, "weights", row(step.offsets) && Array.isArray(step.weights) && step.weights.length === size && step.weights.every(one => row(one)));
      want(step, "offsets", row(step.offsets));
      break;
    case "beta":
      each(["a", "b", "c"]);
      break;
    case "isotonic":
      want(step, "curve", isObject(step.curve) && isCurve(step.curve));
      break;
    case "location-scale":
      each(["shift"]);
      each(["scale"], Number.MIN_VALUE);
      break;
    case "normal-regression":
      each(["a", "b"]);
      each(["c", "d"], 0);
      want(step, "of", [undefined, "both", "ensembles", "normals"].includes(step.of));
      break;
    case "quantile-map":
      want(step, "shares", isCurve({from: step.shares, to: step.levels}) && [...step.shares, ...step.levels].every(u => u > 0 && u < 1));
      break;
  }
}

/** Whether the knots ascend, and their values do not descend. */
function isCurve({from, to}) {
  return [from, to].every(list => Array.isArray(list) && list.length > 0 && list.length === from.length && list.every(Number.isFinite))
    && from.every((knot, k) => k === 0 || (knot > from[k - 1] && to[k] >= to[k - 1]));
}

/** How far from 1 the sum of numbers may be that were rounded to three decimals, and what adding them up does to it. */
function tolerance(size) {
  return Math.min(Math.max(0.0005 * size, 0.001), 0.01) + 1e-9;
}

function probabilities(list, what) {
  const given = numbers(list, what);
  const total = given.reduce((sum, one) => sum + one, 0);
  if (!(given.every(one => one >= 0) && Math.abs(total - 1) <= tolerance(given.length))) {
    throw new Error(`${what} must be at least 0, and their sum 1, got ${Math.min(...given)} and the sum ${total}`);
  }
  return Math.abs(total - 1) > LEAST ? normalised(given) : given;
}

function checked(prediction) {
  const {levels, values, counts, members, mean, sd} = prediction;
  if (levels !== undefined) {
    return checkedQuantiles(numbers(levels, "levels"), numbers(values, "quantiles"));
  }
  if (counts !== undefined) {
    return {counts: probabilities(counts, "probabilities of counts")};
  }
  if (members !== undefined) {
    const all = numbers(members, "the members of an ensemble");
    if (all.length === 0) {
      throw new Error("an ensemble needs members");
    }
    return {members: all};
  }
  if (!(Number.isFinite(mean) && Number.isFinite(sd) && sd >= 0)) {
    throw new Error(`a mean must be finite, and an sd finite and at least 0, got ${mean} and ${sd}`);
  }
  return {mean, sd};
}

function checkedQuantiles(levels, values) {
  if (levels.length === 0 || levels.length !== values.length) {
    throw new Error(`quantiles need a value for each level, got ${levels.length} levels and ${values.length} values`);
  }
  if (!levels.every((level, k) => level >= 0 && level <= 1 && (k === 0 || level > levels[k - 1]))) {
    throw new Error(`levels must ascend from 0 to 1, got ${levels}`);
  }
  return {levels, values: ascending(values)};
}

function number(step, p) {
  if (step.kind === "chain") {
    return step.maps.reduce((now, part) => number(part, now), p);
  }
  if (p.levels !== undefined) {
    return quantiles(step, p);
  }
  if (p.counts !== undefined) {
    return {counts: counts(step, p.counts)};
  }
  return p.members !== undefined ? ensemble(step, p.members) : normal(step, p);
}

function normal(step, {mean, sd}) {
  switch (step.kind) {
    case "location-scale":
      return {mean: mean + step.shift * sd, sd: step.scale * sd};
    case "normal-regression":
      return regressed(suited(step, "normals"), mean, sd * sd);
    case "quantile-map": {
      const at = moved(step);
      return {levels: step.levels, values: step.levels.map(level => mean + sd * curve(at, score(level)))};
    }
    default:
      throw new Error(`a map of kind ${step.kind} is not for normal distributions`);
  }
}

function ensemble(step, members) {
  if (step.kind !== "normal-regression") {
    throw new Error(`a map of kind ${step.kind} is not for ensembles here`);
  }
  const mean = members.reduce((sum, one) => sum + one, 0) / members.length;
  const squares = members.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return regressed(suited(step, "ensembles"), mean, squares / Math.max(1, members.length - 1));
}

function suited(step, given) {
  if (step.of !== undefined && step.of !== "both" && step.of !== given) {
    throw new Error(`this normal regression was learned from ${step.of}, and is for these alone`);
  }
  return step;
}

function regressed({a, b, c, d}, mean, variance) {
  return {mean: a + b * mean, sd: Math.sqrt(c + d * variance)};
}

function ascending(values) {
  return [...values].sort((one, other) => one - other);
}

function quantiles(step, {levels, values}) {
  switch (step.kind) {
    case "location-scale":
      return at(levels.map(level => step.shift + step.scale * score(level)), {levels, values});
    case "quantile-map": {
      const scores = moved(step);
      return at(levels.map(level => curve(scores, score(level))), {levels, values});
    }
    default:
      throw new Error(`a map of kind ${step.kind} does not make quantiles of quantiles`);
  }
}

function moved({shares, levels}) {
  return {from: shares.map(score), to: levels.map(score)};
}

/** The quantiles at the levels of normal scores, in place of those at the levels. */
function at(scores, {levels, values}) {
  return {levels, values: ascending(scores.map(z => quantile(levels, values, Math.max(-FARTHEST, Math.min(FARTHEST, z)))))};
}

/** Linear in scores between the levels, and beyond as between the two outermost. */
function quantile(levels, values, z) {
  if (levels.length === 1) {
    return values[0];
  }
  const level = phi(z);
  const k = Math.min(Math.max(levels.findLastIndex(one => one <= level), 0), levels.length - 2);
  const [low, high] = [levels[k], levels[k + 1]];
  // A level of 0 or 1 has no score: linear in the level, and no tail beyond.
  const share = low === 0 || high === 1
    ? (Math.max(low, Math.min(high, level)) - low) / (high - low)
    : (z - score(low)) / (score(high) - score(low));
  return values[k] + (values[k + 1] - values[k]) * share;
}

/** The distribution function moves in normal scores at each count. */
function counts(step, p) {
  if (step.kind !== "location-scale") {
    throw new Error(`a map of kind ${step.kind} is not for counts`);
  }
  const below = [0];
  const above = [0];
  p.forEach((one, k) => below.push(below[k] + one));
  [...p].reverse().forEach((one, k) => above.push(above[k] + one));
  above.reverse();
  const scores = below.map((u, k) => ((u <= above[k] ? score(u) : -score(above[k])) - step.shift) / step.scale);
  return normalised(p.map((one, k) => one > 0 ? between(scores[k], scores[k + 1]) : 0));
}

/** The standard normal probability between two scores. */
function between(low, high) {
  return low > 0 ? between(-high, -low) : phi(high) - phi(low);
}

function phi(z) {
  return z > 0 ? -Math.expm1(logLevel(-z)) : Math.exp(logLevel(z));
}

/** log Φ(z). */
function logLevel(z) {
  if (z > 0) {
    return Math.log1p(-Math.exp(logLevel(-z)));
  }
  const density = -z * z / 2 - Math.log(2 * Math.PI) / 2;
  if (z > -2) {
    // The series of (Φ(z) − 1/2)/φ(z).
    let term = z;
    let sum = z;
    for (let k = 3; Math.abs(term) > 1e-17; k += 2) {
      term *= z * z / k;
      sum += term;
    }
    return Math.log(0.5 + Math.exp(density) * sum);
  }
  // The continued fraction of Φ(z)/φ(z), from its end.
  let fraction = -z;
  for (let k = 200; k > 0; k--) {
    fraction = -z + k / fraction;
  }
  return density - Math.log(fraction);
}

/** Φ⁻¹(level), by Newton's method from below: log Φ is concave. */
function score(level) {
  if (level > 0.5) {
    return -score(1 - level);
  }
  if (level === 0) {
    return -Infinity;
  }
  if (level === 0.5) {
    return 0; // exactly, so that an amount of 0 stays one
  }
  const target = Math.log(level);
  let z = -Math.sqrt(-2 * target);
  let step;
  do {
    const log = logLevel(z);
    step = (target - log) / Math.exp(-z * z / 2 - Math.log(2 * Math.PI) / 2 - log);
    z += step;
  } while (step > 1e-9); // it converges quadratically
  return z;
}

function classes(step, p) {
  switch (step.kind) {
    case "chain":
      return step.maps.reduce((q, part) => classes(part, q), p);
    case "temperature": {
      const top = Math.max(...p);
      return normalised(p.map(one => (one / top) ** (1 / step.temperature)));
    }
    case "class-shift":
      return shifted(p, step.index, step.log_odds);
    case "top-class-shift":
      return shifted(p, top(p), step.log_odds);
    case "vector-scaling":
      return softmax(logits(p).map((x, k) => step.scales[k] * x + step.offsets[k]));
    case "dirichlet": {
      const from = logits(p);
      return softmax(step.weights.map((row, k) => row.reduce((sum, w, j) => sum + w * from[j], step.offsets[k])));
    }
    case "beta": {
      if (p.length !== 2) {
        throw new Error(`a map of kind beta is for two classes, got ${p.length}`);
      }
      const [no, yes] = logits(p);
      return withOdds(p, step.a * yes - step.b * no + step.c);
    }
    case "isotonic": {
      const at = event(p);
      return withOdds(p, curve(step.curve, Math.log(Math.max(LEAST, p[at])) - Math.log(Math.max(LEAST, others(p, at)))));
    }
    default:
      throw new Error(`a map of kind ${step.kind} is not for classes`);
  }
}

function logits(p) {
  return p.map(one => Math.log(Math.max(LEAST, one)));
}

function softmax(scores) {
  const top = Math.max(...scores);
  return normalised(scores.map(score => Math.exp(score - top)));
}

function shifted(p, index, logOdds) {
  return softmax(p.map((one, k) => Math.log(one) + (k === index ? logOdds : 0)));
}

function normalised(q) {
  const total = q.reduce((sum, one) => sum + one, 0);
  return q.map(one => one / total);
}

/** The most probable class, of several the first. */
function top(p) {
  return p.indexOf(Math.max(...p));
}

/** Whose log-odds change: class 1 of two, else the most probable one. */
function event(p) {
  return p.length === 2 ? 1 : top(p);
}

function others(p, at) {
  return p.reduce((sum, one, k) => k === at ? sum : sum + one, 0);
}

/** Other log-odds of the event; the other classes keep their ratios, or share evenly what they had nothing of. */
function withOdds(p, odds) {
  const at = event(p);
  const all = others(p, at);
  const rest = 1 / (1 + Math.exp(odds));
  return p.map((one, k) => k === at ? 1 / (1 + Math.exp(-odds)) : rest * (all > 0 ? one / all : 1 / (p.length - 1)));
}

/** Interpolated between the knots; beyond the first and the last, it moves as that knot does. */
function curve({from, to}, x) {
  const last = from.length - 1;
  if (x <= from[0]) {
    return x + (to[0] - from[0]);
  }
  if (x >= from[last]) {
    return x + (to[last] - from[last]);
  }
  const k = from.findIndex(knot => knot >= x);
  const share = (x - from[k - 1]) / (from[k] - from[k - 1]);
  return to[k - 1] + share * (to[k] - to[k - 1]);
}
