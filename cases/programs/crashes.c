void qsort(void *, unsigned long, unsigned long,
           int (*)(const void *, const void *));

enum { ITEMS = 16 };

typedef __fp16 packed;

double rescale(packed to[], const double price[], int count)
{
    double total = 0.0;

    for (int i = 0; i < count; i++) {
        to[i] = price[i] * (price[0] + 0.5 * i);
        total += to[i];
    }
    return total;
}

int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(void)
{
    double price[ITEMS];
    packed small[ITEMS];

    for (int i = 0; i < ITEMS; i++)
        price[i] = (ITEMS - i) * 1.25;
    qsort(price, ITEMS, sizeof price[0], ascending);
    return rescale(small, price, ITEMS) > 99.0;
}
