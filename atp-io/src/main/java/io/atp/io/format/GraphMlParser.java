package io.atp.io.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Goes through the elements of one GraphML file and tells a [NodeTable] of them.
final class GraphMlParser {
  private static final int MAX_KEYS = 1 << 16;
  private static final int MAX_CLASSES = 1 << 24;
  private static final long MAX_FILLED = 1L << 24;

  private final XmlEvents xml;
  private final NodeTable table;
  private final Map<String, GraphMlKey> keys = new HashMap<>();
  private final List<GraphMlKey> filling = new ArrayList<>();
  private boolean labelTaken;
  private boolean graphSeen;
  private long filled;

  GraphMlParser(XmlEvents xml, NodeTable table) {
    this.xml = xml;
    this.table = table;
  }

  void parse() throws IOException {
    if (!xml.next() || !xml.name().equals("graphml")) {
      throw xml.wrong("the root is not <graphml>");
    }
    while (xml.next() && xml.isStart()) {
      switch (xml.name()) {
        case "key" -> key();
        case "graph" -> graph();
        case "desc", "data" -> xml.text();
        default -> throw unknown();
      }
    }
    while (xml.next()) {
      throw xml.wrong("something follows the root");
    }
    if (!graphSeen) {
      throw xml.wrong("there is no <graph>");
    }
  }

  private void key() throws IOException {
    if (graphSeen) {
      throw xml.wrong("a <key> follows the <graph>");
    }
    String id = xml.required("id");
    if (keys.size() == MAX_KEYS) {
      throw xml.wrong("more than %,d keys".formatted(MAX_KEYS));
    }
    GraphMlKey key =
        GraphMlKey.of(
            xml.attribute("for"),
            xml.attribute("attr.name"),
            xml.attribute("attr.type"),
            labelTaken,
            table);
    labelTaken |= key.role == GraphMlKey.Role.LABEL;
    if (keys.put(id, key) != null) {
      throw xml.wrong("key '%.40s' is there twice".formatted(id));
    }
    while (xml.next() && xml.isStart()) {
      String element = xml.name();
      String text = xml.text();
      if (element.equals("default")) {
        key.fallback = text;
      }
    }
    if (key.fallback != null && key.role != GraphMlKey.Role.NONE && !emptyDefault(key)) {
      filling.add(key);
    }
  }

  /// A default that changes nothing: 0 in a feature.
  private static boolean emptyDefault(GraphMlKey key) {
    String text = key.fallback.strip();
    return key.role == GraphMlKey.Role.FEATURE
        && (key.truth ? text.equals("false") : Numbers.decimal(text) == 0);
  }

  private void graph() throws IOException {
    if (graphSeen) {
      throw xml.wrong("a second <graph>; one is read");
    }
    graphSeen = true;
    while (xml.next() && xml.isStart()) {
      switch (xml.name()) {
        case "node" -> node();
        case "edge" -> edge();
        case "data" -> {
          GraphMlKey key = key(xml.required("key"));
          String text = xml.text();
          if (key.role == GraphMlKey.Role.CLASS_COUNT) {
            classCount(text.strip());
          } else if (key.role == GraphMlKey.Role.CLASS_NAMES) {
            table.classNames(classNames(text));
          }
        }
        case "hyperedge" -> throw xml.wrong("a <hyperedge> is not read");
        case "desc", "locator" -> xml.text();
        default -> throw unknown();
      }
    }
  }

  private void classCount(String text) throws IOException {
    OptionalLong count = Numbers.whole(text);
    if (count.isEmpty() || count.getAsLong() < 0 || count.getAsLong() > MAX_CLASSES) {
      throw xml.wrong("'%.40s' is no number of classes".formatted(text));
    }
    table.classCount((int) count.getAsLong());
  }

  private List<String> classNames(String text) throws IOException {
    List<String> names;
    try {
      names = NameLists.parse(text, "classNames");
    } catch (IOException e) {
      throw xml.wrong(e.getMessage());
    }
    if (names.size() > MAX_CLASSES) {
      throw xml.wrong("%,d names of classes".formatted(names.size()));
    }
    return names;
  }

  private void node() throws IOException {
    table.declare(xml.required("id"), xml);
    int node = table.nodeCount() - 1;
    while (xml.next() && xml.isStart()) {
      switch (xml.name()) {
        case "data" -> {
          GraphMlKey key = key(xml.required("key"));
          if (key.lastNode == node && key.role != GraphMlKey.Role.NONE) {
            throw xml.wrong("a node has two values of one key");
          }
          key.lastNode = node;
          value(key, xml.text());
        }
        case "graph" -> throw xml.wrong("a <graph> inside a <node> is not read");
        case "desc", "port", "locator" -> xml.text();
        default -> throw unknown();
      }
    }
    for (GraphMlKey key : filling) {
      if (key.lastNode != node) {
        if (++filled > MAX_FILLED) {
          throw xml.wrong("defaults other than 0 fill more than %,d values".formatted(MAX_FILLED));
        }
        value(key, key.fallback);
      }
    }
  }

  private IOException unknown() {
    return xml.wrong(
        "<%.40s> is no element of GraphML, or not in this place".formatted(xml.name()));
  }

  private GraphMlKey key(String id) throws IOException {
    GraphMlKey key = keys.get(id);
    if (key == null) {
      throw xml.wrong("there is no <key> '%.40s'".formatted(id));
    }
    return key;
  }

  private void value(GraphMlKey key, String text) throws IOException {
    switch (key.role) {
      case FEATURE -> table.feature(key.index, key.truth ? number(text.strip()) : text, xml);
      case LABEL -> table.label(text);
      case SPLIT -> table.part(key.index, text, xml);
      case CLASS_COUNT, CLASS_NAMES, NONE -> {}
    }
  }

  private static String number(String truth) {
    return switch (truth) {
      case "true" -> "1";
      case "false" -> "0";
      default -> truth;
    };
  }

  private void edge() throws IOException {
    table.edge(xml.required("source"), xml.required("target"), xml);
    xml.text();
  }
}
