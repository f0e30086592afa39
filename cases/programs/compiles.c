void qsort(void *, unsigned long, unsigned long,
           int (*)(const void *, const void *));

enum { ITEMS = 24 };

typedef float packed;

double rescale(packed to[], const double price[], int count)
{
    double total = 1.0;

    for (int i = 1; i < count; i++) {
        to[i] = price[i] * (price[0] + 0.25 * i);
        total += to[i];
    }
    return total;
}

int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (y > x) - (y < x);
}

int main(void)
{
    double price[ITEMS];
    packed small[ITEMS];

    for (int i = 0; i < ITEMS; i++)
        price[i] = (ITEMS - i) * 1.5;
    qsort(price, ITEMS, sizeof price[0], ascending);
    return rescale(small, price, ITEMS) > 100.0;
}
