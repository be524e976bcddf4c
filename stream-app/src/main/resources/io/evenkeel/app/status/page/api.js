// Reads the JSON API, and writes to it. What has not changed is not sent again: the server compares tags.

const TOKEN = "evenkeel.token";

/** The API answers, but not with what was asked for. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer.error ?? `the server answered ${status}`);
    this.status = status;
    this.action = answer.action ?? "";
  }
}

/** Keeps a token, without the spaces around it that come with copying; false if it is none, which no header could hold. */
export function remember(text) {
  const token = text.trim();
  const isToken = /^[\x21-\x7e]+$/.test(token);
  if (isToken) sessionStorage.setItem(TOKEN, token);
  return isToken;
}

export const hasToken = () => sessionStorage.getItem(TOKEN) !== null;

/** What says who asks: no cookie does, which a page from elsewhere could make a browser send. */
const credentials = () => hasToken() ? {Authorization: `Bearer ${sessionStorage.getItem(TOKEN)}`} : {};

/**
 * A reader of one path that tells only what is new: null when nothing is. Of a list that says what is gone, the server sends what
 * changed since the version that is here: the reader tells the whole list all the same, with the same objects for what did not change.
 */
export function reader(path) {
  let tag = null;
  let version = null;
  let rows = new Map();
  return async signal => {
    const headers = credentials();
    if (tag) headers["If-None-Match"] = tag;
    const response = await fetch(version ? `${path}?since=${version}` : path, {headers, signal, cache: "no-store"});
    if (response.status === 304) return null;
    const answer = await response.json();
    if (!response.ok) throw new Refused(response.status, answer);
    tag = response.headers.get("ETag");
    if (!answer.gone) return answer;
    const same = answer.version === version;
    version = answer.version;
    if (!answer.since) rows = new Map();
    answer.gone.forEach(key => rows.delete(key));
    answer.series.forEach(row => rows.set(row.key, row));
    return same ? null : {...answer, series: [...rows.values()]};
  };
}

/**
 * A reader of several paths, which may be others each time: what each answers, by path, the same object while nothing is new. What is
 * refused of one after the first is left as it was: the first is what the view is about.
 */
export function readerOfAll() {
  let kept = new Map();
  return async (paths, signal) => {
    kept = new Map(paths.map(path => [path, kept.get(path) ?? {read: reader(path), answer: null}]));
    return new Map(await Promise.all([...kept].map(async ([path, one], index) => {
      try {
        one.answer = await one.read(signal) ?? one.answer;
      } catch (problem) {
        if (index === 0 || !(problem instanceof Refused)) throw problem;
      }
      return [path, one.answer];
    })));
  };
}

const PATIENCE = 30000;

/** Sends a change, with a body or without: what the server answers. */
export async function send(method, path, body) {
  const headers = credentials();
  if (body) headers["Content-Type"] = "application/json";
  const signal = AbortSignal.timeout(PATIENCE);
  const response = await fetch(path, {method, headers, signal, body: body && JSON.stringify(body), cache: "no-store"});
  const answer = await response.json();
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}
