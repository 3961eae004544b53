package io.atp.lab.report;

import java.util.List;

/// One or more panels side by side.
public record Figure(
    String id, String title, String question, List<Panel> panels, List<String> notes)
    implements Exhibit {
  public Figure {
    panels = List.copyOf(panels);
    notes = List.copyOf(notes);
  }
}
