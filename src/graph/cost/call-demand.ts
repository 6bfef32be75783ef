/** Distinct objects: so many of a page, or those with these keys; nothing where nobody knows how many there are. */
export type Objects = { page: number } | { keys: ReadonlySet<string> } | undefined;

/** The tool calls that an operation asks for. */
export class CallDemand {
  /** By tool, the pages whose nodes each need a call of it. Pages may show the same nodes. */
  readonly #pages = new Map<string, number[]>();
  readonly #keys = new Map<string, Set<string>>();
  readonly #mutations = new Map<string, number>();
  /** By tool, the calls that answer for all objects together. */
  readonly shared = new Map<string, number>();

  /** One call of the tool for each of the objects. */
  add(tool: string, objects: Objects): void {
    if (!objects) return;
    if ('page' in objects) {
      this.#pages.set(tool, [...(this.#pages.get(tool) ?? []), objects.page]);
    } else {
      this.#keys.set(tool, new Set([...(this.#keys.get(tool) ?? []), ...objects.keys]));
    }
  }

  /** @param name of the field in the answer; a field that is selected twice runs once */
  addMutation(name: string, calls: number): void {
    this.#mutations.set(name, calls);
  }

  keepRoom(tool: string, calls: number): void {
    this.shared.set(tool, Math.max(calls, this.shared.get(tool) ?? 0));
  }

  /**
   * The least number of calls when every page is full: of a tool, those for the largest page or for all keys, whichever
   * are more, because the rest may be the same objects.
   */
  certainCalls(maxFirst = Infinity): number {
    const tools = new Set([...this.#pages.keys(), ...this.#keys.keys()]);
    const reads = [...tools].map((tool) =>
      Math.max(
        this.#keys.get(tool)?.size ?? 0,
        ...(this.#pages.get(tool) ?? []).map((size) => Math.min(size, maxFirst)),
      ),
    );
    return [...reads, ...this.#mutations.values()].reduce((sum, calls) => sum + calls, 0);
  }
}
