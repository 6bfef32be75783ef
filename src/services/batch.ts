const batchSize = 500;

/** The last record of each key, in batches that stay far below the 65,535 parameters a statement may have. */
export function* batchesOf<Value>(values: readonly Value[], keyOf: (value: Value) => string): Generator<Value[]> {
  const distinct = [...new Map(values.map((value) => [keyOf(value), value])).values()];
  for (let start = 0; start < distinct.length; start += batchSize) yield distinct.slice(start, start + batchSize);
}
