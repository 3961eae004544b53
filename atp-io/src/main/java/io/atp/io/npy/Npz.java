package io.atp.io.npy;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
    } catch (ZipException e) {
      throw new IOException(
          "%s is no .npz archive, or is cut short: %s".formatted(file, e.getMessage()), e);
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
    ZipEntry entry = entries.get(name);
    if (entry == null) {
      throw new IOException(
          "%s has no array '%s'; it has %s".formatted(file, name, String.join(", ", names())));
    }
    String source = "%s, array '%s'".formatted(file, name);
    try (InputStream in = zip.getInputStream(entry)) {
      return read(in, entry, source);
    } catch (ZipException | EOFException e) {
      throw new IOException(
          "%s is damaged or cut short (%s)"
              .formatted(source, Objects.requireNonNullElse(e.getMessage(), "end of data")),
          e);
    }
  }

  private NpyArray read(InputStream in, ZipEntry entry, String source) throws IOException {
    byte[] preamble = in.readNBytes(NpyHeaderParser.PREAMBLE);
    int dataStart = NpyHeaderParser.dataStart(preamble, source);
    byte[] start = new byte[dataStart];
    System.arraycopy(preamble, 0, start, 0, Math.min(preamble.length, dataStart));
    int more = Math.max(0, dataStart - preamble.length);
    int got = in.readNBytes(start, preamble.length, more);
    if (got < more) {
      throw new IOException("%s is cut short inside its header".formatted(source));
    }
    NpyHeader header = NpyHeaderParser.parse(start, source);
    long allowed =
        Math.max(ALWAYS_ALLOWED, MAX_RATIO * Math.min(entry.getCompressedSize(), fileBytes));
    if (header.dataBytes() > allowed) {
      throw new IOException(
          "%s would inflate to %,d bytes from %,d; up to %,d are allowed"
              .formatted(source, header.dataBytes(), entry.getCompressedSize(), allowed));
    }
    int length = Npy.arrayLength(header, source);
    byte[] data = in.readNBytes(length);
    if (data.length < length || in.read() >= 0) {
      header.requireLength(dataStart + (data.length < length ? data.length : length + 1L), source);
    }
    return Npy.array(source, header, data);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }
}
