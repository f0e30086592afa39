package values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntSupplier;

// Values of all kinds, to be captured and changed at `show`; the argument says how the program ends.
public class Values {
    enum Color {
        RED,
        GREEN {
            @Override
            boolean isCold() {
                return false;
            }
        };

        boolean isCold() {
            return true;
        }
    }

    record Point(int x, int y) {}

    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static class Base {
        protected final String name;
        private int hidden = 1;

        Base(String name) {
            this.name = name;
        }
    }

    static class Box extends Base {
        private int hidden = 2;
        boolean flag = true;
        byte small = -1;
        short medium = 300;
        char letter = 'x';
        long large = 1L << 40;
        float fraction = 0.1f;
        double real = 1;
        Integer boxed = 7;
        Object held = 42L;
        String text = "a \"b\" \u00e9\n";
        StringBuilder builder = new StringBuilder("built");
        BigInteger big = new BigInteger("-123456789012345678901234567890");
        BigDecimal price = new BigDecimal("12.50");
        Optional<String> maybe = Optional.of("yes");
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));
        LinkedList<String> linked = new LinkedList<>(List.of("one", "two"));
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        Map<String, Integer> counts = new HashMap<>(Map.of("x", 1, "y z", 2));
        Map<Point, String> named = new LinkedHashMap<>();
        TreeMap<Long, Node> tree = new TreeMap<>();
        Set<Character> letters = new HashSet<>(Set.of('a', 'b'));
        Set<Node> nodes = new HashSet<>();
        Map<Node, Integer> ordered = new LinkedHashMap<>();
        List<Integer> fixedList = List.of(7, 8, 9);
        List<String> smallList = List.of("only");
        List<Integer> arrayList = Arrays.asList(5, 6);
        Map<String, Integer> fixedMap = Map.of("a", 1, "b", 2, "c", 3);
        Map<String, Integer> onlyEntry = Map.of("a", 1);
        Set<String> fixedSet = Set.of("one");
        Set<Integer> smallSet = Set.of(8, 9);
        Properties settings = new Properties();
        int[][] grid = {{1, 2}, {3}};
        Node first = new Node(1, new Node(2, null));
        Object nothing;
        IntSupplier lambda = () -> small;
        Thread thread = new Thread(() -> {});
        Class<?> type = Node.class;
        Exception error = new IllegalStateException("broken");

        Box() {
            super("box");
            for (int i = 0; i < 20; i++) {
                queue.addLast(i);
                if (i > 2) {
                    queue.removeFirst();
                }
            }
            named.put(new Point(1, 2), "p");
            tree.put(5L, first);
            nodes.add(first);
            settings.setProperty("depth", "3");
            ordered.put(first, 1);
        }
    }

    static int total = 3;
    static final int LIMIT = 10;
    static List<Integer> shared = new ArrayList<>();

    static String show(Box b, Color color, int[] values, String text) {
        double x = 1.5; // first
        StringBuilder shown = new StringBuilder(text + " " + b.name + " " + color + " " + b.flag + b.small + b.medium);
        shown.append(" " + b.letter + b.large + " " + b.fraction + " " + b.real + " " + b.boxed + " " + b.held);
        shown.append(" " + b.text.length() + b.builder + " " + b.big + " " + b.price + " " + b.maybe.get());
        for (int each : values) { // loop
            shown.append(" " + each); // inner
        }
        shown.append(" " + b.numbers + b.linked + b.queue + " " + new TreeMap<>(b.counts) + b.named + b.tree.keySet());
        shown.append(" " + new java.util.TreeSet<>(b.letters) + " " + java.util.Arrays.deepToString(b.grid) + " " + total);
        for (Node each = b.first; each != null; each = each.next) {
            shown.append(" -> " + each.value);
        }
        return shown.toString();
    }

    static synchronized void add(int n) {
        total += n; // adds
    }

    static int countDown(int n) {
        while (n > 0) { // counts
            n--;
        }
        return n;
    }

    static int sum(List<Integer> numbers) {
        int sum = 0;
        for (int each : numbers) { // each
            sum += each;
        }

        // Nothing is here.
        return sum; // sum
    }

    static int count(Map<String, Integer> counts) {
        int sum = 0;
        for (int each : counts.values()) {
            sum += each; // counting
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        String how = args.length > 0 ? args[0] : "";
        Box b = new Box();
        int[] values = {4, 5};
        Runnable counter = () -> add(2); // lambda
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(counter, "counter-" + i);
            threads[i].start();
            threads[i].join();
        }
        countDown(2);
        countDown(3);
        sum(b.numbers);
        count(b.counts);
        System.out.println(show(b, Color.GREEN, values, "text"));
        switch (how) {
            case "exit":
                System.exit(3);
            case "throw":
                b.first.next.next.value++; // throws
                break;
            case "hang":
                while (true) {
                    add(1);
                }
            default:
        }
    }
}
