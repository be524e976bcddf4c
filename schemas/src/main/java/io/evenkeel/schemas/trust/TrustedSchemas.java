package io.evenkeel.schemas.trust;

import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;

/**
 * Adds the packages of the generated classes to those that Avro trusts: since 1.12.2 Avro reads
 * records only into classes that are declared to be safe.
 *
 * <p>It takes effect without a call. Avro loads its logical type factories before it parses the
 * first schema, and this class is declared as one. So any serializer works, and what an earlier
 * call of {@link ClassSecurityValidator#setGlobal} trusts stays trusted. Call {@link #trust()}
 * after a later call of {@code setGlobal}, or if Avro is in a class loader that does not see this
 * module.
 */
public final class TrustedSchemas implements LogicalTypes.LogicalTypeFactory {
  private static final String PACKAGES = "io.evenkeel.schemas.";

  /** For Avro's service loader: {@link #trust()}. */
  public TrustedSchemas() {
    trust();
  }

  /** Adds the generated classes to what Avro trusts so far. */
  public static void trust() {
    ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
    if (!before.isTrusted(TrustedSchemas.class)) {
      ClassSecurityValidator.setGlobal(
          ClassSecurityValidator.composite(before, type -> type.getName().startsWith(PACKAGES)));
    }
  }

  /** The name of a logical type that no schema has. */
  @Override
  public String getTypeName() {
    return "evenkeel-trusted-schemas";
  }

  @Override
  public LogicalType fromSchema(Schema schema) {
    return new LogicalType(getTypeName());
  }
}
