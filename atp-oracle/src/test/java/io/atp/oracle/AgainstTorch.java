package io.atp.oracle;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Tests that need PyTorch; each is skipped by name, with the reason, where its natives do not
/// load.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(AgainstTorch.Condition.class)
@interface AgainstTorch {
  final class Condition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      // Asked per test and not per class, so that a report lists every test that did not run.
      if (context.getTestMethod().isEmpty()) {
        return ConditionEvaluationResult.enabled("the class may have tests without PyTorch");
      }
      return Torch.trouble()
          .map(
              why ->
                  ConditionEvaluationResult.disabled(
                      "skipped: PyTorch's natives do not load here (%s)".formatted(why)))
          .orElse(ConditionEvaluationResult.enabled("PyTorch is here"));
    }
  }
}
