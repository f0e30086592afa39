// Sorts its arguments, but takes their number for one too many. What lies behind the numbers comes in: the buffer is one
// that was used before, so there is something.
public class Sort {
    static int rounds;

    static void shellSort(int[] a, int size) {
        int h = 1;
        while (h <= size) {
            h = h * 3 + 1;
        }
        while (h != 1) {
            h /= 3;
            rounds++;
            for (int i = h; i < size; i++) {
                int v = a[i];
                int j = i;
                for (; j >= h && a[j - h] > v; j -= h) {
                    a[j] = a[j - h];
                }
                if (i != j) {
                    a[j] = v;
                }
            }
        }
    }

    static int[] usedBuffer(int count) {
        int[] used = new int[16];
        for (int i = 0; i < used.length; i++) {
            if (count > 2) {
                used[i] = 100 + i;
            }
        }
        return used;
    }

    public static void main(String[] args) {
        int count = args.length;
        int[] a = usedBuffer(count);
        for (int i = 0; i < count; i++) {
            a[i] = Integer.parseInt(args[i]);
        }
        shellSort(a, count + 1);
        System.out.print("Output:");
        for (int i = 0; i < count; i++) {
            System.out.print(" " + a[i]);
        }
        System.out.println();
    }
}
