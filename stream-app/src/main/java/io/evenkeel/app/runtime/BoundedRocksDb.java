package io.evenkeel.app.runtime;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.WriteBufferManager;

/**
 * Bounds the memory that all stores of this process take outside of the heap, blocks read and
 * writes not yet on disk together. Kafka's default is 50 MB of blocks and 48 MB of writes for each
 * store, of which there are a dozen per partition.
 */
public final class BoundedRocksDb implements RocksDBConfigSetter {
  /** Property: number of bytes. */
  static final String MEMORY = "evenkeel.rocksdb.memory";

  private static final long DEFAULT_MEMORY = 256L << 20;

  /** Of the memory, what writes may take. */
  private static final double WRITES = 0.5;

  /**
   * Of what a store writes, the least that it takes. RocksDB's is a mebibyte: the stores of 24
   * partitions would be beyond the bound by a record each, and write a file for every few records.
   */
  private static final long WRITES_OF_A_STORE = 64 << 10;

  /** RocksDB reserves four mebibytes of disk for the list of a store's files, of a few KiB. */
  private static final long LIST_OF_FILES = 64 << 10;

  private static @Nullable Cache cache;
  private static @Nullable WriteBufferManager writes;

  /** For Kafka, which calls {@link #setConfig} for each store. */
  public BoundedRocksDb() {}

  @Override
  public void setConfig(String store, Options options, Map<String, Object> configs) {
    Object given = configs.get(MEMORY);
    long memory = given == null ? DEFAULT_MEMORY : Long.parseLong(String.valueOf(given));
    BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
    synchronized (BoundedRocksDb.class) {
      if (cache == null || writes == null) {
        cache = new LRUCache(memory);
        // What is to be written counts as a part of the cache.
        writes = new WriteBufferManager((long) (WRITES * memory), cache);
      }
      table.setBlockCache(cache);
      options.setWriteBufferManager(writes);
    }
    options.setArenaBlockSize(WRITES_OF_A_STORE);
    options.setManifestPreallocationSize(LIST_OF_FILES);
    table.setCacheIndexAndFilterBlocks(true);
    table.setCacheIndexAndFilterBlocksWithHighPriority(true);
    options.setTableFormatConfig(table);
  }

  /** Cache and buffers belong to the other stores, too, and live as long as the process. */
  @Override
  public void close(String store, Options options) {}

  /** The bytes that all stores take now. */
  static synchronized double used() {
    return cache == null ? 0 : cache.getUsage();
  }
}
