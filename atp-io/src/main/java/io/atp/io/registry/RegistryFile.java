package io.atp.io.registry;

import io.atp.io.dataset.SplitRule;
import io.atp.io.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// `datasets.json` → records. A key that is missing or of another type is a mistake in our own
/// file, and ends in an `IllegalArgumentException` that names it.
final class RegistryFile {
  private static final String RESOURCE = "datasets.json";

  private RegistryFile() {}

  static List<DataSet> builtIn() {
    try (InputStream in = RegistryFile.class.getResourceAsStream(RESOURCE)) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<DataSet> parse(String text) throws IOException {
    Map<?, ?> root = get(Json.parse(text, RESOURCE), Map.class, "the file");
    List<DataSet> sets = new ArrayList<>();
    for (Object set : get(root.get("datasets"), List.class, "datasets")) {
      sets.add(dataSet(get(set, Map.class, "a data set")));
    }
    return sets;
  }

  private static DataSet dataSet(Map<?, ?> map) {
    Counts counts = counts(get(map.get("counts"), Map.class, "counts"));
    return new DataSet(
        get(map.get("name"), String.class, "name"),
        optional(map.get("aliases"), List.class).map(RegistryFile::strings).orElse(List.of()),
        get(map.get("title"), String.class, "title"),
        optional(map.get("paper"), String.class),
        URI.create(get(map.get("home"), String.class, "home")),
        get(map.get("licence"), String.class, "licence"),
        optional(map.get("split"), String.class).map(SplitRule::parse),
        counts,
        optional(map.get("largestComponent"), Map.class).map(part -> component(part, counts)),
        places(get(map.get("places"), Map.class, "places")),
        files(get(map.get("files"), List.class, "files")));
  }

  private static Counts counts(Map<?, ?> map) {
    return new Counts(
        number(map, "nodes"),
        whole(map.get("edges")),
        Math.toIntExact(number(map, "features")),
        Math.toIntExact(number(map, "classes")));
  }

  private static Counts component(Map<?, ?> map, Counts whole) {
    return new Counts(
        number(map, "nodes"), whole(map.get("edges")), whole.features(), whole.classes());
  }

  private static List<DataSet.Place> places(Map<?, ?> map) {
    List<DataSet.Place> places = new ArrayList<>();
    map.forEach(
        (layout, paths) -> {
          Layout known = Layout.valueOf(((String) layout).toUpperCase(Locale.ROOT));
          for (String path : strings(get(paths, List.class, "places"))) {
            places.add(new DataSet.Place(known, path));
          }
        });
    return places;
  }

  private static List<DataFile> files(List<?> list) {
    List<DataFile> files = new ArrayList<>();
    for (Object each : list) {
      Map<?, ?> map = get(each, Map.class, "a file");
      OptionalLong bytes = whole(map.get("bytes"));
      files.add(
          new DataFile(
              get(map.get("name"), String.class, "name"),
              URI.create(get(map.get("url"), String.class, "url")),
              bytes,
              bytes.isPresent() ? bytes.getAsLong() : number(map, "most"),
              optional(map.get("sha256"), String.class),
              optional(map.get("unpack"), Boolean.class).orElse(false)));
    }
    return files;
  }

  private static List<String> strings(List<?> list) {
    return list.stream().map(each -> get(each, String.class, "an entry")).toList();
  }

  private static long number(Map<?, ?> map, String key) {
    return get(map.get(key), Long.class, key);
  }

  private static OptionalLong whole(Object value) {
    return value == null ? OptionalLong.empty() : OptionalLong.of(get(value, Long.class, "number"));
  }

  private static <T> Optional<T> optional(Object value, Class<T> type) {
    return Optional.ofNullable(value).map(present -> get(present, type, "value"));
  }

  private static <T> T get(Object value, Class<T> type, String what) {
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException(
          "%s: %s is %s, no %s".formatted(RESOURCE, what, value, type.getSimpleName()));
    }
    return type.cast(value);
  }
}
