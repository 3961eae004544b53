package io.atp.io.pickle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Runs the opcodes of a pickle on a stack of plain values.
///
/// Nothing here recurses and every opcode takes at least a byte, so depth, stack and memory are all
/// bounded by the length of the file. What one byte may ask for is many bytes of Java memory, so
/// that is counted too: max(64 MB, 16 × the file) in all.
final class PickleMachine {
  private static final Object MARK = new Object();
  private static final long ALWAYS_ALLOWED = 64L << 20;
  private static final int MAX_RATIO = 16;
  private static final int CONTAINER_BYTES = 64;
  private static final int MEMO_BYTES = 56;
  private static final int VALUE_BYTES = 24;

  private final PickleInput in;
  private final PickleObjects objects;
  private final List<Object> stack = new ArrayList<>();
  private final Map<Integer, Object> memo = new HashMap<>();
  private long memoryBytes;

  PickleMachine(PickleInput in) {
    this.in = in;
    this.objects = new PickleObjects(in);
  }

  Object run() throws IOException {
    while (true) {
      int opcode = in.opcode();
      if (opcode == '.') {
        Object result = pop();
        if (!stack.isEmpty()) {
          throw in.refused("ends with %d values left over".formatted(stack.size()));
        }
        return result;
      }
      if (!constant(opcode) && !container(opcode) && !memory(opcode)) {
        object(opcode);
      }
    }
  }

  /// Opcodes that push one value.
  private boolean constant(int opcode) throws IOException {
    switch (opcode) {
      case 'N' -> push(null);
      case 0x88 -> push(true);
      case 0x89 -> push(false);
      case 'I' -> push(PickleText.integer(in.line(), in));
      case 'L' -> push(PickleText.longInteger(in.line(), in));
      case 'J' -> push((long) in.unsigned(4));
      case 'K' -> push((long) in.unsigned(1));
      case 'M' -> push((long) in.unsigned(2));
      case 0x8a -> push(in.signed(in.unsigned(1)));
      case 0x8b -> push(in.signed(in.unsigned(4)));
      case 'F' -> push(PickleText.decimal(in.line(), in));
      case 'G' -> push(in.bigEndianDouble());
      case 'S' -> push(PickleText.quoted(in.line(), in));
      case 'V' -> push(PickleText.unicode(in.line(), in));
      case 'U' -> push(in.raw(in.unsigned(1)));
      case 'T' -> push(in.raw(in.unsigned(4)));
      case 'B' -> push(in.raw(in.unsigned(4)));
      case 'C' -> push(in.raw(in.unsigned(1)));
      case 0x8e -> push(in.raw(in.length8()));
      case 'X' -> push(in.utf8(in.unsigned(4)));
      case 0x8c -> push(in.utf8(in.unsigned(1)));
      case 0x8d -> push(in.utf8(in.length8()));
      case 0x80 -> {
        int protocol = in.unsigned(1);
        if (protocol > 4) {
          throw in.refused("tells of protocol %d; 0 to 4 are read".formatted(protocol));
        }
      }
      case 0x95 -> in.length8(); // a frame only says how much to read at once
      default -> {
        return false;
      }
    }
    return true;
  }

