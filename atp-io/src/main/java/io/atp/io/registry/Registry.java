package io.atp.io.registry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The data sets known by name. Names are compared without regard to case, and `_` is `-`.
public final class Registry {
  private static final Registry BUILT_IN = new Registry(RegistryFile.builtIn());

  private final List<DataSet> sets;
  private final Map<String, DataSet> byName = new LinkedHashMap<>();

  /// @throws IllegalArgumentException if two sets share a name
  public Registry(List<DataSet> sets) {
    this.sets = List.copyOf(sets);
    for (DataSet set : sets) {
      for (String name : names(set)) {
        if (byName.putIfAbsent(key(name), set) != null && byName.get(key(name)) != set) {
          throw new IllegalArgumentException("two data sets are named '%s'".formatted(name));
        }
      }
    }
  }

  /// The sets of `datasets.json`.
  public static Registry builtIn() {
    return BUILT_IN;
  }

  public List<DataSet> all() {
    return sets;
  }

  public Optional<DataSet> find(String name) {
    return Optional.ofNullable(byName.get(key(name)));
  }

  /// A known name that differs from this one by a slip of the keyboard.
  public Optional<String> nearest(String name) {
    return NearNames.nearest(key(name), byName.keySet());
  }

  private static List<String> names(DataSet set) {
    List<String> names = new ArrayList<>(set.aliases());
    names.addFirst(set.name());
    return names;
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
