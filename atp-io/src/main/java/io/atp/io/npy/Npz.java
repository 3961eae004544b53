package io.atp.io.npy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/// An open `.npz` archive; arrays are read when asked for.
///
/// The archive is not trusted: names that climb out of it, are absolute or repeat are refused when
/// it is opened, and a member may inflate to no more than its own `.npy` header claims nor than
/// max(64 MB, 200 × its compressed size).
public final class Npz implements AutoCloseable {
  private static final long ALWAYS_ALLOWED = 64L << 20;
  private static final long MAX_RATIO = 200;
  private static final String SUFFIX = ".npy";
  private static final Pattern ONE_OBJECT =
      Pattern.compile(
          "\\{'descr': '\\|O', 'fortran_order': (False|True), 'shape': \\(\\), \\}\\s*$");

  private final Path file;
  private final long fileBytes;
  private final ZipFile zip;
  private final Map<String, ZipEntry> entries = new LinkedHashMap<>();

  private Npz(Path file, ZipFile zip) throws IOException {
    this.file = file;
    this.zip = zip;
    this.fileBytes = Files.size(file);
  }

  public static Npz open(Path file) throws IOException {
    ZipFile zip;
    try {
      zip = new ZipFile(file.toFile());
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException | IllegalArgumentException e) {
      throw new IOException(
          "%s is no .npz archive, or is cut short: %s"
              .formatted(file, Objects.requireNonNullElse(e.getMessage(), "end of data")),
          e);
    }
    try {
      Npz npz = new Npz(file, zip);
      npz.list();
      return npz;
    } catch (Throwable e) {
      zip.close();
      throw e;
    }
  }

  private void list() throws IOException {
    for (var all = zip.entries(); all.hasMoreElements(); ) {
      ZipEntry entry = all.nextElement();
      String name = entry.getName();
      if (unsafe(name)) {
        throw new IOException(
            "%s has a member named '%.80s', which points outside the archive"
                .formatted(file, name));
      }
      String key =
          name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
      if (entries.put(key, entry) != null) {
        throw new IOException("%s has two members named '%.80s'".formatted(file, name));
      }
    }
  }

  private static boolean unsafe(String name) {
    if (name.startsWith("/") || name.contains("\\") || name.contains(":") || name.indexOf(0) >= 0) {
      return true;
    }
    for (String step : name.split("/", -1)) {
      if (step.equals("..")) {
        return true;
      }
    }
    return false;
  }

  /// Keys as `numpy.load` gives them: member names without `.npy`.
  public Set<String> names() {
    return entries.keySet();
  }

  public boolean has(String name) {
    return entries.containsKey(name);
  }

  /// @throws IOException if there is no such array, or it is damaged or not plain data
  public NpyArray array(String name) throws IOException {
    return with(name, this::read);
  }

  /// The same in pieces; several streams, also of one array, may be open at a time.
  public NpyStream stream(String name) throws IOException {
    ZipEntry entry = entry(name);
    String source = source(name);
    InputStream in = null;
    try {
      in = zip.getInputStream(entry);
      NpyHeader header = NpyHeaderParser.parse(start(in, source), source);
      if (header.dataBytes() > allowed(entry)) {
        throw inflates(source, header.dataBytes(), entry);
      }
      return new NpyStream(source, header, in);
    } catch (IOException e) {
      if (in != null) {
        in.close();
      }
      throw e instanceof ZipException || e instanceof EOFException ? damaged(source, e) : e;
    }
  }

  @FunctionalInterface
  private interface Use<T> {
    T of(InputStream in, ZipEntry entry, String source) throws IOException;
  }

  private <T> T with(String name, Use<T> use) throws IOException {
    ZipEntry entry = entry(name);
    String source = source(name);
    try (InputStream in = zip.getInputStream(entry)) {
      return use.of(in, entry, source);
    } catch (ZipException | EOFException e) {
      throw damaged(source, e);
    }
  }

  private ZipEntry entry(String name) throws IOException {
    ZipEntry entry = entries.get(name);
    if (entry == null) {
      throw new IOException(
          "%s has no array '%s'; it has %.200s".formatted(file, name, String.join(", ", names())));
    }
    return entry;
  }

  private String source(String name) {
    return "%s, array '%s'".formatted(file, name);
  }

  private static IOException damaged(String source, IOException e) {
    return new IOException(
        "%s is damaged or cut short (%s)"
            .formatted(source, Objects.requireNonNullElse(e.getMessage(), "end of data")),
        e);
  }

  /// The pickle inside a single Python object, or nothing if the member is an ordinary array.
  ///
  /// @throws IOException if there is no such array, or it is damaged or inflates too far
  public Optional<byte[]> pickle(String name) throws IOException {
    return with(
        name,
        (in, entry, source) -> {
          byte[] start = start(in, source);
          String text = new String(start, StandardCharsets.ISO_8859_1);
          if (!ONE_OBJECT.matcher(text).find()) {
            return Optional.empty();
          }
          long allowed = Math.min(allowed(entry), Integer.MAX_VALUE - 8);
          byte[] pickle = in.readNBytes((int) allowed);
          if (in.read() >= 0) {
            throw inflates(source, allowed + 1, entry);
          }
          return Optional.of(pickle);
        });
  }

  private NpyArray read(InputStream in, ZipEntry entry, String source) throws IOException {
    NpyHeader header = NpyHeaderParser.parse(start(in, source), source);
    if (header.dataBytes() > allowed(entry)) {
      throw inflates(source, header.dataBytes(), entry);
    }
    int length = Npy.arrayLength(header, source);
    byte[] data = in.readNBytes(length);
    if (data.length < length || in.read() >= 0) {
      long there = data.length < length ? data.length : length + 1L;
      header.requireLength(header.dataStart() + there, source);
    }
    return Npy.array(source, header, data);
  }

  /// Everything before the data.
  private static byte[] start(InputStream in, String source) throws IOException {
    byte[] preamble = in.readNBytes(NpyHeaderParser.PREAMBLE);
    int dataStart = NpyHeaderParser.dataStart(preamble, source);
    byte[] start = new byte[dataStart];
    int got = Math.min(preamble.length, dataStart);
    System.arraycopy(preamble, 0, start, 0, got);
    if (in.readNBytes(start, got, dataStart - got) < dataStart - got) {
      throw new IOException("%s is cut short inside its header".formatted(source));
    }
    return start;
  }

  private long allowed(ZipEntry entry) {
    return Math.max(ALWAYS_ALLOWED, MAX_RATIO * Math.min(entry.getCompressedSize(), fileBytes));
  }

  private IOException inflates(String source, long bytes, ZipEntry entry) {
    return new IOException(
        "%s would inflate to %,d bytes from %,d; up to %,d are allowed"
            .formatted(source, bytes, entry.getCompressedSize(), allowed(entry)));
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
