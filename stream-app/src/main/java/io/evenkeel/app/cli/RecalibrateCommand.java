package io.evenkeel.app.cli;

import io.evenkeel.app.config.AppConfig;
import io.evenkeel.app.config.ClassNames;
import io.evenkeel.app.dataset.CaseTable;
import io.evenkeel.app.dataset.Dataset;
import io.evenkeel.app.dataset.ModelData;
import io.evenkeel.app.dataset.RowFaults;
import io.evenkeel.app.dataset.UnmatchedLabels;
import io.evenkeel.app.dataset.UnusableRowException;
import io.evenkeel.app.recalibrate.LabelledRows;
import io.evenkeel.app.recalibrate.LearnedMap;
import io.evenkeel.app.recalibrate.MapJson;
import io.evenkeel.app.recalibrate.MapTrial;
import io.evenkeel.app.replay.Case;
import io.evenkeel.app.wording.Numbers;
import io.evenkeel.core.prediction.Counts;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Learns a map that recalibrates predictions, or applies one. */
@Command(
    name = "recalibrate",
    description = {
      "Learns a map that recalibrates the predictions of a model from the labels of a file, and"
          + " writes it as JSON; or applies such a map to the predictions of a file, and writes them"
          + " as CSV. Needs no broker.",
      "The kind of map is chosen by cross-fitting. No map is one of them, and wins ties."
    },
    exitCodeList = {
      "0:done",
      "1:stopped by an error",
      "2:the command line, the dataset file or its data is wrong"
    })