  /// Lists, tuples and dictionaries.
  private boolean container(int opcode) throws IOException {
    switch (opcode) {
      case '(' -> push(MARK);
      case ']' -> push(new ArrayList<>());
      case 'l' -> push(popToMark());
      case 'a' -> {
        Object item = pop();
        list(peek()).add(item);
      }
      case 'e' -> {
        List<Object> items = popToMark();
        list(peek()).addAll(items);
      }
      case ')' -> push(List.of());
      case 't' -> push(Collections.unmodifiableList(popToMark()));
      case 0x85 -> push(popTuple(1));
      case 0x86 -> push(popTuple(2));
      case 0x87 -> push(popTuple(3));
      case '}' -> push(new LinkedHashMap<>());
      case 'd' -> {
        List<Object> items = popToMark();
        push(new LinkedHashMap<>());
        putAll(items);
      }
      case 's' -> putAll(popTuple(2));
      case 'u' -> putAll(popToMark());
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean memory(int opcode) throws IOException {
    switch (opcode) {
      case '0' -> pop();
      case '1' -> popToMark();
      case '2' -> push(peek());
      case 'p' -> remember(PickleText.index(in.line(), in));
      case 'q' -> remember(in.unsigned(1));
      case 'r' -> remember(in.unsigned(4));
      case 0x94 -> remember(memo.size());
      case 'g' -> recall(PickleText.index(in.line(), in));
      case 'h' -> recall(in.unsigned(1));
      case 'j' -> recall(in.unsigned(4));
      default -> {
        return false;
      }
    }
    return true;
  }

  /// Opcodes by which a pickle names and makes objects: the short list in [PickleObjects] alone.
  private void object(int opcode) throws IOException {
    switch (opcode) {
      case 'c' -> {
        String module = in.line();
        push(objects.named(module, in.line()));
      }
      case 0x93 -> {
        Object name = pop();
        if (!(pop() instanceof String module) || !(name instanceof String word)) {
          throw in.refused("names something not by two texts");
        }
        push(objects.named(module, word));
      }
      case 'R' -> {
        Object arguments = pop();
        push(objects.call(pop(), arguments));
      }
      case 0x81 -> {
        Object arguments = pop();
        push(objects.create(pop(), arguments));
      }
      case 'b' -> {
        Object state = pop();
        push(objects.build(pop(), state));
      }
      default -> throw in.refused("is not among those read here");
    }
  }

  private void recall(int index) throws IOException {
    if (!memo.containsKey(index)) {
      throw in.refused("asks for value %d, which was not stored".formatted(index));
    }
    push(objects.finished(memo.get(index)));
  }

  @SuppressWarnings("unchecked")
  private List<Object> list(Object value) throws IOException {
    if (value instanceof ArrayList<?>) {
      return (List<Object>) value;
    }
    throw in.refused("appends to something that is no list");
  }

  @SuppressWarnings("unchecked")
  private void putAll(List<Object> items) throws IOException {
    if (!(peek() instanceof LinkedHashMap<?, ?>) || items.size() % 2 != 0) {
      throw in.refused("sets items of something that is no dictionary");
    }
    Map<Object, Object> map = (Map<Object, Object>) peek();
    for (int i = 0; i < items.size(); i += 2) {
      Object key = items.get(i);
      // Only values whose hash looks at nothing else: a key that holds itself could never be put.
      if (key != null
          && !(key instanceof String)
          && !(key instanceof Number)
          && !(key instanceof Boolean)) {
        throw in.refused("sets an item whose key is no number or text");
      }
      map.put(key, items.get(i + 1));
    }
  }

  private void push(Object value) throws IOException {
    charge(value instanceof List || value instanceof Map ? CONTAINER_BYTES : VALUE_BYTES);
    stack.add(value);
  }

  private void remember(int index) throws IOException {
    charge(MEMO_BYTES);
    memo.put(index, peek());
  }

  private void charge(int bytes) throws IOException {
    memoryBytes += bytes;
    if (memoryBytes > Math.max(ALWAYS_ALLOWED, (long) MAX_RATIO * in.length())) {
      throw in.refused("makes more objects than a file of this size can mean");
    }
  }

  private Object peek() throws IOException {
    if (stack.isEmpty() || stack.getLast() == MARK) {
      throw in.refused("needs a value where there is none");
    }
    return stack.getLast();
  }

  private Object pop() throws IOException {
    peek();
    return stack.removeLast();
  }

  private List<Object> popTuple(int count) throws IOException {
    Object[] items = new Object[count];
    for (int i = count - 1; i >= 0; i--) {
      items[i] = pop();
    }
    return Collections.unmodifiableList(Arrays.asList(items));
  }

  private List<Object> popToMark() throws IOException {
    int mark = stack.size() - 1;
    while (mark >= 0 && stack.get(mark) != MARK) {
      mark--;
    }
    if (mark < 0) {
      throw in.refused("needs a mark where there is none");
    }
    List<Object> tail = stack.subList(mark + 1, stack.size());
    List<Object> items = new ArrayList<>(tail);
    stack.subList(mark, stack.size()).clear();
    return items;
  }
}
