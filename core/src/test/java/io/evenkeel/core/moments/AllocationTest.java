package io.evenkeel.core.moments;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.evenkeel.core.prediction.TargetSpace;
import io.evenkeel.core.profile.ProfileLearner;
import io.evenkeel.core.simulation.Observation;
import io.evenkeel.core.simulation.Stream;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sketches are on the hot path: what they allocate per observation the collector has to free. */
class AllocationTest {
  /**
   * Less than one array of a double per location takes; interpreted code allocates small objects.
   */
  private static final long BYTES_PER_OBSERVATION = 256;

  @Test
  void addsObservationsWithoutAllocatingArrays() {
    assertAllocatesLittle(Stream.dirichlet(10, 0.5), TargetSpace.classes(10));
    assertAllocatesLittle(Stream.normals(3), TargetSpace.reals(3));
  }

  private static void assertAllocatesLittle(Stream.Law law, TargetSpace space) {
    var profile = ProfileLearner.learn(1, Stream.calibrated(law, 1).predictions(100), 32, 1);
    Sketch sketch = SketchPlan.of(space, profile).empty();
    List<Observation> observations = Stream.calibrated(law, 2).next(2000);
    observations.forEach(o -> sketch.add(o.prediction(), o.target()));

    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    observations.forEach(o -> sketch.add(o.prediction(), o.target()));
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(allocated / observations.size()).isLessThan(BYTES_PER_OBSERVATION);
  }
}
