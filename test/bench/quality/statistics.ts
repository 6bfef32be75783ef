/** The value below which the given share of the values lies, interpolated between neighbours. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [below = Number.NaN, above = below] = sorted.slice(Math.floor(at), Math.floor(at) + 2);
  return below + (at % 1) * (above - below);
}

/** Spearman's rank correlation; equal values share the mean of their ranks. */
export function spearman(pairs: readonly (readonly [number, number])[]): number {
  const [a, b] = [ranks(pairs.map(([first]) => first)), ranks(pairs.map(([, second]) => second))];
  const mean = (pairs.length + 1) / 2;
  const covariance = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, rank, index) => sum + (rank - mean) * ((y[index] ?? mean) - mean), 0);
  return covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
}

function ranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const smaller = values.filter((other) => other < value).length;
    const equal = values.filter((other) => other === value).length;
    return smaller + (equal + 1) / 2;
  });
}
