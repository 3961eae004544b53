package io.atp.learn.model;

/// Epochs of one step, always the same.
record WholeSteps(Steps.Step step) implements Steps {
  @Override
  public int count(int epoch) {
    return 1;
  }

  @Override
  public Step draw(int epoch, int number) {
    return step;
  }

  @Override
  public boolean ahead() {
    return false;
  }
}
