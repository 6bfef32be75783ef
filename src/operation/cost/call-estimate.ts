/**
 * The distinct objects for which a field is resolved: the nodes of a full page, or the objects with these keys;
 * undefined if their number is unknown.
 */
export type Objects = { pageSize: number } | { keys: ReadonlySet<string> } | undefined;

/**
 * Adds up the tool calls of an operation. If it calls `signals_entries` for each signal of two pages, of 50 and 100
 * signals, that counts as 100 calls, because the larger page may contain the smaller one.
 */
export class CallEstimate {
  /** Per tool: where each object costs a call, the number of objects on the largest page. */
  readonly #pageSizes = new Map<string, number>();
  readonly #keys = new Map<string, ReadonlySet<string>>();
  readonly #mutations = new Map<string, number>();
  readonly #representations = new Map<string, number>();
  /** For each tool, the maximum number of batched calls in the operation. */
  readonly batched = new Map<string, number>();

  /** Adds one call of the tool for each of the objects; none if their number is unknown. */
  addPerObject(tool: string, objects: Objects): void {
    if (!objects) return;
    if ('pageSize' in objects) setMax(this.#pageSizes, tool, objects.pageSize);
    else this.#keys.set(tool, new Set([...(this.#keys.get(tool) ?? []), ...objects.keys]));
  }

  /** @param responseName the alias or name of the field; fields with the same response name are executed only once */
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
   * Returns the minimum number of calls if every page is full, with `first` reduced to `maxFirst` where it is larger.
   * For each tool, counts the size of its largest page or the number of its keys, whichever is larger. Their sum could
   * count objects twice.
   */
  minCalls(maxFirst = Infinity): number {
    const tools = new Set([...this.#pageSizes.keys(), ...this.#keys.keys()]);
    const reads = [...tools].map((tool) =>
      Math.max(this.#keys.get(tool)?.size ?? 0, Math.min(this.#pageSizes.get(tool) ?? 0, maxFirst)),
    );
    return sum([...reads, ...this.#mutations.values()]);
  }

  /** Returns the number of representations in all `_entities` fields together. */
  representationCount(): number {
    return sum([...this.#representations.values()]);
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

const setMax = (map: Map<string, number>, key: string, value: number) =>
  map.set(key, Math.max(value, map.get(key) ?? 0));
