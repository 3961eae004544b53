package io.atp.io.format;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Seeded damage to files: flipped bits, cuts, slices moved, doubled or taken from another file,
/// numbers in place of numbers, and lengths that lie. In a gzip or zip file most of it is done to
/// what is inside, which is packed again so that it reaches the parser.
final class Mutations {
  private static final byte[][] WORDS =
      Stream.of(
              "-1",
              "0",
              "99999999999999999999",
              "2147483647",
              "-2147483648",
              "4000000",
              "nan",
              "1e999",
              ",",
              "\n",
              "\"",
              "|O",
              "<f8",
              "(1000000000,)",
              "&x;",
              "</node>",
              "}",
              "[")
          .map(word -> word.getBytes(StandardCharsets.US_ASCII))
          .toArray(byte[][]::new);
  private static final long[] LENGTHS = {
    0,
    1,
    -1,
    127,
    255,
    65_535,
    65_536,
    1 << 20,
    1 << 28,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
    1L << 32,
    1L << 40,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final int MAX_GROWTH = 1 << 12;

  private final SplittableRandom random;
  private final List<byte[]> donors;

  /// @param donors files from which slices may be taken
  Mutations(long seed, List<byte[]> donors) {
    this.random = new SplittableRandom(seed);
    this.donors = donors;
  }

  /// A damaged copy.
  byte[] of(byte[] good) throws IOException {
    boolean gzip = good.length > 2 && good[0] == 0x1f && (good[1] & 0xFF) == 0x8b;
    boolean zip = good.length > 4 && good[0] == 'P' && good[1] == 'K';
    if (!gzip && !zip || random.nextInt(6) == 0) {
      return damage(good);
    }
    return gzip ? gzip(damage(gunzip(good))) : insideZip(good);
  }

  private byte[] insideZip(byte[] good) throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    try (var in = new ZipInputStream(new ByteArrayInputStream(good))) {
      for (ZipEntry entry; (entry = in.getNextEntry()) != null; ) {
        members.put(entry.getName(), in.readAllBytes());
      }
    }
    List<String> names = List.copyOf(members.keySet());
    String chosen = names.get(random.nextInt(names.size()));
    switch (random.nextInt(12)) {
      case 0 -> members.remove(chosen);
      case 1 -> members.put(chosen, members.get(names.get(random.nextInt(names.size()))));
      default -> members.put(chosen, damage(members.get(chosen)));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes)) {
      for (var member : members.entrySet()) {
        out.putNextEntry(new ZipEntry(member.getKey()));
        out.write(member.getValue());
      }
    }
    return bytes.toByteArray();
  }

  private byte[] damage(byte[] good) {
    byte[] bytes = good.clone();
    for (int times = 1 + random.nextInt(3); times > 0 && bytes.length > 0; times--) {
      bytes = once(bytes);
    }
    return bytes;
  }

  private byte[] once(byte[] bytes) {
    int at = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, at + 1 + random.nextInt(random.nextBoolean() ? 16 : 200));
    byte[] word = WORDS[random.nextInt(WORDS.length)];
    switch (random.nextInt(10)) {
      case 0 -> bytes[at] = (byte) random.nextInt(256);
      case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 3 -> {
        return spliced(bytes, at, word, at);
      }
      case 4 -> {
        return spliced(bytes, at, new byte[0], to);
      }
      case 5 -> {
        return spliced(bytes, at, word, Math.min(bytes.length, at + word.length));
      }
      case 6 -> {
        byte[] slice = Arrays.copyOfRange(bytes, at, to);
        int times = 1 + random.nextInt(1 + Math.min(8, MAX_GROWTH / slice.length));
        byte[] many = new byte[slice.length * times];
        for (int i = 0; i < times; i++) {
          System.arraycopy(slice, 0, many, i * slice.length, slice.length);
        }
        return spliced(bytes, at, many, at);
      }
      case 7 -> {
        byte[] donor = donors.get(random.nextInt(donors.size()));
        int from = donor.length == 0 ? 0 : random.nextInt(donor.length);
        int end = Math.min(donor.length, from + random.nextInt(MAX_GROWTH));
        return spliced(
            bytes, at, Arrays.copyOfRange(donor, from, end), random.nextBoolean() ? at : to);
      }
      case 8 -> lie(bytes, at);
      default -> {
        return numberReplaced(bytes, at);
      }
    }
    return bytes;
  }

  /// A number of 2, 4 or 8 bytes that may be a length, in either byte order.
  private void lie(byte[] bytes, int at) {
    int width = 2 << random.nextInt(3);
    if (at + width > bytes.length) {
      return;
    }
    ByteBuffer place = ByteBuffer.wrap(bytes, at, width);
    place.order(random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    long length = LENGTHS[random.nextInt(LENGTHS.length)];
    switch (width) {
      case 2 -> place.putShort((short) length);
      case 4 -> place.putInt((int) length);
      default -> place.putLong(length);
    }
  }

  /// The number in the text at or after a place becomes another.
  private byte[] numberReplaced(byte[] bytes, int at) {
    int from = at;
    while (from < bytes.length && (bytes[from] < '0' || bytes[from] > '9')) {
      from++;
    }
    int to = from;
    while (to < bytes.length && bytes[to] >= '0' && bytes[to] <= '9') {
      to++;
    }
    String number = Long.toString(LENGTHS[random.nextInt(LENGTHS.length)]);
    return spliced(bytes, from, number.getBytes(StandardCharsets.US_ASCII), to);
  }

  private static byte[] spliced(byte[] bytes, int from, byte[] with, int to) {
    byte[] result = Arrays.copyOf(bytes, bytes.length - (to - from) + with.length);
    System.arraycopy(with, 0, result, from, with.length);
    System.arraycopy(bytes, to, result, from + with.length, bytes.length - to);
    return result;
  }

  static byte[] gzip(byte[] text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text);
    }
    return bytes.toByteArray();
  }

  private static byte[] gunzip(byte[] packed) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      return in.readAllBytes();
    }
  }
}
