package io.atp.io.registry;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Finds the members of a zip archive that a Unix packer stored as links, pipes or devices.
///
/// The JDK's zip reader does not tell, so the central directory is walked here: per member, the
/// upper half of the external attributes is the file mode if the packer was a Unix one. Members are
/// written as plain files in any case; the refusal says why the data would not have been whole.
final class ZipLinks {
  private static final int MEMBER = 0x02014b50;
  private static final int MEMBER_HEADER = 46;
  private static final int END = 0x06054b50;
  private static final int END_HEADER = 22;
  private static final int LONGEST_COMMENT = 0xffff;
  private static final int KIND = 0xf000;
  private static final int PLAIN = 0x8000;
  private static final int FOLDER = 0x4000;

  private ZipLinks() {}

  static void refuse(Path archive) throws IOException {
    try (FileChannel channel = FileChannel.open(archive, StandardOpenOption.READ)) {
      long at = directoryStart(channel);
      for (; at >= 0 && at + MEMBER_HEADER <= channel.size(); ) {
        ByteBuffer member = read(channel, at, MEMBER_HEADER);
        if (member.getInt(0) != MEMBER) {
          return;
        }
        int name = member.getShort(28) & 0xffff;
        int kind = member.getInt(38) >>> 16 & KIND;
        if (kind != 0 && kind != PLAIN && kind != FOLDER) {
          String text =
              new String(read(channel, at + MEMBER_HEADER, name).array(), StandardCharsets.UTF_8);
          throw new IOException(
              "%s has a member '%.80s' that is a link or a device; refused"
                  .formatted(archive, text));
        }
        int extra = member.getShort(30) & 0xffff;
        int comment = member.getShort(32) & 0xffff;
        at += MEMBER_HEADER + name + extra + comment;
      }
    }
  }

  /// Where the central directory begins; −1 in the 64-bit form, whose members are plain all the
  /// same once written.
  private static long directoryStart(FileChannel channel) throws IOException {
    int tail = (int) Math.min(channel.size(), END_HEADER + LONGEST_COMMENT);
    ByteBuffer end = read(channel, channel.size() - tail, tail);
    for (int at = tail - END_HEADER; at >= 0; at--) {
      if (end.getInt(at) == END) {
        long start = end.getInt(at + 16) & 0xffffffffL;
        return start == 0xffffffffL ? -1 : start;
      }
    }
    return -1;
  }

  private static ByteBuffer read(FileChannel channel, long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && channel.read(bytes, at + bytes.position()) > 0) {}
    return bytes;
  }
}
