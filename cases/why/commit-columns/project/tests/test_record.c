#include "check.h"
#include "record.h"

int main(void)
{
    struct record record;
    check_number("plain fields", 0, parse_record(&record, "a,bc,d\r\n"));
    check_number("three of them", 3, record.count);
    check_text("the second", "bc", record.fields[1]);
    check_text("the last, without the end of the line", "d", record.fields[2]);

    check_number("a quoted field", 0, parse_record(&record, "\"a,b\",c\n"));
    check_number("two of them", 2, record.count);
    check_text("with a comma", "a,b", record.fields[0]);

    check_number("empty fields", 0, parse_record(&record, ",x,\n"));
    check_number("three fields, two of them empty", 3, record.count);

    check_number("the last line of a sheet", 0, parse_record(&record, "7,"));
    check_number("its fields", 2, record.count);

    check_number("a quote that is not closed", -1, parse_record(&record, "a,\"b\n"));
    return failures != 0;
}
