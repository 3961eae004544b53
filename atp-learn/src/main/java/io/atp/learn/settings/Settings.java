package io.atp.learn.settings;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/// Reads and writes records by the names of their components.
///
/// A component is a number, a truth value, a text, an enum constant, a record, or one record of a
/// sealed family. Records are written as calls, `accuracy(100)` or `constant`, in whatever case.
public final class Settings {
  private Settings() {}

  /// Every component by name, in order.
  public static Map<String, Object> toMap(Record settings) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (RecordComponent component : settings.getClass().getRecordComponents()) {
      Object value = value(settings, component);
      map.put(component.getName(), plain(value) ? value : text(value));
    }
    return map;
  }

  private static boolean plain(Object value) {
    return value instanceof Number || value instanceof Boolean || value instanceof String;
  }

  /// The same settings but for the components named.
  ///
  /// @throws IllegalArgumentException for a name or a value that does not fit, in one sentence
  @SuppressWarnings("unchecked")
  public static <R extends Record> R with(R settings, Map<String, String> changes) {
    RecordComponent[] components = settings.getClass().getRecordComponents();
    for (String name : changes.keySet()) {
      if (Arrays.stream(components).noneMatch(c -> c.getName().equals(name))) {
        throw new IllegalArgumentException(
            "there is no setting '%s'; there are %s".formatted(name, names(components)));
      }
    }
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      String change = changes.get(components[i].getName());
      values[i] =
          change == null
              ? value(settings, components[i])
              : parse(components[i].getName(), components[i].getType(), change);
    }
    return (R) construct(settings.getClass(), values);
  }

  public static boolean has(Record settings, String name) {
    return Arrays.stream(settings.getClass().getRecordComponents())
        .anyMatch(c -> c.getName().equals(name));
  }

  private static String names(RecordComponent[] components) {
    StringJoiner names = new StringJoiner(", ");
    for (RecordComponent component : components) {
      names.add(component.getName());
    }
    return names.toString();
  }

  private static Object value(Record settings, RecordComponent component) {
    try {
      var accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(settings);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object construct(Class<? extends Record> type, Object[] values) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
    try {
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalArgumentException refused) {
        throw refused;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object parse(String name, Class<?> type, String text) {
    try {
      if (type == int.class) {
        return Integer.parseInt(text.strip());
      }
      if (type == long.class) {
        return Long.parseLong(text.strip());
      }
      if (type == double.class) {
        return Double.parseDouble(text.strip());
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s must be a %snumber, got '%s'"
              .formatted(name, type == double.class ? "" : "whole ", text));
    }
    if (type == boolean.class) {
      return truth(name, text);
    }
    if (type == String.class) {
      return text;
    }
    if (type.isEnum()) {
      return constant(name, type, text);
    }
    if (type.isSealed()) {
      return call(name, type.getPermittedSubclasses(), text);
    }
    if (type.isRecord()) {
      return call(name, new Class<?>[] {type}, text);
    }
    throw new IllegalStateException("setting %s has type %s".formatted(name, type));
  }

  private static boolean truth(String name, String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on" -> true;
      case "false", "no", "off" -> false;
      default ->
          throw new IllegalArgumentException(
              "%s must be on or off, got '%s'".formatted(name, text));
    };
  }

  private static Object constant(String name, Class<?> type, String text) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equalsIgnoreCase(text.strip().replace('-', '_'))) {
        return constant;
      }
    }
    StringJoiner known = new StringJoiner(", ");
    for (Object constant : type.getEnumConstants()) {
      known.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    throw new IllegalArgumentException(
        "%s must be one of %s, got '%s'".formatted(name, known, text));
  }

  private static Object call(String name, Class<?>[] family, String text) {
    String trimmed = text.strip();
    int open = trimmed.indexOf('(');
    String head = open < 0 ? trimmed : trimmed.substring(0, open);
    String[] arguments =
        open < 0 || !trimmed.endsWith(")") || trimmed.length() == open + 2
            ? new String[0]
            : trimmed.substring(open + 1, trimmed.length() - 1).split(",");
    StringJoiner known = new StringJoiner(", ");
    for (Class<?> member : family) {
      RecordComponent[] components = member.getRecordComponents();
      known.add(head(member) + signature(components));
      if (member.getSimpleName().equalsIgnoreCase(head) && components.length == arguments.length) {
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
          values[i] = parse(components[i].getName(), components[i].getType(), arguments[i]);
        }
        return construct(member.asSubclass(Record.class), values);
      }
    }
    throw new IllegalArgumentException(
        "%s must be one of %s, got '%s'".formatted(name, known, text));
  }

  private static String head(Class<?> member) {
    String name = member.getSimpleName();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private static String signature(RecordComponent[] components) {
    return components.length == 0 ? "" : "(" + names(components) + ")";
  }

  private static String text(Object value) {
    if (value instanceof Enum<?> constant) {
      return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    if (value instanceof Record member) {
      RecordComponent[] components = member.getClass().getRecordComponents();
      String head = head(member.getClass());
      if (components.length == 0) {
        return head;
      }
      StringJoiner arguments = new StringJoiner(", ", head + "(", ")");
      for (RecordComponent component : components) {
        Object part = value(member, component);
        arguments.add(plain(part) ? part.toString() : text(part));
      }
      return arguments.toString();
    }
    return String.valueOf(value);
  }
}
