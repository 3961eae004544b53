package io.atp.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.atp.core.runtime.Workspace;
import io.atp.learn.model.layer.Linear;
import io.atp.learn.model.layer.ParameterStore;
import io.atp.learn.optimise.Optimiser;
import io.atp.learn.optimise.OptimiserConfig;
import io.atp.learn.optimise.ParameterGroup;
import io.atp.learn.tensor.Engine;
import io.atp.learn.tensor.Parameter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Adam, AdamW and SGD beside [TorchRule], step by step.
@AgainstTorch
class OptimiserTest {
  private static final int STEPS = 100;

  /// Weight and bias form a group each, with a rate and a decay of their own.
  record Rule(String name, Regression problem, OptimiserConfig config, Group weight, Group bias) {
    @Override
    public String toString() {
      return name + ", " + problem;
    }

    TorchRule torch(Group group) {
      return switch (config) {
        case OptimiserConfig.Adam _ -> TorchRule.adam(group.rate, group.decay);
        case OptimiserConfig.AdamW _ -> TorchRule.adamW(group.rate, group.decay);
        case OptimiserConfig.Sgd(double momentum) ->
            TorchRule.sgd(group.rate, momentum, group.decay);
        case OptimiserConfig.Lbfgs _ -> throw new IllegalArgumentException("see LbfgsTest");
      };
    }
  }

  record Group(double rate, double decay) {}

  static Stream<Rule> rules() {
    Group plain = new Group(0.02, 0);
    Group decayed = new Group(0.02, 0.05);
    Group faster = new Group(0.05, 0);
    return Stream.of(Regression.values())
        .flatMap(
            problem ->
                Stream.of(
                    new Rule("Adam", problem, new OptimiserConfig.Adam(), plain, plain),
                    new Rule(
                        "Adam with decay", problem, new OptimiserConfig.Adam(), decayed, decayed),
                    new Rule(
                        "Adam with groups", problem, new OptimiserConfig.Adam(), decayed, faster),
                    new Rule("AdamW", problem, new OptimiserConfig.AdamW(), decayed, decayed),
                    new Rule(
                        "AdamW with groups", problem, new OptimiserConfig.AdamW(), decayed, faster),
                    new Rule("SGD", problem, new OptimiserConfig.Sgd(0), plain, plain),
                    new Rule(
                        "SGD with momentum", problem, new OptimiserConfig.Sgd(0.9), plain, plain),
                    new Rule(
                        "SGD with momentum and decay",
                        problem,
                        new OptimiserConfig.Sgd(0.9),
                        decayed,
                        faster)));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void parametersAndLossFollowPyTorchForAHundredSteps(Rule rule) {
    try (Workspace work = Workspace.open(1);
        Engine engine = Engine.on(work);
        ParameterStore store = new ParameterStore(7);
        TorchTraining torch = new TorchTraining()) {
      Linear linear = Regression.linear(store);
      Parameter weight = linear.weight();
      Parameter bias = linear.bias().orElseThrow();
      torch.add(weight, rule.torch(rule.weight));
      torch.add(bias, rule.torch(rule.bias));
      List<ParameterGroup> groups = List.of(group(weight, rule.weight), group(bias, rule.bias));
      try (Optimiser optimiser = rule.config.over(groups)) {
        for (int step = 1; step <= STEPS; step++) {
          double loss = optimiser.step(() -> rule.problem.loss(linear, store, engine), 1);
          double theirs = torch.step(p -> rule.problem.loss(p, torch.manager()));
          assertThat(loss).as("loss of step %d", step).isCloseTo(theirs, within(1e-5));
          for (Parameter parameter : store.parameters()) {
            Numbers.assertSame(
                "%s after step %d".formatted(parameter.name(), step),
                parameter.value().toArray(),
                torch.value(parameter.name()));
          }
        }
      }
    }
  }

  private static ParameterGroup group(Parameter parameter, Group group) {
    return new ParameterGroup(parameter.name(), List.of(parameter), group.rate, group.decay);
  }
}
