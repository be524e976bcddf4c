package io.evenkeel.schemas.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.schemas.Label;
import io.evenkeel.schemas.internal.Profile;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TrustedSchemasTest {

  @AfterEach
  void trustAgain() {
    TrustedSchemas.trust();
  }

  @Test
  void isInForceOnceAnySchemaIsParsed() {
    new Schema.Parser().parse("\"int\"");

    assertThat(LogicalTypes.getCustomRegisteredTypes().values())
        .hasAtLeastOneElementOfType(TrustedSchemas.class);
    ClassSecurityPredicate trusted = ClassSecurityValidator.getGlobal();
    assertThat(trusted.isTrusted(Label.class)).isTrue();
    assertThat(trusted.isTrusted(Profile.class)).isTrue();
    assertThat(trusted.isTrusted(Runtime.class)).isFalse();
  }

  @Test
  void keepsWhatWasTrustedBefore() {
    ClassSecurityValidator.setGlobal(type -> type == Thread.class);

    TrustedSchemas.trust();

    ClassSecurityPredicate trusted = ClassSecurityValidator.getGlobal();
    assertThat(trusted.isTrusted(Thread.class)).isTrue();
    assertThat(trusted.isTrusted(Label.class)).isTrue();
    assertThat(trusted.isTrusted(Runtime.class)).isFalse();
  }

  @Test
  void addsNothingTwice() {
    TrustedSchemas.trust();
    ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();

    TrustedSchemas.trust();

    assertThat(ClassSecurityValidator.getGlobal()).isSameAs(before);
  }
}
