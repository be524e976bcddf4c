package io.evenkeel.app.config;

import java.util.Map;

/** The largest request of the producer, which bounds what the application writes for itself. */
public final class RequestSize {
  /**
   * Bytes, unless the configuration says otherwise: brokers take a mebibyte by default, topics of
   * the application's own are made with room for this.
   */
  public static final int DEFAULT = 8 << 20;

  private static final String PROPERTY = "max.request.size";

  /** For the key, the headers, and what frames a record. */
  private static final int FRAME = 16 << 10;

  private RequestSize() {}

  /**
   * The largest request of the producer, in bytes.
   *
   * @param kafka properties of Kafka Streams
   * @throws ConfigException if it is no number of bytes
   */
  public static int request(Map<String, ?> kafka) {
    String ofProducer = "producer." + PROPERTY;
    String key = kafka.containsKey(ofProducer) ? ofProducer : PROPERTY;
    Object given = kafka.get(key);
    if (given == null) {
      return DEFAULT;
    }
    String text = given.toString().trim();
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new ConfigException(
          "kafka." + key, text, "must be a whole number of bytes, at most " + Integer.MAX_VALUE);
    }
  }

  /**
   * The largest value that the producer takes, in bytes.
   *
   * @param kafka properties of Kafka Streams
   */
  public static int value(Map<String, ?> kafka) {
    return request(kafka) - FRAME;
  }
}
