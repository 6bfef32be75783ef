import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { costOf, mutationCalls, type SchemaCosts, selectedBatches, selectedPerObjectTools } from './call-cost.ts';
import { type EntityRequest, type SelectedField, selectsMoreThan } from './read-operation.ts';

/** Tool calls for each object of a selection. */
interface CallsPerObject {
  tools: Set<string>;
  /** Tools that are called for each node of a nested page, with the size of the largest of these pages. */
  pages: Map<string, number>;
}

/** The calls that a selection is certain to make. */
export class SelectionCalls {
  readonly always: CallsPerObject = { tools: new Set(), pages: new Map() };
  /** The calls that are certain only if the objects are the nodes of a page. */
  readonly onPage: CallsPerObject = { tools: new Set(), pages: new Map() };
}

/**
 * The tool calls that an operation is certain to make. `activities(first: 100) { nodes { summary { content } } }` needs
 * at least 101: one `activities_list`, and a `summary_get` for each activity of a full page. Of several pages with the
 * same calls, only the largest counts, because pages may list the same objects. Fields below a plain list, whose length
 * is unknown, and fields for which the caller lacks the scope are not counted.
 */
export class CertainCalls {
  /** For each tool, the size of the largest page whose nodes it is called for. */
  readonly #pages = new Map<string, number>();
  /** For each tool, the keys of the objects that it is called for. */
  readonly #keys = new Map<string, Set<string>>();
  /** The number of calls to reserve for each batched tool. */
  readonly #batched = new Map<string, number>();
  readonly #schemaCosts: SchemaCosts;
  #mutationCalls = 0;

  constructor(schemaCosts: SchemaCosts) {
    this.#schemaCosts = schemaCosts;
  }

  /** @param members the certain calls of the selection on each type that the field can return */
  addField(field: SelectedField, members: readonly SelectionCalls[], parent: SelectionCalls): void {
    const { cost, args } = field;
    // Only root fields are mutations, and the root is added once, so no mutation counts twice.
    if (cost.mutation) this.#mutationCalls += mutationCalls(cost, args);
    this.#addBatched(field);
    for (const tool of selectedPerObjectTools(cost, args)) parent.always.tools.add(tool);
    // If the field can return several types, the type of an object is known only after the object is loaded.
    const below = members.length === 1 ? members[0] : undefined;
    const callsBelow = below ? [below.always, below.onPage] : [];
    if (cost.page !== undefined) {
      const { first } = args;
      if (typeof first !== 'number' || first < 1 || first > maxPageSize) return;
      parent.always.tools.add(cost.page);
      for (const { tools, pages } of callsBelow) {
        for (const tool of tools) setMax(parent.always.pages, tool, first);
        addPages(parent.always.pages, pages);
      }
    } else if (cost.lookup) {
      this.#addObjects([cost.lookup.keyOf(args)], cost.lookup.perObject, below);
    } else if (cost.isOneToOne) {
      for (const { tools, pages } of callsBelow) {
        for (const tool of tools) parent.onPage.tools.add(tool);
        addPages(parent.onPage.pages, pages);
      }
    }
  }

  addReferences(field: SelectedField, { selection, representations }: EntityRequest, below: SelectionCalls): void {
    const { type } = selection;
    this.#addBatched({ ...field, cost: costOf(type), selections: [selection] });
    const lookup = this.#schemaCosts.lookups.get(type.name);
    if (!lookup) return;
    const keys = representations.map((each) => lookup.keyOf(each));
    this.#addObjects(keys, lookup.perObject, below);
  }

  /** A query has one root object. */
  addRoot(root: SelectionCalls): void {
    this.#addObjects([''], [], root);
  }

  /**
   * Assumes full pages, with `first` reduced to `maxFirst`. For each tool, counts the size of its largest page or the
   * number of its keys, whichever is larger: their sum could count objects twice.
   */
  minCalls(maxFirst = Infinity): number {
    let calls = this.#mutationCalls;
    for (const tool of new Set([...this.#pages.keys(), ...this.#keys.keys()])) {
      calls += Math.max(this.#keys.get(tool)?.size ?? 0, Math.min(this.#pages.get(tool) ?? 0, maxFirst));
    }
    return calls;
  }

  get reservation() {
    return { perObjectTools: this.#schemaCosts.perObjectTools, batched: this.#batched };
  }

  #addBatched(field: SelectedField): void {
    for (const { tool, calls, unlessOnly } of selectedBatches(field.cost, field.args)) {
      if (!unlessOnly || selectsMoreThan(field.selections, unlessOnly)) setMax(this.#batched, tool, calls);
    }
  }

  /** @param found the keys of objects; undefined for an object that is not loaded */
  #addObjects(
    found: readonly (string | undefined)[],
    loadedBy: readonly string[] = [],
    below: SelectionCalls | undefined,
  ): void {
    const keys = found.filter((key) => key !== undefined);
    if (keys.length === 0) return;
    for (const tool of [...loadedBy, ...(below?.always.tools ?? [])]) {
      const known = this.#keys.get(tool) ?? new Set();
      this.#keys.set(tool, known);
      for (const key of keys) known.add(key);
    }
    if (below) addPages(this.#pages, below.always.pages);
  }
}

function addPages(into: Map<string, number>, pages: ReadonlyMap<string, number>): void {
  for (const [tool, size] of pages) setMax(into, tool, size);
}

const setMax = (map: Map<string, number>, key: string, value: number) =>
  map.set(key, Math.max(value, map.get(key) ?? 0));
