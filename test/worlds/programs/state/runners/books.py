def first_book(items):
    books = [name for name, kind in items if kind == "book"]
    return books[0].upper()
