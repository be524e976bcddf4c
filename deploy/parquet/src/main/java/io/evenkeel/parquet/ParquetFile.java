package io.evenkeel.parquet;

import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.ParquetReader;
import io.evenkeel.app.dataset.ParquetTables;
import io.evenkeel.app.dataset.PlainNumber;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * The simple columns of a Parquet file. Times are read as instants in UTC, dates as days, decimals
 * as numbers, bytes as text if they are UTF-8; null is an empty cell.
 */
final class ParquetFile implements ParquetTables.Content {
  /** What can be read without Hadoop. */
  private static final Set<CompressionCodecName> UNPACKED =
      EnumSet.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.ZSTD);

  private final List<PrimitiveType> types;
  private final List<String> nested;
  private final ParquetReader<String[], String[]> reader;

  private ParquetFile(
      List<PrimitiveType> types, List<String> nested, ParquetReader<String[], String[]> reader) {
    this.types = types;
    this.nested = nested;
    this.reader = reader;
  }

  static ParquetFile open(Path file) throws IOException {
    ParquetMetadata metadata = metadata(file);
    checkPacked(file, metadata);
    MessageType schema = metadata.getFileMetaData().getSchema();
    List<PrimitiveType> types =
        schema.getFields().stream()
            .filter(ParquetFile::isSimple)
            .map(Type::asPrimitiveType)
            .toList();
    List<String> nested =
        schema.getFields().stream().filter(field -> !isSimple(field)).map(Type::getName).toList();
    if (types.isEmpty()) {
      throw new IllegalArgumentException(
          file
              + ": all columns are nested or repeated, "
              + nested
              + "; write their parts as columns of their own");
    }
    List<String> names = types.stream().map(Type::getName).toList();
    return new ParquetFile(
        types,
        nested,
        ParquetReader.spliterator(file.toFile(), columns -> new Cells(types), names));
  }

  /** What is packed in another way needs the libraries of Hadoop. */
  private static void checkPacked(Path file, ParquetMetadata metadata) {
    metadata.getBlocks().stream()
        .flatMap(block -> block.getColumns().stream())
        .map(ColumnChunkMetaData::getCodec)
        .filter(codec -> !UNPACKED.contains(codec))
        .findFirst()
        .ifPresent(
            codec -> {
              throw new IllegalArgumentException(
                  file
                      + ": is packed by "
                      + codec
                      + ", which is not read here; write it packed by one of "
                      + UNPACKED);
            });
  }

  private static ParquetMetadata metadata(Path file) throws IOException {
    try {
      return ParquetReader.readMetadata(file.toFile());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(file + ": this is no Parquet file, or it is damaged", e);
    }
  }

  private static boolean isSimple(Type field) {
    return field.isPrimitive() && !field.isRepetition(Repetition.REPEATED);
  }

  @Override
  public List<String> columns() {
    return types.stream().map(Type::getName).toList();
  }

  @Override
  public List<String> nested() {
    return nested;
  }

  @Override
  public Stream<List<String>> rows() {
    return ParquetReader.stream(reader)
        .map(
            cells -> {
              Arrays.setAll(cells, k -> cells[k] == null ? "" : cells[k]);
              return Arrays.asList(cells);
            });
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  /** Takes the values of a row as texts, each in the place of its column. */
  private static final class Cells implements Hydrator<String[], String[]> {
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;

    private final List<PrimitiveType> types;
    private final Map<String, Integer> positions = new HashMap<>();

    Cells(List<PrimitiveType> types) {
      this.types = types;
      types.forEach(type -> positions.put(type.getName(), positions.size()));
    }

    @Override
    public String[] start() {
      return new String[types.size()];
    }

    @Override
    public String[] add(String[] cells, String column, @Nullable Object value) {
      Integer position = positions.get(column);
      if (position != null) {
        cells[position] = value == null ? "" : text(types.get(position), value);
      }
      return cells;
    }

    @Override
    public String[] finish(String[] cells) {
      return cells;
    }

    /** Nanoseconds of a day and the number of the Julian day: how Spark writes times by default. */
    private static String julian(String hexadecimal) {
      ByteBuffer bytes = ByteBuffer.wrap(bytes(hexadecimal)).order(ByteOrder.LITTLE_ENDIAN);
      long nanoseconds = bytes.getLong();
      long day = bytes.getInt() - JULIAN_DAY_OF_EPOCH;
      return Instant.EPOCH.plus(day, ChronoUnit.DAYS).plusNanos(nanoseconds).toString();
    }

    /** Bytes as the text that they are in UTF-8; what is none stays hexadecimal. */
    private static String decoded(String hexadecimal) {
      byte[] bytes = bytes(hexadecimal);
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        return hexadecimal;
      }
    }

    /** Of the form in which the library gives them. */
    private static byte[] bytes(String hexadecimal) {
      return HexFormat.of().parseHex(hexadecimal.substring("0x".length()));
    }

    private static String unsigned(Object value) {
      return value instanceof Integer n
          ? Integer.toUnsignedString(n)
          : Long.toUnsignedString((Long) value);
    }

    private static String text(PrimitiveType type, Object value) {
      if (type.getPrimitiveTypeName() == PrimitiveTypeName.INT96) {
        return julian(value.toString());
      }
      var logical = type.getLogicalTypeAnnotation();
      if (logical instanceof TimestampLogicalTypeAnnotation timestamp && value instanceof Long n) {
        ChronoUnit unit =
            switch (timestamp.getUnit()) {
              case MILLIS -> ChronoUnit.MILLIS;
              case MICROS -> ChronoUnit.MICROS;
              case NANOS -> ChronoUnit.NANOS;
            };
        return Instant.EPOCH.plus(n, unit).toString();
      }
      if (logical instanceof DateLogicalTypeAnnotation && value instanceof Integer n) {
        return LocalDate.ofEpochDay(n).toString();
      }
      if (logical instanceof DecimalLogicalTypeAnnotation) {
        return value instanceof Long n
            ? type.stringifier().stringify(n)
            : value instanceof Integer i ? type.stringifier().stringify(i) : value.toString();
      }
      if (logical instanceof IntLogicalTypeAnnotation whole && !whole.isSigned()) {
        return unsigned(value);
      }
      if (type.getPrimitiveTypeName() == PrimitiveTypeName.BINARY && logical == null) {
        return decoded(value.toString());
      }
      if (value instanceof Double number) {
        return PlainNumber.of(number);
      }
      return value instanceof Float number ? PlainNumber.of(number) : value.toString();
    }
  }
}
