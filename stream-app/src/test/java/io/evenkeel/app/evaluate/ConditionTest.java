package io.evenkeel.app.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.config.CalibrationNotion;
import io.evenkeel.app.config.TolerableError;
import io.evenkeel.core.kernel.ConstantKernel;
import io.evenkeel.core.kernel.KroneckerKernel;
import io.evenkeel.core.kernel.TensorKernel;
import io.evenkeel.core.score.Interval;
import io.evenkeel.schemas.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionTest {
  private static final Report REPORT =
      new Report(
          new Plan(10, 0, 0.01, TolerableError.of(0.02), 1),
          List.of(
              model("good", 0.5, Measure.of(Quantity.SKCE, -1e-4, 10)),
              model(
                  "bad",
                  0.001,
                  Measure.of(Quantity.SKCE, 0.002, 10).with(new Interval(0.0015, 0.0025)),
                  Measure.of(Quantity.CME, 40, 10).withPValue(0.0002))),
          Optional.empty());

  private static ModelReport model(String name, double p, Measure... measures) {
    return model(name, 10, p, measures);
  }

  private static ModelReport model(String name, long labels, double p, Measure... measures) {
    SeriesReport whole =
        new SeriesReport(
            "",
            labels,
            Finding.CALIBRATED,
            "",
            p,
            -Math.log(p),
            -Math.log(p) - 1,
            "",
            "",
            new Gains(0, p / 100, 0),
            List.of(measures),
            false,
            Diagrams.NONE);
    return new ModelReport(
        name,
        CalibrationNotion.CANONICAL,
        new NamedKernel(new TensorKernel(new ConstantKernel(), new KroneckerKernel()), "", ""),
        new RowCounts(),
        whole,
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        0);
  }

  /** The mean of the other rows is small where a model is right whenever it is certain. */
  @ParameterizedTest
  @CsvSource({"log_loss>0.5", "log_loss.lower>0.5", "log_loss.upper>0.5"})
  void logLossIsInfiniteWhereTargetsWereHeldImpossible(String text) {
    ModelReport certain =
        model(
            "certain",
            0.001,
            Measure.of(Quantity.LOG_LOSS, 0, 1260).with(new Interval(0, 0)),
            Measure.of(Quantity.IMPOSSIBLE, 740, 2000));
    ModelReport sure =
        model(
            "sure",
            0.5,
            Measure.of(Quantity.LOG_LOSS, 0.4, 2000).with(new Interval(0.3, 0.45)),
            Measure.of(Quantity.IMPOSSIBLE, 0, 2000));
    Report report =
        new Report(
            new Plan(10, 0, 0.01, TolerableError.of(0.02), 1),
            List.of(certain, sure),
            Optional.empty());

    assertThat(Condition.parse(text).holdsFor(report))
        .containsExactly("certain: " + text.substring(0, text.indexOf('>')) + " is Infinity");
  }

  @ParameterizedTest
  @CsvSource({
    "p<0.01,        bad: p is 0.001000",
    "' P <= 1e-3 ', bad: p is 0.001000",
    "skce>0.001,    bad: skce is 0.002000",
    "skce >= 0.002, bad: skce is 0.002000",
    "cme.p<0.001,   bad: cme.p is 0.0002000",
    "e>100,         bad: e is 1000",
    "detectable_gain<0.001, bad: detectable_gain is 1.000e-05",
    "skce.lower>0.001, bad: skce.lower is 0.001500",
    "skce.upper<0.003, bad: skce.upper is 0.002500",
    "log10_e>2.5,   bad: log10_e is 3.000",
    "log10_e_beyond>2.5, bad: log10_e_beyond is 2.566",
    "p>0.4,         good: p is 0.5000"
  })
  void namesTheModelsForWhichItHolds(String text, String model) {
    assertThat(Condition.parse(text).holdsFor(REPORT))
        .hasSize(1)
        .first()
        .asString()
        .startsWith(model);
  }

  @Test
  void countsLabels() {
    assertThat(Condition.parse("labels<11").holdsFor(REPORT)).hasSize(2);
    assertThat(Condition.parse("labels<10").holdsFor(REPORT)).isEmpty();
    assertThat(Condition.parse("tolerable_gain>0").holdsFor(REPORT)).isEmpty();
    assertThatThrownBy(() -> Condition.parse("labels.lower<10"))
        .hasMessageContaining("there is no 'labels.lower'");
    assertThatThrownBy(() -> Condition.parse("cme.lower<10").holdsFor(REPORT))
        .hasMessageContaining("no model of this file has that number");
  }

  private static Report report(ModelReport... models) {
    return new Report(REPORT.plan(), List.of(models), Optional.empty());
  }

  @Test
  void aNumberThatIsNotDefinedIsRefused() {
    Measure undefined =
        Measure.of(Quantity.LOG_LOSS, Double.NaN, 10)
            .with(new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
    Report nan = report(model("points", 0.5, undefined));

    assertThatThrownBy(() -> Condition.parse("log_loss>0").holdsFor(nan))
        .hasMessageContaining("no model of this file has that number");
    Report some = report(nan.models().get(0), model("b", 1, Measure.of(Quantity.LOG_LOSS, 2, 10)));
    assertThat(Condition.parse("log_loss>0").holdsFor(some)).containsExactly("b: log_loss is 2");
  }

  @ParameterizedTest
  @CsvSource({"p<0.01", "e>1", "e_beyond>100", "log10_e>2", "gain>0.01", "impossible>0"})
  void aNumberOfLabelsIsRefusedWhereAModelHasNone(String text) {
    Report unlabelled =
        report(
            model("good", 0.5, Measure.of(Quantity.IMPOSSIBLE, 0, 10)),
            model("new", 0, 1, Measure.of(Quantity.IMPOSSIBLE, 0, 0)));
    String name = text.replaceAll("[<>].*", "");

    assertThatThrownBy(() -> Condition.parse(text).holdsFor(unlabelled))
        .hasMessage(
            "--fail-on '%s': new has no labels; without labels there is no '%s'", text, name);
    assertThat(Condition.parse("labels<10").holdsFor(unlabelled))
        .containsExactly("new: labels is 0");
    assertThat(Condition.parse("detectable_gain>1").holdsFor(unlabelled)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"p<0.001", "skce>0.002", "cme>40", "gain>0"})
  void holdsForNoModelWhereNoNumberPassesTheLimit(String text) {
    assertThat(Condition.parse(text).holdsFor(REPORT)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "p | write a name, one of < <= > >=, and a number",
        "p=0.01 | write a name",
        "p<<0.01 | write a name",
        "0.01>p | there is no '0.01'",
        "p<small | 'small' is no number",
        "p<NaN | 'nan' is no number",
        "skcee>0 | there is no 'skcee'; there are p, e, e_beyond, gain, detectable_gain, log_loss",
        "skce.p<0.1 | there is no 'skce.p'"
      })
  void isRefusedWithAReason(String text, String reason) {
    assertThatThrownBy(() -> Condition.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--fail-on '" + text + "': ")
        .hasMessageContaining(reason);
  }

  @Test
  void isRefusedWhereNoModelHasTheNumber() {
    assertThatThrownBy(() -> Condition.parse("crps>1").holdsFor(REPORT))
        .hasMessageContaining("no model of this file has that number");
  }
}
