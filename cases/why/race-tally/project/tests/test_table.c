#include "check.h"

int main(void)
{
    struct table table;
    table_init(&table);
    table_count(&table, "boat");
    table_count(&table, "rope");
    table_count(&table, "boat");
    check("boat", 2, table_get(&table, "boat"));
    check("rope", 1, table_get(&table, "rope"));
    check("a word that is not there", 0, table_get(&table, "sail"));
    check("different words", 2, table.size);
    table_free(&table);
    return failures != 0;
}
