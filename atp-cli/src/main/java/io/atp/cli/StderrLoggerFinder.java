package io.atp.cli;

import java.text.MessageFormat;
import java.util.ResourceBundle;

/// Sends what the rooms log to standard error as `atp: …` lines: warnings always, the rest with
/// `--debug`.
public final class StderrLoggerFinder extends System.LoggerFinder {
  private static volatile System.Logger.Level lowest = System.Logger.Level.WARNING;

  public static void level(System.Logger.Level level) {
    lowest = level;
  }

  @Override
  public System.Logger getLogger(String name, Module module) {
    return new StderrLogger(name);
  }

  private record StderrLogger(String name) implements System.Logger {
    @Override
    public String getName() {
      return name;
    }

    @Override
    public boolean isLoggable(Level level) {
      return level != Level.OFF && level.compareTo(lowest) >= 0;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      write(level, thrown == null ? message : message + " (" + thrown + ")");
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
      boolean plain = values == null || values.length == 0;
      write(level, plain ? format : MessageFormat.format(format, values));
    }

    private void write(Level level, String message) {
      if (isLoggable(level)) {
        String clear = Boolean.getBoolean("atp.terminal") ? Terminal.CLEAR_LINE : "";
        System.err.println(clear + "atp: " + message);
        System.err.flush();
      }
    }
  }
}
