const batchSize = 500;

/**
 * The last record of each key, in batches that stay far below the 65,535 parameters a statement may have. Sorted by key:
 * writers that lock rows in the same order do not wait for each other in a circle.
 */
export function* batchesOf<Value>(values: readonly Value[], keyOf: (value: Value) => string): Generator<Value[]> {
  const byKey = [...new Map(values.map((value) => [keyOf(value), value]))];
  const sorted = byKey.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
  for (let start = 0; start < sorted.length; start += batchSize) yield sorted.slice(start, start + batchSize);
}
