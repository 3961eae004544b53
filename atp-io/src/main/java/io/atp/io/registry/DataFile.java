package io.atp.io.registry;

import io.atp.core.runtime.Require;
import java.net.URI;
import java.util.Optional;
import java.util.OptionalLong;

/// One file of a data set and where it comes from.
///
/// @param name what it is called in the data set's folder
/// @param bytes its exact length, where known
/// @param mostBytes more than this is refused while it arrives
/// @param sha256 lower-case hexadecimal, where known
/// @param unpack a zip archive, of which only the contents stay
public record DataFile(
    String name,
    URI url,
    OptionalLong bytes,
    long mostBytes,
    Optional<String> sha256,
    boolean unpack) {
  public DataFile {
    Require.that(name.matches("[A-Za-z0-9][A-Za-z0-9._-]*"), "'%s' is no plain file name", name);
    Require.that(
        "https".equals(url.getScheme()) || "http".equals(url.getScheme()),
        "%s is no web address",
        url);
    Require.atLeast("bytes", mostBytes, 1);
    Require.that(
        bytes.isEmpty() || bytes.getAsLong() <= mostBytes,
        "%s has more bytes than are allowed",
        name);
    sha256.ifPresent(
        sum -> Require.that(sum.matches("[0-9a-f]{64}"), "'%s' is no SHA-256 sum", sum));
  }
}
