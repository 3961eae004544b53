package io.atp.cli;

import io.atp.core.runtime.Progress;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/// Shows how far a step has come.
///
/// On a terminal one line is redrawn in place, at most ten times a second, and gone when the step
/// ends; a step shorter than a third of a second is never drawn. Elsewhere nothing is said for five
/// seconds, then a plain line every five.
public final class TerminalProgress implements Progress, AutoCloseable {
  private static final long REDRAW_NANOS = 100_000_000;
  private static final long PATIENCE_NANOS = 300_000_000;
  private static final long PLAIN_NANOS = 5_000_000_000L;
  private static final int BAR_WIDTH = 24;
  private static final int SHORT_BAR_WIDTH = 12;

  private final PrintStream err;
  private final boolean interactive;
  private final LongSupplier nanoClock;
  private String step;
  private long startedAt;
  private long startedWith;
  private long nextAt;
  private boolean drawn;

  public TerminalProgress(Terminal terminal) {
    this(terminal.err(), terminal.interactive(), System::nanoTime);
  }

  TerminalProgress(PrintStream err, boolean interactive, LongSupplier nanoClock) {
    this.err = err;
    this.interactive = interactive;
    this.nanoClock = nanoClock;
  }

  @Override
  public void report(String reported, long done, long total) {
    report(reported, "", done, total);
  }

  @Override
  public synchronized void report(String reported, String doing, long done, long total) {
    long now = nanoClock.getAsLong();
    if (!reported.equals(step)) {
      clear();
      step = reported;
      startedAt = now;
      startedWith = done; // a first report may come when part of the work is done
      nextAt = now + (interactive ? PATIENCE_NANOS : PLAIN_NANOS);
    }
    if (done >= total) {
      clear();
    } else if (now - nextAt >= 0) {
      draw(doing, done, total, (now - startedAt) / 1e9);
      nextAt = now + (interactive ? REDRAW_NANOS : PLAIN_NANOS);
    }
  }

  private void draw(String doing, long done, long total, double seconds) {
    double share = (double) done / total;
    double perSecond = (done - startedWith) / seconds;
    String what = doing.isEmpty() ? rate(perSecond) : doing;
    String left = perSecond == 0 ? "" : ", " + Text.seconds((total - done) / perSecond) + " left";
    if (interactive) {
      int width = doing.isEmpty() ? BAR_WIDTH : SHORT_BAR_WIDTH;
      int filled = (int) (share * width);
      String bar = "━".repeat(filled) + "╌".repeat(width - filled);
      err.print(Terminal.CLEAR_LINE + line("%s %s %3.0f %%  %s%s", bar, share, what, left));
    } else {
      err.println("atp: " + line("%s:%s %.0f %%, %s%s", "", share, what, left));
    }
    err.flush();
    drawn = interactive;
  }

  private static String rate(double perSecond) {
    return (perSecond < 10 ? Text.decimal(perSecond) : Text.count(Math.round(perSecond))) + "/s";
  }

  private String line(String format, String bar, double share, String what, String left) {
    return String.format(Locale.ROOT, format, step, bar, 100 * share, what, left);
  }

  /// Ends the step that is shown, if any, so that other text can be written.
  public synchronized void clear() {
    if (drawn) {
      err.print(Terminal.CLEAR_LINE);
      err.flush();
      drawn = false;
    }
    step = null;
  }

  @Override
  public void close() {
    clear();
  }
}
