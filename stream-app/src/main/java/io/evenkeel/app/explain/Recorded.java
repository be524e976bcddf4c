package io.evenkeel.app.explain;

import io.evenkeel.app.codec.RawAvroSerde;
import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.TopicNames;
import io.evenkeel.app.follow.AbsentException;
import io.evenkeel.app.follow.TopicReader;
import io.evenkeel.app.oncall.OutputRecords;
import io.evenkeel.app.serde.AvroSerdes;
import io.evenkeel.app.state.SeriesKey;
import io.evenkeel.app.verdict.Sources;
import io.evenkeel.schemas.Verdict;
import io.evenkeel.schemas.internal.ActiveSeries;
import io.evenkeel.schemas.internal.Profile;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Finds what the application wrote down.
 *
 * @param names of its topics
 * @param reader reads them
 * @param events reads the bytes of verdicts, predictions and labels
 */
record Recorded(TopicNames names, TopicReader reader, Deserializer<?> events) {
  private static final Pattern REVISION = Pattern.compile("(.*)#(\\d{1,9})", Pattern.DOTALL);

  /** Finds it in the topics of a configuration. */
  static Recorded of(AppConfig config, TopicReader reader) {
    AvroSerdes serdes = AvroSerdes.of(config.serde(), config.topics());
    return new Recorded(config.topics(), reader, serdes.deserializer());
  }

  /**
   * A verdict that something rests on; the newest revision if that one is gone.
   *
   * @param name key and revision, joined by #
   * @throws AbsentException if no revision is there, or the name is of another form
   */
  Verdict verdict(String name) {
    Matcher parts = REVISION.matcher(name);
    if (!parts.matches()) {
      throw new AbsentException("\"" + name + "\" names no verdict: it is not KEY#REVISION");
    }
    String key = parts.group(1);
    int revision = Integer.parseInt(parts.group(2));
    OutputRecords<Verdict> records = new OutputRecords<>(events, Verdict.class);
    NavigableMap<Integer, Verdict> revisions = new TreeMap<>();
    reader.all(
        names.verdicts(),
        record -> {
          if (key.equals(record.key())) {
            records.of(record).ifPresent(verdict -> revisions.put(verdict.getRevision(), verdict));
          }
        });
    if (revisions.isEmpty()) {
      throw new AbsentException(
          "verdict " + key + " is gone from " + names.verdicts() + ", or not issued yet");
    }
    return revisions.getOrDefault(revision, revisions.lastEntry().getValue());
  }

  /** Whether the series was judged, as far as is known, before the evidence of a verdict began. */
  boolean isOlder(SeriesKey series, Verdict verdict) {
    String prefix = series.panePrefix();
    String end = series.pane(verdict.getEvidence().getSince().toEpochMilli());
    AtomicBoolean found = new AtomicBoolean();
    reader.all(
        names.verdicts(),
        record -> {
          String key = record.key();
          if (key != null && key.startsWith(prefix) && key.compareTo(end) < 0) {
            found.set(true);
          }
        });
    return found.get();
  }

  /** A version of the profile of a version of a model, as the only one by its key. */
  Map<String, Profile> profile(SeriesKey series, int version) {
    Map<String, Profile> found = new HashMap<>();
    if (version == 0) {
      return found;
    }
    OutputRecords<Profile> profiles = own(Profile.class);
    reader.all(
        names.profiles(),
        record -> {
          if (series.modelKey().equals(record.key())) {
            profiles
                .of(record)
                .filter(profile -> profile.getProfile() == version)
                .ifPresent(profile -> found.put(record.key(), profile));
          }
        });
    if (found.isEmpty()) {
      throw new AbsentException(
          "profile "
              + version
              + " of "
              + series.modelKey()
              + " is gone from "
              + names.profiles()
              + ": after a reset, only alerts that were raised since can be explained");
    }
    return found;
  }

  /** The series that are judged, by key. */
  Map<String, ActiveSeries> active() {
    OutputRecords<ActiveSeries> values = own(ActiveSeries.class);
    Map<String, ActiveSeries> active = new HashMap<>();
    reader.all(
        names.series(),
        record -> {
          if (record.value() == null) {
            active.remove(record.key());
          } else {
            values.of(record).ifPresent(series -> active.put(record.key(), series));
          }
        });
    return active;
  }

  /** Of the topics that no registry knows. */
  private static <T extends SpecificRecord> OutputRecords<T> own(Class<T> type) {
    return new OutputRecords<>(RawAvroSerde.of(type).deserializer(), type);
  }

  /** Which of the events at these offsets could not be used. */
  Rejected rejected(Sources sources) {
    Rejected rejected = new Rejected(names, sources);
    reader.all(names.deadLetters(), rejected::add);
    return rejected;
  }
}
