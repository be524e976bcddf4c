package io.evenkeel.app.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.schemas.Better;
import io.evenkeel.schemas.Comparison;
import io.evenkeel.schemas.internal.PairState;
import io.evenkeel.schemas.internal.ScoredCase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;

class PairTest {
  private static final double ALPHA = 0.1;
  private static final int STREAMS = 400;
  private static final int CASES = 2000;

  /** Four standard errors above the level. */
  private static final double MOST = STREAMS * ALPHA + 4 * Math.sqrt(STREAMS * ALPHA * (1 - ALPHA));

  /** In how many streams each was ever shown to be better: champion, challenger. */
  private static int[] shown(double champion, double challenger) {
    SplittableRandom random = new SplittableRandom(11);
    int[] shown = new int[2];
    for (int stream = 0; stream < STREAMS; stream++) {
      Pair pair = Pair.begin(DrawnCases.scored(0));
      boolean isChampion = false;
      boolean isChallenger = false;
      for (int i = 0; i < CASES; i++) {
        pair.add(DrawnCases.of(random, champion, challenger), ALPHA, 0);
        isChampion |= pair.better() == Better.CHAMPION;
        isChallenger |= pair.better() == Better.CHALLENGER;
      }
      shown[0] += isChampion ? 1 : 0;
      shown[1] += isChallenger ? 1 : 0;
    }
    return shown;
  }

  @Test
  void seldomShowsThatOneOfTwoEqualVersionsIsBetter() {
    int[] shown = shown(0.5, 0.5);

    assertThat(shown[0] + shown[1]).isLessThan((int) MOST);
  }

  @Test
  void showsTheBetterVersionInNearlyEveryStreamAndTheOtherInNone() {
    int[] better = shown(1, 0.3);
    assertThat(better[1]).isGreaterThan(STREAMS * 9 / 10);
    assertThat(better[0]).isZero();

    int[] worse = shown(0.3, 1);
    assertThat(worse[0]).isGreaterThan(STREAMS * 9 / 10);
    assertThat(worse[1]).isZero();
  }

  @Test
  void isShownJustWhenTheIntervalExcludesZeroAndEndsOnATenthOfTheEvidence() {
    Pair pair = Pair.begin(DrawnCases.scored(0));
    Comparison now;
    do {
      pair.add(DrawnCases.scored(0.5), ALPHA, 0);
      now = pair.comparison(ALPHA, "shadow");
      assertThat(pair.better() == Better.CHALLENGER).isEqualTo(now.getLower() > 0);
    } while (pair.better() == Better.UNDECIDED);
    while (pair.better() == Better.CHALLENGER) {
      assertThat(now.getLogEChallenger()).isGreaterThanOrEqualTo(Math.log(0.2 / ALPHA));
      pair.add(DrawnCases.scored(-0.1), ALPHA, 0);
      now = pair.comparison(ALPHA, "shadow");
    }
    assertThat(now.getLogEChallenger()).isLessThan(Math.log(0.2 / ALPHA));
    assertThat(now.getLower()).isNegative();
    assertThat(now.getBetter()).isEqualTo(Better.UNDECIDED);
  }

  @Test
  void goesOnWhereItWas() {
    SplittableRandom random = new SplittableRandom(12);
    Pair whole = Pair.begin(DrawnCases.scored(0));
    Pair resumed = Pair.begin(DrawnCases.scored(0));
    for (int i = 0; i < 300; i++) {
      ScoredCase one = DrawnCases.of(random, 2, 0.1);
      whole.add(one, ALPHA, 0);
      resumed.add(one, ALPHA, 0);
      if (i == 200) {
        whole.alert(Better.CHALLENGER);
        resumed.alert(Better.CHALLENGER);
        resumed.silence("s1");
      }
      resumed = Pair.resume(resumed.state(), 0);
    }

    assertThat(resumed.comparison(ALPHA, "t")).isEqualTo(whole.comparison(ALPHA, "t"));
    assertThat(resumed.better()).isEqualTo(Better.CHALLENGER);
    assertThat(resumed.alerted()).isEqualTo(Better.CHALLENGER);
    assertThat(resumed.raisedAt()).isEqualTo(whole.raisedAt());
    assertThat(resumed.silencedBy()).isEqualTo("s1");
  }

  /** As it was written before numbers were compared, and before stops were no silence. */
  @Test
  void readsTheStateOfEarlierReleases() throws IOException {
    Pair pair = Pair.begin(DrawnCases.scored(0));
    pair.add(DrawnCases.scored(0.5), ALPHA, 0);
    Schema now = PairState.getClassSchema();
    ObjectNode json = (ObjectNode) new ObjectMapper().readTree(now.toString());
    ArrayNode fields = (ArrayNode) json.get("fields");
    fields.remove(fields.size() - 1);
    fields.remove(fields.size() - 1);
    Schema former = new Schema.Parser().parse(json.toString());
    GenericRecord written = new GenericData.Record(former);
    former.getFields().forEach(field -> written.put(field.name(), pair.state().get(field.name())));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new BinaryMessageEncoder<GenericRecord>(GenericData.get(), former).encode(written, bytes);

    PairState read =
        RawAvroSerde.since(PairState.class, List.of("score", "ran_at"))
            .deserializer()
            .deserialize("", bytes.toByteArray());

    assertThat(read).isEqualTo(pair.state());
    assertThat(read.getScore()).isEqualTo("brier");
  }

  @Test
  void noTwoPairsShareAKey() {
    assertThat(Pair.key(DrawnCases.scored("1", "2", "", 0), "shadow"))
        .isEqualTo("churn|1|2|shadow");
    assertThat(Pair.key(DrawnCases.scored("1|2", "", "", 0), "shadow"))
        .isNotEqualTo(Pair.key(DrawnCases.scored("1", "2|", "", 0), "shadow"));
  }

  @Test
  void saysWhichVersionIsMeant() {
    assertThat(words("1", "2", 0.5))
        .startsWith("challenger 2 is better than 1: Brier score 0.5 lower");
    assertThat(words("1", "2", -0.5))
        .startsWith("challenger 2 is worse than 1: Brier score 0.5 higher");
    assertThat(words("2", "2", 0.5)).startsWith("challenger 2 is better than the champion: ");
    assertThat(words("", "", 0.5)).startsWith("the challenger is better than the champion: ");
    assertThat(words("1", "2", -0.5))
        .matches(".* higher \\(0\\.\\d+ to [01]\\.?\\d*\\) on 200 labels");
  }

  private static String words(String champion, String challenger, double difference) {
    Pair pair = Pair.begin(DrawnCases.scored(champion, challenger, "", 0));
    for (int i = 0; i < 200; i++) {
      pair.add(DrawnCases.scored(champion, challenger, "", difference), ALPHA, 0);
    }
    Comparison comparison = pair.comparison(ALPHA, "shadow");
    assertThat(comparison.getDifference()).isCloseTo(difference, within(1e-12));
    return comparison.getWords();
  }
}
