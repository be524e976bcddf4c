package io.evenkeel.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Normal;
import io.evenkeel.core.prediction.OrderedClasses;
import io.evenkeel.core.prediction.TargetEvent.Above;
import io.evenkeel.core.prediction.TargetEvent.OneClass;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationNotionTest {
  private static final Categorical PREDICTION = Categorical.of(0.2, 0.5, 0.3);
  private static final Normal NUMBER = Normal.of(0, 1);

  private static ModelSettings settings(String notion, String... others) {
    Map<String, String> settings = new HashMap<>(Map.of("models.m.calibration", notion));
    for (String other : others) {
      settings.put(other.substring(0, other.indexOf('=')), other.substring(other.indexOf('=') + 1));
    }
    return AppConfig.of(settings).model("m");
  }

  @Test
  void saysWhichEventIsJudged() {
    assertThat(settings("canonical").view(PREDICTION)).isEmpty();
    assertThat(settings("top-label").view(PREDICTION)).contains(new OneClass(1, 3));
    assertThat(settings("class:2").view(PREDICTION)).contains(new OneClass(2, 3));
    assertThat(settings("class:owl", "models.m.classes=fox,cat,owl").view(PREDICTION))
        .contains(new OneClass(2, 3));
    assertThat(settings("above:-1.5").view(NUMBER)).contains(new Above(-1.5));
    assertThat(settings("ordered").view(PREDICTION)).contains(new OrderedClasses(3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "top-label  | class 0 for class 1 | another class for the top label",
        "class:2    | class 1 comes       | class 2 comes",
        "above:3.50 | class 0 for class 1 | a target of at most 3.50 for a target above 3.50",
        "canonical  | class 0 for class 1 | class 0 for class 1",
        "ordered    | class 0 for class 1 | class 0 for class 1"
      })
  void namesTheEvent(String notion, String words, String named) {
    assertThat(settings(notion).classNames().in(words)).isEqualTo(named);
  }

  @Test
  void namesClassesWithTheirIndex() {
    ClassNames names = settings("canonical", "models.m.classes=fox,cat").classNames();

    assertThat(names.in("class 1 comes")).isEqualTo("class 1 (cat) comes");
    assertThat(names.name(1)).isEqualTo("class cat");
  }

  @Test
  void namesTheClassesOfAnOrder() {
    assertThat(settings("ordered").calibration().note())
        .isEqualTo("Note: a class is judged as its place in the order, a number from 0.");
    assertThat(settings("ordered", "models.m.classes=bad,fair,good").calibration().clause())
        .isEqualTo("a class is judged as its place in the order: bad as 0, fair as 1, good as 2");
    assertThat(settings("ordered", "models.m.classes=a,b,c,d,e,f,g,h,i,j,k").calibration().clause())
        .isEqualTo("a class is judged as its place in the order, from a as 0 to k as 10");
  }

  @Test
  void refusesAThresholdOfClasses() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> settings("above:3", "models.m.classes=bad,fair,good"))
        .withMessageContaining("models.m.calibration = 'above:3")
        .withMessageContaining("judges a number, but the model has the classes [bad, fair, good]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"top", "class:", "above:", "above:NaN", "above:much", "class-wise"})
  void refusesWhatIsNoNotion(String text) {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> settings(text))
        .withMessageContaining("models.m.calibration = '" + text)
        .withMessageContaining("`top-label`");
  }

  @Test
  void saysWhatIsANotionWhereAThresholdIsNoNumber() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CalibrationNotion.parse("above:much"))
        .withMessageStartingWith("'above:much' is not `canonical`, `top-label`");
  }

  @Test
  void orderedClassesHaveNoCosts() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> settings("ordered", "models.m.costs.threshold=0.2"))
        .withMessageContaining("judges numbers, which have no costs");
  }

  @Test
  void refusesAClassThatThereIsNot() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> settings("class:owl", "models.m.classes=fox,cat"))
        .withMessageContaining("names the class 'owl'");
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> settings("class:2", "models.m.classes=fox,cat"))
        .withMessageContaining("is beyond the 2 classes");
    assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> settings("class:owl"));
  }

  @Test
  void refusesPredictionsWithoutSuchAnEvent() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings("top-label").view(NUMBER))
        .withMessage(
            "calibration = top-label is of classes, but the prediction is of 1 real number");
    assertThatIllegalArgumentException().isThrownBy(() -> settings("class:3").view(PREDICTION));
  }

  /** Whoever decides by an event has two classes to decide between. */
  @Test
  void countsTheClassesOfCosts() {
    assertThat(
            settings("top-label", "models.m.classes=fox,cat,owl", "models.m.costs.threshold=0.1")
                .costs()
                .decisions())
        .isPresent();
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> settings("top-label", "models.m.costs.matrix=0,1,1,1,0,1,1,1,0"))
        .withMessageContaining("classes have costs, but 2 are judged");
  }
}
