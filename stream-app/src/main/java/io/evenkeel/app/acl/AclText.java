package io.evenkeel.app.acl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.text.CaseUtils;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** ACLs as an administrator applies them. */
public final class AclText {
  private static final String PRINCIPAL = "User:";

  private AclText() {}

  /** Resources of a kind that get the same operations, which one command names together. */
  private record Alike(ResourceType type, PatternType pattern, Set<AclOperation> operations) {}

  /**
   * Commands for a shell, by Kafka's own tool.
   *
   * @param brokers addresses of brokers
   * @param principal the user, such as {@code User:evenkeel}
   */
  public static String commands(Acls acls, String brokers, String principal) {
    Map<Alike, List<String>> grouped = new LinkedHashMap<>();
    acls.allowed()
        .forEach(
            (resource, operations) ->
                grouped
                    .computeIfAbsent(
                        new Alike(resource.resourceType(), resource.patternType(), operations),
                        none -> new ArrayList<>())
                    .add(resource.name()));
    StringBuilder text =
        new StringBuilder("# admin.properties says how an administrator connects.\n");
    grouped.forEach(
        (alike, names) ->
            text.append("kafka-acls.sh --bootstrap-server ")
                .append(quoted(brokers))
                .append(" --command-config admin.properties --add --allow-principal ")
                .append(quoted(principal))
                .append(repeated(" --operation ", operations(alike.operations())))
                .append(
                    alike.pattern() == PatternType.PREFIXED
                        ? " --resource-pattern-type prefixed"
                        : "")
                .append(repeated(option(alike.type()), names))
                .append('\n'));
    return text.toString();
  }

  /**
   * A user of Strimzi.
   *
   * @param principal the user, such as {@code User:evenkeel}
   * @throws IllegalArgumentException if it is no user
   */
  public static String strimzi(Acls acls, String principal) {
    if (!principal.startsWith(PRINCIPAL)) {
      throw new IllegalArgumentException(
          "Strimzi's principals are users, such as User:evenkeel; got '" + principal + "'");
    }
    StringBuilder text =
        new StringBuilder(
            """
            apiVersion: kafka.strimzi.io/v1beta2
            kind: KafkaUser
            metadata:
              name: %s
              labels:
                strimzi.io/cluster: my-cluster  # the name of the Kafka resource
            spec:
              authentication:
                type: scram-sha-512  # or tls
              authorization:
                type: simple
                acls:
            """
                .formatted(principal.substring(PRINCIPAL.length())));
    acls.allowed()
        .forEach((resource, operations) -> text.append(entry(resource, operations(operations))));
    return text.toString();
  }

  private static String entry(ResourcePattern resource, Collection<String> operations) {
    String type = CaseUtils.toCamelCase(resource.resourceType().name(), false, '_');
    String pattern = resource.patternType() == PatternType.PREFIXED ? "prefix" : "literal";
    return "      - resource: {type: %s, name: %s, patternType: %s}\n        operations: [%s]\n"
        .formatted(type, resource.name(), pattern, String.join(", ", operations));
  }

  private static List<String> operations(Set<AclOperation> operations) {
    return operations.stream()
        .map(operation -> CaseUtils.toCamelCase(operation.name(), true, '_'))
        .toList();
  }

  private static String option(ResourceType type) {
    return " --" + type.name().toLowerCase(Locale.ROOT).replace('_', '-') + " ";
  }

  private static String repeated(String option, List<String> values) {
    return values.stream().map(value -> option + value).collect(Collectors.joining());
  }

  /** Names of topics and applications need no quotes; brokers and distinguished names may. */
  private static String quoted(String text) {
    return text.matches("[A-Za-z0-9_.:,-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
