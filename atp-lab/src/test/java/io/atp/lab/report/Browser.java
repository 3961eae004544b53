package io.atp.lab.report;

import io.atp.io.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Headless Chromium, driven over the loopback through chromedriver's WebDriver door. It talks to
/// nothing else and ends when closed.
final class Browser implements AutoCloseable {
  private static final Pattern PORT = Pattern.compile("on port ([0-9]+)");
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private final Process driver;
  private final HttpClient http = HttpClient.newHttpClient();
  private final String address;
  private String session;

  /// The program of that name on the PATH.
  static Optional<Path> find(String... names) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(names)
        .flatMap(name -> Stream.of(path.split(":")).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static boolean found() {
    return find("chromedriver").isPresent() && find("chromium", "google-chrome").isPresent();
  }

  /// @param profile an empty folder for what a browser keeps
  static Browser open(Path profile) throws IOException, InterruptedException {
    Process driver =
        new ProcessBuilder(find("chromedriver").orElseThrow().toString(), "--port=0")
            .redirectErrorStream(true)
            .start();
    var browser = new Browser(driver, port(driver));
    try {
      browser.begin(profile);
      return browser;
    } catch (IOException | InterruptedException | RuntimeException e) {
      browser.close();
      throw e;
    }
  }

  private Browser(Process driver, int port) {
    this.driver = driver;
    this.address = "http://127.0.0.1:" + port;
  }

  private static int port(Process driver) throws IOException {
    var said =
        new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
    for (String line; (line = said.readLine()) != null; ) {
      Matcher port = PORT.matcher(line);
      if (port.find() && line.contains("success")) {
        return Integer.parseInt(port.group(1));
      }
    }
    throw new IOException("chromedriver did not say its port");
  }

  private void begin(Path profile) throws IOException, InterruptedException {
    Map<String, Object> chrome = new LinkedHashMap<>();
    chrome.put("binary", find("chromium", "google-chrome").orElseThrow().toString());
    chrome.put(
        "args",
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--window-size=1280,900",
            "--user-data-dir=" + profile));
    Map<String, Object> wanted =
        Map.of("goog:chromeOptions", chrome, "goog:loggingPrefs", Map.of("browser", "ALL"));
    Map<?, ?> value =
        (Map<?, ?>) call("POST", "/session", Map.of("capabilities", Map.of("alwaysMatch", wanted)));
    session = "/session/" + value.get("sessionId");
  }

  private Object call(String method, String path, Object body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + path))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json; charset=utf-8")
            .method(method, HttpRequest.BodyPublishers.ofString(Json.write(body)))
            .build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    Object value = ((Map<?, ?>) Json.parse(response.body(), path)).get("value");
    if (response.statusCode() != 200) {
      throw new IOException(path + ": " + value);
    }
    return value;
  }

  void go(Path page) throws IOException, InterruptedException {
    call("POST", session + "/url", Map.of("url", page.toUri().toString()));
  }

  /// The value of a JavaScript body that returns one.
  Object run(String script) throws IOException, InterruptedException {
    return call("POST", session + "/execute/sync", Map.of("script", script, "args", List.of()));
  }

  /// The same for a body that hands its value to `done` some time later.
  Object later(String script) throws IOException, InterruptedException {
    return call(
        "POST",
        session + "/execute/async",
        Map.of("script", "const done = arguments[0];" + script, "args", List.of()));
  }

  /// What went to the console since the last call, warnings and errors only.
  List<?> complaints() throws IOException, InterruptedException {
    return ((List<?>) call("POST", session + "/se/log", Map.of("type", "browser")))
        .stream()
            .filter(line -> !((Map<?, ?>) line).get("level").toString().matches("INFO|DEBUG"))
            .toList();
  }

  /// A screen of this size, and whether the reader's system is dark.
  void screen(int width, int height, boolean dark) throws IOException, InterruptedException {
    devtools(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    String scheme = dark ? "dark" : "light";
    devtools(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  private Object devtools(String command, Map<String, ?> parameters)
      throws IOException, InterruptedException {
    return call(
        "POST", session + "/goog/cdp/execute", Map.of("cmd", command, "params", parameters));
  }

  /// The whole page as PNG, however long.
  byte[] picture() throws IOException, InterruptedException {
    Map<?, ?> value =
        (Map<?, ?>)
            devtools(
                "Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    return Base64.getDecoder().decode((String) value.get("data"));
  }

  @Override
  public void close() {
    List<ProcessHandle> all =
        Stream.concat(driver.descendants(), Stream.of(driver.toHandle())).toList();
    try {
      if (session != null) {
        call("DELETE", session, Map.of());
      }
    } catch (IOException e) {
      System.err.println("the browser was already gone: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      all.forEach(Browser::end);
    }
  }

  private static void end(ProcessHandle process) {
    process.destroy();
    try {
      process.onExit().get(10, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
