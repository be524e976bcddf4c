package io.evenkeel.local;

import io.evenkeel.app.serde.AvroSerializer;
import io.evenkeel.schemas.Distribution;
import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.Prediction;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** The Java code of schemas/README.md. */
final class SendEvents {

  private SendEvents() {}

  @SuppressWarnings("FutureReturnValueIgnored") // closing the producer waits for all of them
  static void send(String brokers, String registry) {
    // README begins
    Properties properties = new Properties();
    properties.put("bootstrap.servers", brokers);
    properties.put("schema.registry.url", registry);
    properties.put("key.serializer", StringSerializer.class);
    properties.put("value.serializer", AvroSerializer.class); // or Confluent's KafkaAvroSerializer
    try (Producer<String, SpecificRecord> producer = new KafkaProducer<>(properties)) {
      Prediction prediction =
          Prediction.newBuilder()
              .setPredictionId("order-4711")
              .setModel("churn")
              .setVersion("3")
              .setMadeAt(Instant.now())
              .setDistribution(Distribution.newBuilder().setCategorical(List.of(0.8, 0.2)).build())
              .build();
      producer.send(new ProducerRecord<>("evenkeel.predictions", "order-4711", prediction));

      Label label =
          Label.newBuilder()
              .setPredictionId("order-4711")
              .setKnownAt(Instant.now())
              .setTarget(1)
              .build();
      producer.send(new ProducerRecord<>("evenkeel.labels", "order-4711", label));
    }
    // README ends
  }
}
