package io.evenkeel.local.market;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;

/** A file of trades: a line of names, then timestamp (seconds since 1970), price and amount. */
final class TradeFile {
  private static final String BITSTAMP = "/bitstamp_trades_from_20131125_usd.csv";
  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).get();

  private TradeFile() {}

  /** The trades of Bitstamp from 2013-11-25 00:00 to 2013-12-01 16:02 UTC, in order. */
  static List<Trade> bitstamp() {
    InputStream file = TradeFile.class.getResourceAsStream(BITSTAMP);
    if (file == null) {
      throw new IllegalStateException(
          BITSTAMP + " is not on the class path; it comes with org.ta4j:ta4j-examples");
    }
    try (Reader reader = new InputStreamReader(file, StandardCharsets.UTF_8)) {
      return read(reader);
    } catch (IOException e) {
      throw new UncheckedIOException("the trades cannot be read", e);
    }
  }

  static List<Trade> read(Reader reader) throws IOException {
    List<Trade> trades = new ArrayList<>();
    for (CSVRecord line : FORMAT.parse(reader)) {
      trades.add(
          new Trade(
              Instant.ofEpochSecond(Long.parseLong(line.get("timestamp"))),
              Double.parseDouble(line.get("price")),
              Double.parseDouble(line.get("amount"))));
    }
    return trades;
  }
}
