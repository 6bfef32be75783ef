const batchSize = 500;

/**
 * The last record of each key, in batches that stay far below the 65,535 parameters a statement may have. Batches follow
 * each other as the records do; each is sorted by key, because writers that lock rows in the same order do not wait for
 * each other in a circle.
 */
export function* batchesOf<Value>(values: readonly Value[], keyOf: (value: Value) => string): Generator<Value[]> {
  const byKey = [...new Map(values.map((value) => [keyOf(value), value]))];
  for (let start = 0; start < byKey.length; start += batchSize) {
    const batch = byKey.slice(start, start + batchSize);
    yield batch.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
  }
}
