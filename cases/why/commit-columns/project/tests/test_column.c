#include "check.h"
#include "column.h"

static const char *const sheet[] = {
    "item,\"price, net\",note\n",
    "rope,12.5,\n",
    "sail,300,\"4 m\"\"\"\n",
    "anchor,,heavy\n",
    "\"bell, small\",7.5,\n",
};

int main(void)
{
    struct record record;
    struct stats stats = {0};
    int missing = 0;
    parse_record(&record, sheet[0]);
    check_number("a column", 1, find_column(&record, "price, net"));
    check_number("no column", -1, find_column(&record, "weight"));
    for (int i = 1; i < 5; i++) {
        parse_record(&record, sheet[i]);
        missing += add_field(&stats, &record, 1) != 0;
    }
    check_number("prices", 3, (double)stats.count);
    check_number("rows without a price", 1, missing);
    check_number("their sum", 320, stats_sum(&stats));
    return failures != 0;
}