final class RecalibrateCommand implements Callable<Integer> {
  @Mixin private DatasetOptions dataset = new DatasetOptions();

  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description =
          "Where to write the map (.json); with --map, the recalibrated predictions (.csv or"
              + " .csv.gz).")
  @SuppressWarnings("NullAway.Init")
  private Path out;

  @Option(
      names = "--map",
      paramLabel = "FILE",
      description = "Apply the map of this file. Default: learn one.")
  private @Nullable Path map;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "Which model of the dataset file. Needed where it has more than one.")
  private @Nullable String model;

  @Option(
      names = "--by",
      defaultValue = "",
      paramLabel = "ATTRIBUTE",
      description =
          "A segment attribute, such as a region or a device, each of whose values may have a shift"
              + " of its own. Default: one map for all predictions.")
  private String by = "";

  @Option(
      names = "--sample",
      paramLabel = "ROWS",
      defaultValue = "50000",
      description =
          "Learn from a uniform sample of so many labelled rows. Default: ${DEFAULT-VALUE}.")
  private int sample;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "Seed of the sample. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  private long rows;
  private long others;
  private long unusable;
  private long withoutPrediction;
  private String firstUnusable = "";

  @Override
  public Integer call() throws IOException {
    PrintWriter console = spec.commandLine().getOut();
    try {
      if (map != null && !by.isEmpty()) {
        throw new IllegalArgumentException(
            "--by is for learning a map; the one of --map names its attribute itself");
      }
      Dataset data = dataset.read();
      int index = index(data);
      String name = data.models().get(index).model();
      AppConfig settings = AppConfig.of(data.settings());
      DatasetOptions.warn(data, settings, spec.commandLine().getErr());
      checkOut(data.models().get(index));
      RowFaults faults = new RowFaults(this::leaveOut, this::tell, () -> withoutPrediction++);
      if (map == null) {
        try (Stream<Case> cases = data.cases(index, dataset.folder(), faults)) {
          learn(name, settings.model(name).classes(), cases);
        }
      } else {
        LearnedMap learned = MapFile.read(map);
        checkSegments(learned, data.models().get(index));
        learned.checkClasses(
            settings.model(name).classes(), "name their columns in the order of the map");
        try (Stream<Case> cases =
            data.cases(index, dataset.folder(), one -> withColumns(learned.apply(one)), faults)) {
          apply(cases, learned, data.models().get(index));
        }
      }
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    sayLeftOut();
    console.flush();
    return ExitCode.OK;
  }

  private void sayLeftOut() {
    if (unusable > 0) {
      spec.commandLine()
          .getErr()
          .println(Numbers.of(unusable, "row") + " cannot be used; the first: " + firstUnusable);
      spec.commandLine().getErr().flush();
    }
    if (withoutPrediction > 0) {
      spec.commandLine()
          .getOut()
          .println(
              Numbers.of(withoutPrediction, "row")
                  + (withoutPrediction == 1 ? " holds" : " hold")
                  + " no prediction");
    }
  }

  /** There is a place for what is written, and what is read is not written over. */
  private void checkOut(ModelData source) throws IOException {
    checkEnding();
    List<Path> inputs = dataset.inputs(source);
    if (map != null) {
      inputs.add(map);
    }
    NewFile.check("-o", out, inputs);
  }

  /** What is written is of the kind that its name says, so that it can be read again. */
  private void checkEnding() {
    String kinds = map == null ? ".*\\.gz" : ".*\\.(parquet|(jsonl|ndjson)(\\.gz)?)";
    if (out.toString().matches(kinds)) {
      throw new IllegalArgumentException(
          "-o "
              + out
              + (map == null
                  ? ": a map is written as JSON that is not packed: name the file .json"
                  : ": predictions are written as CSV: name the file .csv or .csv.gz"));
    }
  }

  private void leaveOut(UnusableRowException e) {
    if (unusable++ == 0) {
      firstUnusable = String.valueOf(e.getMessage());
    }
  }

  /** Also where nothing can be learned, as labels whose keys differ are why. */
  private void tell(UnmatchedLabels labels) {
    spec.commandLine().getErr().println(labels.words());
    spec.commandLine().getErr().flush();
  }

  private int index(Dataset data) {
    List<String> names = data.models().stream().map(ModelData::model).toList();
    if (model == null && names.size() == 1) {
      return 0;
    }
    int index = model == null ? -1 : names.indexOf(model);
    if (index < 0) {
      throw new IllegalArgumentException("--model must be one of " + names);
    }
    return index;
  }

  private void learn(String name, List<String> classes, Stream<Case> cases) throws IOException {
    PrintWriter console = spec.commandLine().getOut();
    RowProgress progress = new RowProgress(spec.commandLine().getErr(), InstantSource.system());
    LabelledRows rows = new LabelledRows(sample, seed, by);
    long read = 0;
    for (Iterator<Case> rest = cases.iterator(); rest.hasNext(); ) {
      rows.add(rest.next());
      progress.at(name + ", rows", ++read);
    }
    if (rows.first().isEmpty()) {
      sayLeftOut(); // It may be why nothing can be learned.
    }
    MapTrial trial = MapTrial.of(rows, progress.ofMaps(name));
    LearnedMap learned =
        new LearnedMap(
            name,
            rows.observations().prediction(0).space(),
            classes,
            trial.choice().n(),
            Instant.ofEpochMilli(rows.first().orElseThrow()),
            Instant.ofEpochMilli(rows.last().orElseThrow()),
            trial.gain(),
            trial.interval(),
            trial.map());
    NewFile.write("-o", out, writer -> writer.write(MapJson.write(learned)));
    console.println(name + ": " + ClassNames.of(classes).in(trial.sentence()));
    console.println("written: " + out);
  }

  /** A prediction without an attribute is in a segment of its own, but hardly all of them. */
  private static void checkSegments(LearnedMap learned, ModelData source) {
    for (String attribute : learned.map().attributes()) {
      if (!source.segments().containsKey(attribute)) {
        throw new IllegalArgumentException(
            "the map depends on the segment attribute '"
                + attribute
                + "': name its column with --segment, or under 'segments' of the dataset file");
      }
    }
  }

  private void apply(Stream<Case> cases, LearnedMap learned, ModelData source) throws IOException {
    PrintWriter console = spec.commandLine().getOut();
    rows = 0;
    others = 0;
    NewFile.write("-o", out, writer -> write(cases, learned, new CaseTable(writer, source)));
    console.println("written: " + out + ", " + rows + " recalibrated predictions");
    if (others > 0) {
      console.println(
          others
              + " of "
              + rows
              + (others == 1
                  ? " predictions is in no segment that the map knows; it has the map of others"
                  : " predictions are in no segment that the map knows; they have that of others"));
    }
  }

  private void write(Stream<Case> cases, LearnedMap learned, CaseTable table) throws IOException {
    for (Iterator<Case> rest = cases.iterator(); rest.hasNext(); rows++) {
      Case one = rest.next();
      others += learned.knows(one.prediction()) ? 0 : 1;
      table.add(one);
    }
    if (rows == 0 && unusable > 0) {
      throw new IllegalArgumentException("no row can be recalibrated; the first: " + firstUnusable);
    }
  }

  private static Case withColumns(Case recalibrated) {
    if (recalibrated.prediction().distribution() instanceof Counts) {
      throw new IllegalArgumentException(
          "recalibrated counts have a probability for each, so that rows would have different"
              + " columns; recalibrate them by deploy/python/recalibration.py, or in the stream by"
              + " apply-maps");
    }
    return recalibrated;
  }
}
