package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SegmentNameTest {

  @Test
  void joinsAttributesInTheOrderOfTheCombination() {
    Map<String, String> attributes = Map.of("country", "DE", "device", "phone");

    assertThat(SegmentName.of("country+device", attributes)).isEqualTo("country=DE,device=phone");
    assertThat(SegmentName.of("device+country", attributes)).isEqualTo("device=phone,country=DE");
    assertThat(SegmentName.of("country+age", attributes)).isNull();
  }

  @Test
  void givesNoTwoCombinationsOfValuesTheSameName() {
    String inOne = SegmentName.of("a", Map.of("a", "1,b=2"));

    assertThat(inOne).isEqualTo("a=1\\,b\\=2");
    assertThat(SegmentName.of("a+b", Map.of("a", "1", "b", "2"))).isNotEqualTo(inOne);
    assertThat(SegmentName.of("a", Map.of("a", "1\\"))).isEqualTo("a=1\\\\");
  }
}
