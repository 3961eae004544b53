package io.atp.io.format;

import io.atp.io.text.Place;
import io.atp.io.text.Yaml;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A mapping of a YAML file: values by key, each of the kind asked for.
record YamlView(Yaml.Mapping mapping, String source) {
  static YamlView of(Yaml value, String source) throws IOException {
    if (value instanceof Yaml.Mapping mapping) {
      return new YamlView(mapping, source);
    }
    throw new IOException("%s, line %d: keys and values expected".formatted(source, value.line()));
  }

  private Optional<Yaml> value(String key) {
    return Optional.ofNullable(mapping.entries().get(key))
        .filter(value -> !(value instanceof Yaml.Scalar scalar && scalar.isNull()));
  }

  Optional<String> text(String key) throws IOException {
    Optional<Yaml> value = value(key);
    if (value.isPresent() && !(value.get() instanceof Yaml.Scalar)) {
      throw wrong(value.get().line(), "'%s' must be a single value".formatted(key));
    }
    return value.map(found -> ((Yaml.Scalar) found).text());
  }

  String requiredText(String key) throws IOException {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      throw wrong("'%s' is missing".formatted(key));
    }
    return text.get();
  }

  /// A whole number from 0 on that an array can count.
  Optional<Integer> count(String key) throws IOException {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    long number = Numbers.whole(text.get()).orElse(-1);
    if (number < 0 || number > Integer.MAX_VALUE - 8) {
      throw wrong("'%s' must be a count, got %.40s".formatted(key, text.get()));
    }
    return Optional.of((int) number);
  }

  Optional<YamlView> part(String key) throws IOException {
    Optional<Yaml> value = value(key);
    return value.isEmpty() ? Optional.empty() : Optional.of(of(value.get(), source));
  }

  /// The mappings of a list; none if the key is absent.
  List<YamlView> list(String key) throws IOException {
    Optional<Yaml> value = value(key);
    List<YamlView> views = new ArrayList<>();
    if (value.isPresent()) {
      if (!(value.get() instanceof Yaml.Sequence sequence)) {
        throw wrong(value.get().line(), "'%s' must be a list".formatted(key));
      }
      for (Yaml item : sequence.items()) {
        views.add(of(item, source));
      }
    }
    return views;
  }

  IOException wrong(String what) {
    return wrong(mapping.line(), what);
  }

  private IOException wrong(int line, String what) {
    return new IOException("%s, line %d: %s".formatted(source, line, Place.shown(what)));
  }
}
