package io.atp.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/// The version the build was given, for `--version` and for run records.
public final class Version implements IVersionProvider {
  public static String number() {
    var properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("atp.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new IllegalStateException("atp.properties is missing from the jar", e);
    }
    return properties.getProperty("version");
  }

  @Override
  public String[] getVersion() {
    return new String[] {"atp " + number()};
  }
}
