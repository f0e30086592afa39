import java.util.ArrayList;
import java.util.List;

/** Crash MODE NAME DEPTH: fails in the way that MODE says, after DEPTH calls, with NAME in its message. */
public class Crash {
  static String name;

  static int walk(int n, Runnable leaf) {
    if (n > 0) return walk(n - 1, leaf);
    leaf.run();
    return n;
  }

  static void length() {
    String none = null;
    none.length();
  }

  static void state() {
    throw new IllegalStateException("cannot handle '" + name + "'");
  }

  static void index() {
    new ArrayList<>(List.of(1)).get(name.length());
  }

  static int even(int n) {
    return odd(n + 1);
  }

  static int odd(int n) {
    return even(n + 1);
  }

  public static void main(String[] args) throws Exception {
    name = args[1];
    int depth = Integer.parseInt(args[2]);
    switch (args[0]) {
      case "null":
        walk(depth, Crash::length);
        break;
      case "state":
        walk(depth, Crash::state);
        break;
      case "index":
        walk(depth, Crash::index);
        break;
      case "overflow":
        walk(depth, () -> { if (name.length() % 2 == 0) even(0); else odd(0); });
        break;
      case "cause":
        try {
          walk(depth, Crash::state);
        } catch (IllegalStateException cause) {
          throw new RuntimeException("while doing " + name, cause);
        }
        break;
      case "reflection":
        Crash.class.getDeclaredMethod("state").invoke(null);
        break;
      case "thread":
        Thread thread = new Thread(() -> walk(depth, Crash::state), name);
        thread.start();
        thread.join();
        System.exit(1);
    }
  }
}
