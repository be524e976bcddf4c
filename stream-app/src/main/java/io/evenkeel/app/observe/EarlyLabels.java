package io.evenkeel.app.observe;

import io.evenkeel.app.codec.LabelCodec;
import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.Reason;
import io.evenkeel.app.codec.RejectedEventException;
import io.evenkeel.app.state.Entries;
import io.evenkeel.app.state.Sweep;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.internal.EarlyLabel;
import io.evenkeel.schemas.internal.FurtherLabel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Labels whose predictions have not been seen: mutable, kept in a store.
 *
 * <p>All labels of a prediction wait, not just the newest: only the prediction shows which of them
 * are in time and which contradict each other, and what counts must not depend on the order in
 * which predictions and labels come.
 */
final class EarlyLabels {
  /** The most labels that wait for one prediction. */
  private static final int MOST = 16;

  private final KeyValueStore<String, EarlyLabel> store;
  private final Sweep<EarlyLabel> sweep;

  /** The predictions that are waited for: of mostly none, the store need not be asked. */
  private long awaited;

  EarlyLabels(KeyValueStore<String, EarlyLabel> store) {
    this.store = store;
    this.sweep = new Sweep<>(store, Sweep.STRIDE);
    Entries.keys(store.all(), id -> awaited++);
  }

  /**
   * A label that waits.
   *
   * @param event the label
   * @param offset its offset
   */
  record Waiting(LabelEvent event, long offset) {

    /** The label as one that is of no use. */
    Rejection rejected(RejectedEventException cause) {
      return new Rejection(LabelCodec.encode(event), offset, cause);
    }
  }

  /**
   * Lets a label wait; one that waits already is passed over.
   *
   * @param now wall-clock time, milliseconds since 1970
   * @throws RejectedEventException if too many wait already
   */
  void add(LabelEvent event, long offset, long now) {
    EarlyLabel known = store.get(event.id());
    Label label = withId(LabelCodec.encode(event), "");
    if (known == null) {
      store.put(event.id(), new EarlyLabel(now, label, offset, List.of()));
      awaited++;
      return;
    }
    if (waiting(event.id(), known).stream().anyMatch(other -> other.event().equals(event))) {
      return;
    }
    if (known.getMore().size() + 1 >= MOST) {
      throw new RejectedEventException(
          Reason.OVER_LIMIT,
          MOST + " other labels wait for the prediction already: send it, or fewer corrections");
    }
    List<FurtherLabel> more = new ArrayList<>(known.getMore());
    more.add(new FurtherLabel(label, offset));
    store.put(event.id(), EarlyLabel.newBuilder(known).setMore(more).build());
  }

  /** The labels that wait for a prediction, in the order in which they came; none waits after. */
  List<Waiting> take(String id) {
    EarlyLabel known = awaited == 0 ? null : store.get(id);
    if (known == null) {
      // The store would write down that it deletes nothing: for nearly every prediction.
      return List.of();
    }
    store.put(id, null);
    awaited--;
    return waiting(id, known);
  }

  /** Looks at some of the entries, each time at the next ones, and lets those go that expired. */
  void sweep(BiPredicate<String, EarlyLabel> expired) {
    sweep.go((id, entry) -> expired.test(id, entry) && letGo());
  }

  private boolean letGo() {
    awaited--;
    return true;
  }

  /** Hands over each label of an entry. */
  static void forEach(String id, EarlyLabel entry, Consumer<Waiting> action) {
    waiting(id, entry).forEach(action);
  }

  private static List<Waiting> waiting(String id, EarlyLabel entry) {
    List<Waiting> waiting = new ArrayList<>();
    waiting.add(waiting(id, entry.getLabel(), entry.getOffset()));
    entry.getMore().forEach(other -> waiting.add(waiting(id, other.getLabel(), other.getOffset())));
    return waiting;
  }

  private static Waiting waiting(String id, Label label, long offset) {
    return new Waiting(LabelCodec.decode(withId(label, id)), offset);
  }

  private static Label withId(Label label, String id) {
    return Label.newBuilder(label).setPredictionId(id).build();
  }
}
