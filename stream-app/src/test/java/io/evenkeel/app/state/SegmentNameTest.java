package io.evenkeel.app.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  @Test
  void saysASegmentWithoutBackslashes() {
    String segment = SegmentName.of("a", "1,b=2\\");

    assertThat(SegmentName.inWords(segment)).isEqualTo("a=1,b=2\\");
    assertThat(SegmentName.inWords("country=DE,device=phone")).isEqualTo("country=DE,device=phone");
    assertThat(SegmentName.inWords("note=two\nlines")).isEqualTo("note=two lines");
    assertThat(new SeriesKey("m", "3", segment).inWords()).isEqualTo("m 3 (a=1,b=2\\)");
  }

  @Test
  void knowsTheAttributesOfASegment() {
    List<String> named = List.of("country", "a+b", "x,y=\\z");

    assertThat(List.of("", "(others)", "country=DE", "country=", "a=1\\,b\\=2,b=\\\\"))
        .allMatch(segment -> SegmentName.isOf(segment, named));
    assertThat(SegmentName.of("x,y=\\z", Map.of("x,y=\\z", "v")))
        .matches(segment -> SegmentName.isOf(segment, named));
    assertThat(List.of("device=1", "country=DE,a=1", "b=1,a=2", "a=1", "country"))
        .noneMatch(segment -> SegmentName.isOf(segment, named));
    assertThat(List.of("(others)", "country=DE"))
        .noneMatch(segment -> SegmentName.isOf(segment, List.of()));
  }

  @Test
  void knowsTheValuesOfASegment() {
    Map<String, String> values = Map.of("x,y=\\z", "1,b=2\\", "b", "");

    String segment = Objects.requireNonNull(SegmentName.of("x,y=\\z+b", values));

    assertThat(SegmentName.parts(segment)).isEqualTo(values);
    assertThat(SegmentName.parts("country=DE,device=phone"))
        .containsExactly(Map.entry("country", "DE"), Map.entry("device", "phone"));
    assertThat(SegmentName.parts("")).isEmpty();
  }
}
