package io.evenkeel.app.replay;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.codec.RawTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Decides when the events of each case are delivered; one pass over a source. */
final class Deliveries {
  private final Trouble trouble;
  private final UniformRandomProvider random;
  private final long latenessMillis;
  private final Map<String, RawTarget> previousTarget = new HashMap<>();

  Deliveries(Trouble trouble) {
    this.trouble = trouble;
    random = RandomSource.XO_RO_SHI_RO_128_PP.create(trouble.seed());
    latenessMillis = trouble.lateness().toMillis();
  }

  /** The events of a case; of equal delivery times, the former goes first. */
  List<Event> of(Case one) {
    PredictionEvent prediction = one.prediction();
    List<LabelEvent> labels = known(one);
    List<Event> events = new ArrayList<>(1 + labels.size());
    for (LabelEvent label : labels) {
      events.add(
          new Event.Labelled(
              late(label.knownAt()), prediction.model(), prediction.version(), label));
    }
    if (!labels.isEmpty() && chosen(trouble.early())) {
      events.add(1, new Event.Predicted(events.get(0).delivery(), prediction));
    } else {
      events.add(0, new Event.Predicted(late(prediction.madeAt()), prediction));
    }
    return trouble.duplicates() > 0 ? withDuplicates(events) : events;
  }

  private List<Event> withDuplicates(List<Event> events) {
    List<Event> all = new ArrayList<>(events);
    for (Event event : events) {
      if (chosen(trouble.duplicates())) {
        all.add(event.deliveredAt(late(event.delivery())));
      }
    }
    return all;
  }

  private List<LabelEvent> known(Case one) {
    List<LabelEvent> labels = new ArrayList<>(one.labels());
    labels.removeIf(label -> chosen(trouble.dropped()));
    if (trouble.corrected() > 0 && !labels.isEmpty()) {
      mistake(one.prediction(), labels);
    }
    return labels;
  }

  private void mistake(PredictionEvent prediction, List<LabelEvent> labels) {
    LabelEvent truth = labels.get(0);
    RawTarget other = previousTarget.put(prediction.model(), truth.target());
    if (other == null || !chosen(trouble.corrected())) {
      return;
    }
    long halfWay = prediction.madeAt() + (truth.knownAt() - prediction.madeAt()) / 2;
    labels.replaceAll(l -> new LabelEvent(l.id(), l.knownAt(), l.revision() + 1, l.target()));
    labels.add(0, new LabelEvent(truth.id(), halfWay, truth.revision(), other));
  }

  private long late(long time) {
    return latenessMillis == 0 ? time : time + random.nextLong(latenessMillis + 1);
  }

  private boolean chosen(double share) {
    return share > 0 && random.nextDouble() < share;
  }
}
