package io.evenkeel.local.market;

import io.evenkeel.app.codec.LabelEvent;
import io.evenkeel.app.codec.PredictionEvent;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.replay.CaseSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Three models that forecast the same market once a minute.
 *
 * <ul>
 *   <li>{@code btc-ewma}: the return in basis points, normal, with the volatility of RiskMetrics
 *   <li>{@code btc-floor}: the same with a floor under the volatility
 *   <li>{@code btc-move}: whether the price moves by more than 20 basis points; binary
 * </ul>
 */
public final class MarketForecasts implements CaseSource {
  /** Returns that the models see before their first forecast: four hours. */
  private static final int WARM_UP = 240;

  private final List<MinuteReturn> returns;

  private MarketForecasts(List<MinuteReturn> returns) {
    this.returns = returns;
  }

  /** Forecasts of the price of bitcoin from 2013-11-25 to 2013-12-01, about 28,000. */
  public static MarketForecasts bitstamp() {
    return of(TradeFile.bitstamp());
  }

  static MarketForecasts of(List<Trade> trades) {
    return new MarketForecasts(MinuteReturn.of(trades));
  }

  /** Names of the models. */
  public static List<String> models() {
    return forecasters().stream().map(Forecaster::model).toList();
  }

  @Override
  public Stream<Case> cases() {
    List<Forecaster> forecasters = forecasters();
    List<Case> cases = new ArrayList<>();
    for (int i = 0; i < returns.size(); i++) {
      MinuteReturn minute = returns.get(i);
      for (Forecaster forecaster : forecasters) {
        if (i >= WARM_UP) {
          cases.add(forecast(forecaster, minute));
        }
        minute.basisPoints().ifPresent(forecaster::learn);
      }
    }
    return cases.stream();
  }

  private static List<Forecaster> forecasters() {
    return List.of(NormalForecaster.ewma(), NormalForecaster.floored(), new MoveForecaster());
  }

  private static Case forecast(Forecaster forecaster, MinuteReturn minute) {
    String model = forecaster.model();
    String id = model + "@" + minute.start();
    long madeAt = minute.start().toEpochMilli();
    var prediction =
        new PredictionEvent(id, model, "", madeAt, Map.of(), Map.of(), forecaster.forecast());
    return new Case(prediction, labels(id, forecaster, minute));
  }

  private static List<LabelEvent> labels(String id, Forecaster forecaster, MinuteReturn minute) {
    OptionalDouble basisPoints = minute.basisPoints();
    if (basisPoints.isEmpty()) {
      return List.of();
    }
    long knownAt = minute.end().toEpochMilli();
    return List.of(new LabelEvent(id, knownAt, 0, forecaster.target(basisPoints.getAsDouble())));
  }
}
