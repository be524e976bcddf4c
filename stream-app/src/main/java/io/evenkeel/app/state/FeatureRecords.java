package io.evenkeel.app.state;

import io.evenkeel.core.drift.CategoricalFeature;
import io.evenkeel.core.drift.Feature;
import io.evenkeel.core.drift.Features;
import io.evenkeel.core.drift.NumericFeature;
import io.evenkeel.core.profile.FeatureQuarters;
import io.evenkeel.schemas.internal.FeatureCells;
import io.evenkeel.schemas.internal.Quarters;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Between the records of features in a profile and core's features. */
final class FeatureRecords {

  private FeatureRecords() {}

  static List<FeatureCells> cells(Features features) {
    return features.all().stream().map(FeatureRecords::cells).toList();
  }

  private static FeatureCells cells(Feature feature) {
    return feature instanceof NumericFeature numbers
        ? new FeatureCells(numbers.name(), numbers.deviation(), list(numbers.cuts()))
        : new FeatureCells(feature.name(), null, list(((CategoricalFeature) feature).values()));
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  /** The locations of the embedding, one after the other. */
  static ByteBuffer locations(Features features) {
    return DoublesCodec.toBytes(
        Arrays.stream(features.locations()).flatMapToDouble(Arrays::stream).toArray());
  }

  static Features features(List<FeatureCells> cells, double gamma, ByteBuffer locations) {
    int d = cells.size();
    double[] scores = DoublesCodec.toDoubles(locations);
    double[][] rows = new double[d == 0 ? 0 : scores.length / d][];
    for (int j = 0; j < rows.length; j++) {
      rows[j] = Arrays.copyOfRange(scores, j * d, (j + 1) * d);
    }
    return new Features(cells.stream().map(FeatureRecords::feature).toList(), gamma, rows);
  }

  static List<Quarters> quarters(List<FeatureQuarters> features) {
    return features.stream().map(of -> new Quarters(of.name(), of.cuts())).toList();
  }

  static List<FeatureQuarters> features(List<Quarters> quarters) {
    return quarters.stream().map(of -> new FeatureQuarters(of.getName(), of.getCuts())).toList();
  }

  private static Feature feature(FeatureCells cells) {
    Double deviation = cells.getDeviation();
    double[] values = cells.getValues().stream().mapToDouble(Double::doubleValue).toArray();
    return deviation == null
        ? new CategoricalFeature(cells.getName(), values)
        : new NumericFeature(cells.getName(), deviation, values);
  }
}
