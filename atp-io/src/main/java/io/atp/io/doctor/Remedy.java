package io.atp.io.doctor;

/// The commands that findings name. `DATA` stands for what the user typed, `OUT` and `RUN` for
/// folders yet to be made.
public enum Remedy {
  KEEP_CLEANED("atp import DATA OUT"),
  LARGEST_COMPONENT("atp train DATA --model sgc --largest-component --out RUN"),
  DIVIDE_ROWS("atp train DATA --model sgc --set scaling=row-sum --out RUN"),
  STANDARDISE("atp train DATA --model sgc --set scaling=standardise --out RUN"),
  DRAW_PER_CLASS("atp train DATA --model sgc --split 20/30 --out RUN"),
  DRAW_SHARES("atp train DATA --model sgc --split 0.6/0.2/0.2 --out RUN"),
  TRAIN_INDUCTIVELY("atp train DATA --model sgc --inductive --out RUN"),
  RANDOM_FEATURES("atp propagate DATA --hops 3 --out OUT"),
  SEARCH("atp tune DATA --model sgc --budget 60s --out RUN"),
  LEAVE_OUT("atp train DATA --model sgc --atp off --out RUN"),
  MASK_HUBS("atp correct DATA --top 0.1 --sample 0 --mask 0.5 --by edges --out OUT"),
  MASK_HUBS_HARD("atp correct DATA --top 0.1 --sample 0 --mask 0.75 --by edges --out OUT");

  private final String command;

  Remedy(String command) {
    this.command = command;
  }

  public String command() {
    return command;
  }

  /// The command for what the user typed.
  public String command(String data) {
    return command.replace("DATA", data);
  }
}
