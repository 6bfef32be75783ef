/** Distinct objects: those of a full page, or those with these keys; undefined when their number is unknown. */
export type Objects = { pageSize: number } | { keys: ReadonlySet<string> } | undefined;

/**
 * Adds up the tool calls of an operation. Two pages of 50 and 100 signals that each need `signals_entries` count as 100
 * calls, because the second page may contain the first.
 */
export class CallEstimate {
  /** By tool, the size of the largest page whose nodes each need a call. */
  readonly #pageSizes = new Map<string, number>();
  readonly #keys = new Map<string, ReadonlySet<string>>();
  readonly #mutations = new Map<string, number>();
  readonly #representations = new Map<string, number>();
  /** By tool, the maximum number of batched calls in the operation. */
  readonly batched = new Map<string, number>();

  /** Adds one call of the tool for each of the objects. */
  addPerObject(tool: string, objects: Objects): void {
    if (!objects) return;
    if ('pageSize' in objects) setMax(this.#pageSizes, tool, objects.pageSize);
    else this.#keys.set(tool, new Set([...(this.#keys.get(tool) ?? []), ...objects.keys]));
  }

  /** @param responseName the alias or name; fields with the same response name run once */
  addMutation(responseName: string, calls: number): void {
    this.#mutations.set(responseName, calls);
  }

  addRepresentations(responseName: string, count: number): void {
    this.#representations.set(responseName, count);
  }

  addBatched(tool: string, calls: number): void {
    setMax(this.batched, tool, calls);
  }

  /**
   * The minimum number of calls if every page is full, with pages cut to `maxFirst` nodes. For each tool, the larger of
   * its largest page and its number of keys counts, not their sum, because they may be the same objects.
   */
  minCalls(maxFirst = Infinity): number {
    const tools = new Set([...this.#pageSizes.keys(), ...this.#keys.keys()]);
    const reads = [...tools].map((tool) =>
      Math.max(this.#keys.get(tool)?.size ?? 0, Math.min(this.#pageSizes.get(tool) ?? 0, maxFirst)),
    );
    return sum([...reads, ...this.#mutations.values()]);
  }

  /** The number of representations of all `_entities` fields together. */
  representationCount(): number {
    return sum([...this.#representations.values()]);
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const setMax = (map: Map<string, number>, key: string, value: number) =>
  map.set(key, Math.max(value, map.get(key) ?? 0));
