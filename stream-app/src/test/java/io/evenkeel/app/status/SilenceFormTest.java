package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SilenceFormTest {
  private static final Instant NOW = Instant.parse("2026-01-31T03:00:00Z");

  private static SilenceForm form(String json) {
    return SilenceForm.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8), NOW);
  }

  @Test
  void takesATimeFromNowOn() {
    assertThat(form("{'alert':'a','for':'4h','created_by':' Ada ','comment':'fix is \\u2713'}"))
        .isEqualTo(
            new SilenceForm("a", Instant.parse("2026-01-31T07:00:00Z"), "Ada", "fix is \u2713"));
  }

  @Test
  void takesAnEndAndNeedsNoReason() {
    assertThat(form("{'alert':'a','ends_at':'2026-02-01T09:00:00Z','created_by':'Ada'}"))
        .isEqualTo(new SilenceForm("a", Instant.parse("2026-02-01T09:00:00Z"), "Ada", ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "nonsense | no JSON",
        "`` | no JSON object",
        "[] | no JSON object",
        "null | no JSON object",
        "{'alert':'a','for':'4h','created_by':'b'} x | no JSON",
        "{'alert':'a','alert':'c','for':'4h','created_by':'b'} | no JSON",
        "{'for':'4h','created_by':'b'} | alert is missing",
        "{'alert':'a','for':'4h'} | created_by is missing",
        "{'alert':'a','for':'4h','created_by':'  '} | created_by is missing",
        "{'alert':'a','for':'4h','created_by':7} | created_by is no text",
        "{'alert':'a','created_by':'b'} | give either for or ends_at",
        "{'alert':'a','for':'4h','ends_at':'2026-02-01T09:00:00Z','created_by':'b'} | give either",
        "{'alert':'a','for':'0s','created_by':'b'} | later than now",
        "{'alert':'a','for':'-PT1H','created_by':'b'} | no duration",
        "{'alert':'a','for':'31d','created_by':'b'} | not later than in 30d",
        "{'alert':'a','for':'99999999999d','created_by':'b'} | no duration",
        "{'alert':'a','for':'36500d','created_by':'b'} | not later than in 30d",
        "{'alert':'a','for':'soon','created_by':'b'} | no duration",
        "{'alert':'a','ends_at':'tomorrow','created_by':'b'} | ends_at is no time",
        "{'alert':'a','ends_at':'2026-01-31T03:00:00Z','created_by':'b'} | later than now",
        "{'alert':'a','ends_at':'+1000000000-12-31T00:00:00Z','created_by':'b'} | not later than in",
        "{'alert':'a','for':'4h','created_by':'b','model':'m'} | none of [alert, for,",
        "{'alert':'a','for':'4h','created_by':'b','comment':'x\\ny'} | comment holds a line break",
        "{'alert':'a','for':'4h','created_by':'\\u001b[31mroot'} | created_by holds",
        "{'alert':'a','for':'4h','created_by':'b\\u202e'} | created_by holds",
      })
  void refusesEverythingElseAndSaysWhy(String json, String why) {
    assertThatThrownBy(() -> form(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void refusesTextsThatAreTooLong() {
    String rest = "','alert':'a','for':'4h'";
    assertThat(form("{'created_by':'" + "b".repeat(100) + rest + "}").by()).hasSize(100);
    assertThatThrownBy(() -> form("{'created_by':'" + "b".repeat(101) + rest + "}"))
        .hasMessage("created_by has more than 100 characters");
    assertThatThrownBy(() -> form("{'comment':'" + "c".repeat(501) + rest + ",'created_by':'b'}"))
        .hasMessage("comment has more than 500 characters");
  }
}
