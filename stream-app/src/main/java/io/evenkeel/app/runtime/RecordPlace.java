package io.evenkeel.app.runtime;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.TopicPartition;

/**
 * The place of one record, written as {@code topic-partition@offset}.
 *
 * @param topic its topic
 * @param partition its partition
 * @param offset its offset
 */
public record RecordPlace(String topic, int partition, long offset) {
  private static final Pattern FORM = Pattern.compile("(.+)-(\\d{1,9})@(\\d{1,18})");

  /**
   * The place that is written so.
   *
   * @throws IllegalArgumentException if it is not written as topic-partition@offset
   */
  public static RecordPlace parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not topic-partition@offset, such as evenkeel.labels-0@17");
    }
    return new RecordPlace(
        matcher.group(1), Integer.parseInt(matcher.group(2)), Long.parseLong(matcher.group(3)));
  }

  /** Its topic and partition. */
  public TopicPartition topicPartition() {
    return new TopicPartition(topic, partition);
  }

  @Override
  public String toString() {
    return topic + "-" + partition + "@" + offset;
  }
}
