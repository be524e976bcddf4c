package io.evenkeel.app.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.schemas.Alert;
import io.evenkeel.schemas.AlertState;
import io.evenkeel.schemas.VerdictEvidence;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class FleetRowTest {

  private static JsonNode row(double... thresholds) {
    int[] window = {0};
    List<JudgedWindow> windows =
        DoubleStream.of(thresholds)
            .mapToObj(
                threshold ->
                    JudgedWindow.of(
                        OutputRecords.verdict("m", window[0]++)
                            .setEvidence(
                                VerdictEvidence.newBuilder(OutputRecords.evidence(1.0))
                                    .setLogThreshold(threshold)
                                    .build())
                            .build()))
            .toList();
    return FleetRow.of(new SeriesHistory(SeriesKey.whole("m", ""), windows), null);
  }

  @Test
  void listsTheThresholdOfEachWindowWhereTheyDiffer() {
    JsonNode row = row(13.8155, 13.8155, 16.1181);

    assertThat(row.get("trend_thresholds")).hasSameSizeAs(row.get("trend"));
    assertThat(row.get("trend_thresholds").toString()).isEqualTo("[13.82,13.82,16.12]");
  }

  @Test
  void listsNoThresholdsThatAreAllThatOfTheRow() {
    JsonNode row = row(13.8155, 13.8155);

    assertThat(row.get("trend_thresholds")).isEmpty();
    assertThat(row.get("evidence_log_threshold").doubleValue()).isEqualTo(13.8155);
  }

  @Test
  void saysWhichAlertExplainsThatOfTheSeries() {
    JudgedWindow window = JudgedWindow.of(OutputRecords.verdict("m", 0).build());
    SeriesHistory history = new SeriesHistory(SeriesKey.whole("m", ""), List.of(window));
    Alert.Builder alert = OutputRecords.alert("m", AlertState.FIRING, 1);
    assertThat(FleetRow.of(history, alert.build()).get("alert_inhibited_by").isNull()).isTrue();

    alert.setInhibitedBy("alert of whole");

    assertThat(FleetRow.of(history, alert.build()).get("alert_inhibited_by").textValue())
        .isEqualTo("alert of whole");
  }
}
