package io.atp.learn.model;

import java.util.List;
import java.util.stream.Collectors;

/// Every backbone by name.
public final class Backbones {
  private static final List<Backbone<?, ?>> ALL =
      List.of(
          new Mlp(),
          new LabelPropagation(),
          new Sgc(),
          new S2gc(),
          new Sign(),
          new Gamlp(),
          new Sagn(),
          new SagnSle(),
          new Fsgnn(),
          new Gbp(),
          new Agp(),
          Appnp.iterated(),
          Appnp.exact(),
          new PprGo(),
          new GrandPlus(),
          new Gcn(),
          new Gcn2(),
          Gat.original(),
          Gat.dynamic(),
          new GraphSage(),
          new GraphSaint(),
          new Shadow(),
          new FastGcn(),
          new Ladies(),
          new VrGcn(),
          new AsGcn(),
          new ClusterGcn(),
          new CoarsenedGcn(),
          AuthorsSum.sgc(),
          AuthorsSum.ssgc(),
          AuthorsSum.gbp(),
          new AuthorsSign(),
          new AuthorsGamlp());

  private Backbones() {}

  public static List<Backbone<?, ?>> all() {
    return ALL;
  }

  /// @throws IllegalArgumentException naming those there are
  public static Backbone<?, ?> named(String name) {
    return ALL.stream()
        .filter(backbone -> backbone.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no model '%s'; there are %s"
                        .formatted(
                            name,
                            ALL.stream().map(Backbone::name).collect(Collectors.joining(", ")))));
  }
}
