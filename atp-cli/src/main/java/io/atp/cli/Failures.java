package io.atp.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Turns whatever went wrong into one sentence and an exit code; the stack is for `--debug`.
public final class Failures {
  /// What HotSpot says when the file behind a mapping gives no page: a full disk, or a file cut
  /// short.
  private static final String FAULT = "a fault occurred";

  private final Terminal terminal;
  private final boolean debug;

  public Failures(Terminal terminal, boolean debug) {
    this.terminal = terminal;
    this.debug = debug;
  }

  /// The exit code, after the sentence was told.
  public int tell(Throwable thrown) {
    Throwable cause = unwrapped(thrown);
    String sentence =
        switch (cause) {
          case ParameterException e -> parameters(e);
          case FileSystemException e -> fileSystem(e);
          case IOException e -> orName(e);
          case IllegalArgumentException e -> orName(e);
          case OutOfMemoryError e -> outOfMemory(e);
          case InternalError e when isFault(e) ->
              "a mapped file gave no page: the disk is full, or the file was cut short while in"
                  + " use";
          default -> null;
        };
    terminal
        .err()
        .println("atp: " + oneLine(sentence == null ? "internal error: " + cause : sentence));
    if (debug) {
      thrown.printStackTrace(terminal.err());
    } else if (sentence == null) {
      terminal.err().println("atp: run it again with --debug to see where");
    }
    return sentence == null ? Main.INTERNAL_ERROR : Main.BAD_INPUT;
  }

  private static Throwable unwrapped(Throwable thrown) {
    return switch (thrown) {
      case UncheckedIOException e -> unwrapped(e.getCause());
      case ParameterException e
          when e.getCause() instanceof IllegalArgumentException cause
              && !(cause instanceof NumberFormatException) ->
          cause;
      default -> thrown;
    };
  }

  private static String parameters(ParameterException e) {
    String name = e.getCommandLine().getCommandSpec().qualifiedName();
    String help = "; see " + name + " --help";
    if (e instanceof UnmatchedArgumentException unmatched) {
      List<String> suggestions = unmatched.getSuggestions();
      return "%s does not know '%s'%s"
          .formatted(
              name,
              unmatched.getUnmatched().getFirst(),
              suggestions.isEmpty() ? help : "; did you mean " + suggestions.getFirst() + "?");
    }
    String message = orName(e);
    return Character.toLowerCase(message.charAt(0)) + message.substring(1) + help;
  }

  /// These carry a path and at most a few words; the commonest say it by their type alone.
  private static String fileSystem(FileSystemException e) {
    if (e.getFile() == null) {
      return orName(e);
    }
    String byType =
        switch (e) {
          case NoSuchFileException _ -> "no such file or folder";
          case AccessDeniedException _ -> "permission denied";
          case FileAlreadyExistsException _ -> "exists already";
          case NotDirectoryException _ -> "is not a folder";
          case DirectoryNotEmptyException _ -> "is a folder that is not empty";
          default -> e.getClass().getSimpleName();
        };
    return e.getFile() + ": " + (e.getReason() == null ? byType : e.getReason());
  }

  private static String outOfMemory(OutOfMemoryError e) {
    return "out of memory ("
        + e.getMessage()
        + "); give propagate a smaller --memory so that it works in column blocks, or start with"
        + " ATP_JAVA_OPTS=-Xmx… for a larger heap";
  }

  private static boolean isFault(InternalError e) {
    return e.getMessage() != null && e.getMessage().contains(FAULT);
  }

  private static String orName(Throwable e) {
    return e.getMessage() == null || e.getMessage().isBlank() ? e.toString() : e.getMessage();
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
