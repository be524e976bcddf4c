package io.evenkeel.app.codec;

import io.evenkeel.core.prediction.Categorical;
import io.evenkeel.core.prediction.Mixture;
import io.evenkeel.core.prediction.PredictiveDistribution;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.MixtureComponent;
import java.util.ArrayList;
import java.util.List;

/** Between the Avro record of a mixture and core's: its components are records of their own. */
final class MixtureCodec {

  private MixtureCodec() {}

  static Mixture decode(io.evenkeel.schemas.Mixture record) {
    List<MixtureComponent> components = record.getComponents();
    if (components.isEmpty()) {
      throw new IllegalArgumentException("a mixture needs at least one component, got none");
    }
    return Mixture.of(
        components.stream().mapToDouble(MixtureComponent::getWeight).toArray(),
        components.stream().map(MixtureCodec::decode).toList());
  }

  private static PredictiveDistribution decode(MixtureComponent component) {
    Distribution record =
        Distribution.newBuilder()
            .setNormal(component.getNormal())
            .setMultivariateNormal(component.getMultivariateNormal())
            .setLaplace(component.getLaplace())
            .build();
    return DistributionCodec.decode(record, Categorical.DEFAULT_TOLERANCE);
  }

  static io.evenkeel.schemas.Mixture encode(Mixture mixture) {
    List<MixtureComponent> components = new ArrayList<>(mixture.size());
    for (int i = 0; i < mixture.size(); i++) {
      Distribution record = DistributionCodec.encode(mixture.component(i));
      components.add(
          new MixtureComponent(
              mixture.weight(i),
              record.getNormal(),
              record.getMultivariateNormal(),
              record.getLaplace()));
    }
    return new io.evenkeel.schemas.Mixture(components);
  }
}
