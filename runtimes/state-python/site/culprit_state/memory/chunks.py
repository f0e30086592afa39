"""The chunks in which the parts of large things are compared (`chunkOf` and `chunkCount` in the protocol)."""
import itertools
import zlib

CHUNK_SIZE = 1000


def chunk_of(label, kind, count):
    if kind == "array":
        return int(label) // CHUNK_SIZE if label.isdigit() else count - 1
    return zlib.crc32(label.encode("utf-8", "surrogatepass")) % count


def chunk_count(kind, size):
    """`size` is the length of an array, or the number of parts."""
    if kind == "array":
        return max(1, -(-size // CHUNK_SIZE))
    count = 1
    while count * CHUNK_SIZE < size:
        count *= 2
    return count


def chunks_of(thing, adapter):
    """The parts in chunks, as lists of label and value. The elements of an array are read only as they are needed."""
    if adapter.kind == "array":
        return chunks_of_array(adapter.parts(thing), chunk_count("array", adapter.length(thing)))
    parts = sorted(adapter.parts(thing), key=lambda part: part[0])
    chunks = [[] for _ in range(chunk_count(adapter.kind, len(parts)))]
    for label, value in parts:
        chunks[chunk_of(label, adapter.kind, len(chunks))].append((label, value))
    return chunks


def chunks_of_array(parts, count):
    for number in range(count):
        # Parts without an index follow after the elements.
        yield list(itertools.islice(parts, CHUNK_SIZE) if number < count - 1 else parts)
