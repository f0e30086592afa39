// Sorts its arguments: with `7 8 9` it does, with `11 14` it prints a number that nobody gave.
class Sample {
    // What earlier users of the memory left behind.
    static int[] recycled = {93, 81, 0, 4096, 70, 65, 60};

    static void shell_sort(int[] a, int size) {
        int h = 1;
        do {
            h = h * 3 + 1;
        } while (h <= size);
        do {
            h /= 3;
            for (int i = h; i < size; i++) {
                int v = a[i];
                int j;
                for (j = i; j >= h && a[j - h] > v; j -= h)
                    a[j] = a[j - h];
                if (i != j)
                    a[j] = v;
            }
        } while (h != 1);
    }

    public static void main(String[] args) {
        int argc = args.length + 1; // with the name of the program, as in C
        int[] a = recycled;
        for (int i = 0; i < argc - 1; i++) // MOVES
            a[i] = Integer.parseInt(args[i]);

        shell_sort(a, argc); // DEFECT: one more than there are

        StringBuilder output = new StringBuilder("Output:");
        for (int i = 0; i < argc - 1; i++)
            output.append(" ").append(a[i]);
        System.out.println(output);
    }
}
