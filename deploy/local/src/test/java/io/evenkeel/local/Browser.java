package io.evenkeel.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real Chromium that a test looks at the status page with. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * Starts it; the test is skipped where it is not installed.
   *
   * @param profile an empty folder for its files
   */
  static Browser start(Path profile) {
    Optional<Path> chromium = onPath("chromium", "chromium-browser", "google-chrome");
    Optional<Path> chromedriver = onPath("chromedriver");
    assumeTrue(
        chromium.isPresent() && chromedriver.isPresent(),
        "skipped: chromium and chromedriver are not on the PATH; on Debian: apt-get install"
            + " chromium chromium-driver");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.get().toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--hide-scrollbars",
        "--window-size=1280,900",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromedriver.get().toFile())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  private static Optional<Path> onPath(String... names) {
    List<Path> folders =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":")).map(Path::of).toList();
    return Stream.of(names)
        .flatMap(name -> folders.stream().map(folder -> folder.resolve(name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  void open(URI page) {
    driver.get(page.toString());
  }

  /** Follows a link within the page that is open, without loading it again. */
  void go(String hash) {
    run("location.hash = arguments[0]", hash);
  }

  @Nullable Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** The texts of all elements that match, at one moment: the page may exchange them meanwhile. */
  List<String> texts(String selector) {
    Object texts =
        run(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.innerText.trim())",
            selector);
    return ((List<?>) Objects.requireNonNull(texts)).stream().map(String::valueOf).toList();
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  void awaitText(String selector, String text) {
    // The page may exchange an element between finding and reading it.
    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(find(selector).getText()).contains(text));
  }

  void awaitCount(String selector, int count) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(all(selector)).hasSize(count));
  }

  void press(Keys key) {
    driver.switchTo().activeElement().sendKeys(key);
  }

  /** Drags over an element, between two places in its middle, as shares of its width. */
  void drag(WebElement over, double from, double to) {
    int width = over.getSize().getWidth();
    new Actions(driver)
        .moveToElement(over, (int) ((from - 0.5) * width), 0)
        .clickAndHold()
        .moveToElement(over, (int) ((to - 0.5) * width), 0)
        .release()
        .perform();
  }

  /** What the reader's system prefers: light or dark. */
  void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** The size of the screen, in pixels of CSS. */
  void resize(int width, int height, double scale) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width", width, "height", height, "deviceScaleFactor", scale, "mobile", width < 600));
  }

  /** Whether something is wider than the screen, so that the page as a whole scrolls sideways. */
  boolean overflows() {
    return Boolean.TRUE.equals(
        run("return document.documentElement.scrollWidth > document.documentElement.clientWidth"));
  }

  /** What the page and the browser complained of since it was last asked. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(Object::toString)
        .toList();
  }

  /** Waits until what was asked for stands on the screen. */
  void awaitDrawn() {
    driver.executeAsyncScript(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))");
  }

  /** Writes what stands on the screen as a PNG, packed as well as can be. */
  void screenshot(Path file) throws IOException {
    BufferedImage opaque = screen();
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    ImageWriteParam packing = writer.getDefaultWriteParam();
    packing.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    packing.setCompressionQuality(0);
    Files.deleteIfExists(file);
    try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(opaque, null, null), packing);
    }
  }

  /** What stands on the screen, without transparency. */
  BufferedImage screen() throws IOException {
    byte[] png = driver.getScreenshotAs(OutputType.BYTES);
    BufferedImage screen = ImageIO.read(new ByteArrayInputStream(png));
    BufferedImage opaque =
        new BufferedImage(screen.getWidth(), screen.getHeight(), BufferedImage.TYPE_INT_RGB);
    opaque.createGraphics().drawImage(screen, 0, 0, null);
    return opaque;
  }

  @Override
  public void close() {
    driver.quit();
  }
}
