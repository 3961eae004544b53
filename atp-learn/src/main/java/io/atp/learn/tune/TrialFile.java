package io.atp.learn.tune;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/// A [TrialLog] of lines, each of words and the checksum of what comes before it: first what is
/// searched, then a line per [Done]. Lines from the first that is cut or changed on are not used.
public final class TrialFile implements TrialLog, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(TrialFile.class.getName());
  private static final int FIXED_WORDS = 6;

  private final Path file;
  private final Map<Asked, Done> done = new HashMap<>();
  private final FileChannel channel;

  /// @param fingerprint of all that decides the search, one word; a file of another search begins
  ///   anew
  public TrialFile(Path file, String fingerprint) throws IOException {
    this.file = file;
    Files.createDirectories(file.toAbsolutePath().getParent());
    long valid = read(fingerprint);
    channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    channel.truncate(valid);
    channel.position(valid);
    if (valid == 0) {
      write(fingerprint);
    }
  }

  /// @return bytes of the lines that can be used
  private long read(String fingerprint) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    long valid = 0;
    for (int at = 0, end; (end = text.indexOf('\n', at)) >= 0; at = end + 1) {
      int cut = text.lastIndexOf(' ', end);
      if (cut < at || !text.substring(cut + 1, end).equals(checksum(text.substring(at, cut)))) {
        break;
      }
      String line = text.substring(at, cut);
      if (valid > 0) {
        add(line.split(" "));
      } else if (!line.equals(fingerprint)) {
        LOG.log(Level.WARNING, "{0} is of another search and begins anew", file);
        return 0;
      }
      valid = end + 1;
    }
    if (valid < text.length()) {
      LOG.log(
          Level.WARNING,
          "{0} is damaged at byte {1}; runs from there on are repeated",
          file,
          valid);
    }
    if (!done.isEmpty()) {
      LOG.log(Level.INFO, "going on after {0} steps of a search that was stopped", done.size());
    }
    return valid;
  }

  private void add(String[] words) {
    var asked = new Asked(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    double[] scores =
        Arrays.stream(words, FIXED_WORDS, words.length).mapToDouble(Double::parseDouble).toArray();
    done.put(
        asked,
        new Done(
            scores,
            Double.parseDouble(words[3]),
            Boolean.parseBoolean(words[4]),
            Double.parseDouble(words[5])));
  }

  private static String checksum(String line) {
    var crc = new CRC32C();
    crc.update(line.getBytes(StandardCharsets.ISO_8859_1));
    return Long.toHexString(crc.getValue());
  }

  private void write(String line) throws IOException {
    String whole = line + " " + checksum(line) + "\n";
    ByteBuffer bytes = ByteBuffer.wrap(whole.getBytes(StandardCharsets.ISO_8859_1));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(false);
  }

  @Override
  public Optional<Done> find(Asked asked) {
    return Optional.ofNullable(done.get(asked));
  }

  /// Returns when it would survive the end of the process.
  @Override
  public void add(Asked asked, Done result) {
    String scores =
        Arrays.stream(result.scores()).mapToObj(s -> " " + s).collect(Collectors.joining());
    String line =
        "%s %d %d %s %s %s%s"
            .formatted(
                asked.candidate(),
                asked.firstRepeat(),
                asked.repeats(),
                result.removedShare(),
                result.diverged(),
                result.seconds(),
                scores);
    try {
      write(line);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
    done.put(asked, result);
  }

  /// The file stays.
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
