package io.evenkeel.parquet;

import io.evenkeel.app.dataset.ParquetTables;
import java.io.IOException;
import java.nio.file.Path;

/** Parquet files of simple columns, read without Hadoop. */
public final class ParquetFiles implements ParquetTables {

  @Override
  public Content open(Path file) throws IOException {
    return ParquetFile.open(file);
  }
}
