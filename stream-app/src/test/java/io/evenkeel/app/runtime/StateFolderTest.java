package io.evenkeel.app.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.app.state.StoreNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

class StateFolderTest {
  @TempDir private Path root;
  private StateFolder folder;

  @BeforeEach
  void open() {
    folder = new StateFolder(root.resolve("evenkeel"), "evenkeel");
  }

  /** Files of a task, as Kafka Streams makes them. */
  private Path task(String task) throws IOException {
    Path store = folder.path().resolve(task).resolve("rocksdb/clocks");
    Files.createDirectories(store);
    Files.writeString(store.resolve("CURRENT"), "MANIFEST-000004\n");
    return store;
  }

  @Test
  void isTakenUpAgainByTheSameApplicationOnTheSameCluster() throws IOException {
    folder.claim("cluster", "topic");
    task("0_0");

    assertThatCode(() -> folder.claim("cluster", "topic")).doesNotThrowAnyException();
  }

  @Test
  void isRefusedOnAnotherCluster() {
    folder.claim("cluster", "topic");

    assertThatThrownBy(() -> folder.claim("other", "topic"))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith(
            "the state in "
                + folder.path()
                + " has cluster.id cluster, and this is other: move the folder away");
  }

  /** A container of Kafka whose data were deleted comes back with the same cluster id. */
  @Test
  void isRefusedWhereTheTopicsWereMadeAnew() {
    folder.claim("cluster", "topic");

    assertThatThrownBy(() -> folder.claim("cluster", "other"))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("series.topic.id topic, and this is other");
  }

  @Test
  void isRefusedByAnotherApplication() throws IOException {
    folder.claim("cluster", "topic");
    StateFolder moved = new StateFolder(root.resolve("other"), "other");
    Files.move(folder.path(), moved.path());

    assertThatThrownBy(() -> moved.claim("cluster", "topic"))
        .hasMessageContaining("application.id evenkeel, and this is other");
  }

  @Test
  void withoutAMarkIsOfAnOlderVersion() throws IOException {
    task("0_0");

    assertThatThrownBy(() -> folder.claim("cluster", "topic"))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "was written by an older version (format 0, this one has " + StoreNames.FORMAT + ")")
        .hasMessageContaining("run 'evenkeel reset'");
  }

  @Test
  void ofALaterVersionIsRefused() throws IOException {
    folder.claim("cluster", "topic");
    Path marker = folder.path().resolve("evenkeel.properties");
    Files.writeString(
        marker,
        Files.readString(marker).replace("state.format=" + StoreNames.FORMAT, "state.format=99"));

    assertThatThrownBy(() -> folder.claim("cluster", "topic"))
        .hasMessageContaining("was written by a later version (format 99");
  }

  @Test
  void saysWhichTaskIsDamaged() {
    String store = folder.path() + "/1_0/rocksdb/clocks";
    Exception opening =
        new StreamsException(
            new ProcessorStateException(
                "Error opening store clocks at location " + store,
                new RocksDBException("Corruption: bad block")));
    Exception reading =
        new ProcessorStateException(
            "Error while getting value for key from store clocks",
            new RocksDBException("Corruption: block checksum mismatch in " + store + "/1.sst"));

    assertThat(folder.damagedTask(opening)).contains("1_0");
    assertThat(folder.damagedTask(reading)).contains("1_0");
    assertThat(
            folder.damagedTask(
                new ProcessorStateException(
                    "Error opening store profiles at location "
                        + folder.path()
                        + "/global/rocksdb/profiles")))
        .contains("global");
  }

  @Test
  void isNotDamagedWhenTheDiskIsFull() {
    Exception full =
        new ProcessorStateException(
            "Error opening store clocks at location " + folder.path() + "/1_0/rocksdb/clocks",
            new RocksDBException("IO error: No space left on device"));

    assertThat(folder.damagedTask(full)).isEmpty();
    assertThat(folder.damagedTask(new IllegalStateException("something else"))).isEmpty();
  }

  @Test
  void movesTheFilesOfATaskOutOfTheWay() throws IOException {
    task("1_0");
    folder.setAside("1_0");
    task("1_0");

    Path aside = folder.setAside("1_0");

    assertThat(folder.path().resolve("1_0")).doesNotExist();
    assertThat(aside.resolve("rocksdb/clocks/CURRENT")).exists();
  }
}
