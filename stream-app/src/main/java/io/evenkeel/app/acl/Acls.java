package io.evenkeel.app.acl;

import io.evenkeel.app.config.AppConfig;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What one user is to be allowed, and nothing more. READ, WRITE and DELETE imply DESCRIBE, which is
 * not named beside them.
 */
public final class Acls {
  private final Map<ResourcePattern, Set<AclOperation>> allowed = new LinkedHashMap<>();

  private Acls() {}

  /** What a user who does all of these tasks needs. */
  public static Acls of(AppConfig config, Collection<Task> tasks) {
    Acls acls = new Acls();
    tasks.forEach(task -> task.allow(config, acls));
    return acls;
  }

  /** The operations by resource, in the order in which they were first named. */
  Map<ResourcePattern, Set<AclOperation>> allowed() {
    return allowed;
  }

  /**
   * The same for a broker's client.
   *
   * @param principal the user, such as {@code User:evenkeel}
   */
  public List<AclBinding> bindings(String principal) {
    List<AclBinding> bindings = new ArrayList<>();
    allowed.forEach(
        (resource, operations) ->
            operations.forEach(
                operation ->
                    bindings.add(
                        new AclBinding(
                            resource,
                            new AccessControlEntry(
                                principal, "*", operation, AclPermissionType.ALLOW)))));
    return bindings;
  }

  void topics(List<String> names, AclOperation... operations) {
    names.forEach(name -> add(ResourceType.TOPIC, name, PatternType.LITERAL, operations));
  }

  /** Those of one application begin alike. A new version may bring further ones. */
  void internalTopics(String prefix, AclOperation... operations) {
    add(ResourceType.TOPIC, prefix, PatternType.PREFIXED, operations);
  }

  void group(String name, AclOperation... operations) {
    add(ResourceType.GROUP, name, PatternType.LITERAL, operations);
  }

  /** Each thread of each instance has an id of its own. */
  void transactions(String prefix, AclOperation... operations) {
    add(ResourceType.TRANSACTIONAL_ID, prefix, PatternType.PREFIXED, operations);
  }

  private void add(
      ResourceType type, String name, PatternType pattern, AclOperation... operations) {
    allowed
        .computeIfAbsent(
            new ResourcePattern(type, name, pattern), none -> EnumSet.noneOf(AclOperation.class))
        .addAll(List.of(operations));
  }
}
