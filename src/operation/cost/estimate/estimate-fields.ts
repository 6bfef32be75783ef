import { costOf, mutationCalls, schemaCostsOf, selectedBatches, selectedPerObjectTools } from '../call-cost.ts';
import { CertainCalls, SelectionCalls } from '../certain-calls.ts';
import { assumedLengthOf, isListOfObjects, pageSizeOf } from '../list-sizes.ts';
import {
  type EntityRequest,
  type OperationTree,
  type SelectedField,
  type Selection,
  selectsMoreThan,
} from '../read-operation.ts';
import { longTextCost } from '../operation-cost.ts';
import { costOfSpending, type SharedCalls, type Spending, sumOf } from './spending.ts';

/** What a field is expected to spend for each parent object. */
export interface FieldEstimate {
  /** The field's own objects and calls, without those of its children. */
  own: Spending;
  /** The selections below the field, each with the number of objects that have it. */
  children: readonly { selection: SelectionEstimate; times: number }[];
  total: Spending;
  isPage: boolean;
  source: SelectedField;
}

export interface SelectionEstimate {
  fields: readonly FieldEstimate[];
  total: Spending;
  certain: SelectionCalls;
}

/** A smaller `first` for some of the connections. */
interface PageLimit {
  first: number;
  fields: ReadonlySet<SelectedField>;
  /** Estimates without the limit, which are reused for selections that are not affected. */
  unlimited: KnownEstimates;
  affected: ReadonlySet<Selection>;
}

/** Known estimates of selections, by `listedBy` of their place. */
export type KnownEstimates = Map<string | undefined, Map<Selection, SelectionEstimate>>;

interface Place {
  /** The field that returned the object; undefined for the root object and for references. */
  source?: SelectedField;
  /** The number of nodes if the object is a connection, otherwise 0. */
  pageSize: number;
  /** The tool of the innermost page that contains the object. */
  listedBy: string | undefined;
}

interface FieldPlace extends Place {
  /** Tools that other fields of the same object call. */
  called: Set<string>;
  certain: SelectionCalls;
}

const noSpending: Spending = { objects: 0, texts: 0, calls: new Map(), shared: new Map() };

/** Estimates an operation, from the children up. Each selection is estimated once for each `listedBy`. */
export function estimateFields(
  { schema, root, isMutation }: OperationTree,
  { known = new Map(), limit }: { known?: KnownEstimates; limit?: PageLimit } = {},
) {
  const certain = new CertainCalls(schemaCostsOf(schema));
  const estimate = estimateSelection(root, { pageSize: 0, listedBy: undefined });
  if (!isMutation) certain.addRoot(estimate.certain);
  return { root: isMutation ? withSeparateCalls(estimate) : estimate, certain };

  function estimateSelection(selection: Selection, place: Place): SelectionEstimate {
    const estimates = known.get(place.listedBy) ?? new Map<Selection, SelectionEstimate>();
    known.set(place.listedBy, estimates);
    // A limit changes only the selections that contain a limited page; all other estimates are reused.
    const reused = limit && !limit.affected.has(selection) ? limit.unlimited.get(place.listedBy) : undefined;
    const cached = (reused ?? estimates).get(selection);
    if (cached) return cached;
    // Fields of one object, such as `questions` and `moments`, share a call if they need the output of the same tool.
    const parent = { ...place, called: new Set<string>(), certain: new SelectionCalls() };
    const fields = selection.fields.map((field) => estimateField(field, parent));
    const result = {
      certain: parent.certain,
      fields,
      total: sumOf(fields.map(({ total }) => ({ spending: total, times: 1 }))),
    };
    estimates.set(selection, result);
    return result;
  }

  function estimateField(field: SelectedField, place: FieldPlace): FieldEstimate {
    const { references, cost } = field;
    if (references) return estimateReferences(field, references);
    const pageSize = pageSizeIn(field);
    const objects = countObjects(field, place);
    const own = {
      objects,
      texts: longTextCost(cost.textLength ?? 0),
      calls: ownCalls(field, pageSize, place),
      shared: sharedCalls(field, place.listedBy),
    };
    const below = { pageSize: pageSize ?? 0, listedBy: cost.page ?? place.listedBy, source: field };
    const members = field.selections.map((each) => estimateSelection(each, below));
    const certainBelow = members.map((member) => member.certain);
    certain.addField(field, certainBelow, place.certain);
    const children = mostExpensive(members).map((selection) => ({ selection, times: objects }));
    return { own, children, total: totalOf(own, children), isPage: pageSize !== undefined, source: field };
  }

  /** Estimates an `_entities` field. */
  function estimateReferences(field: SelectedField, references: readonly EntityRequest[]): FieldEstimate {
    const own = referenceSpending(field, references);
    const children = references.map((reference) => {
      const selection = estimateSelection(reference.selection, { pageSize: 0, listedBy: undefined });
      certain.addReferences(field, reference, selection.certain);
      return { selection, times: reference.representations.length };
    });
    return { own, children, total: totalOf(own, children), isPage: false, source: field };
  }

  function pageSizeIn(field: SelectedField): number | undefined {
    const size = pageSizeOf(field.field, field.args);
    return size !== undefined && limit?.fields.has(field) ? Math.min(size, limit.first) : size;
  }

  function referenceSpending(field: SelectedField, references: readonly EntityRequest[]): Spending {
    const shared = new Map<string, SharedCalls>();
    let objects = 0;
    for (const { selection, representations } of references) {
      const { type } = selection;
      const lookup = schemaCostsOf(schema).lookups.get(type.name);
      const keys = new Set(representations.flatMap((representation) => lookup?.keyOf(representation) ?? []));
      for (const key of keys) addLookups(shared, lookup?.perObject ?? [], key);
      for (const call of batchedCalls({ ...field, cost: costOf(type), selections: [selection] })) {
        shared.set(call.key, { ...call, objects: lookup ? keys.size : representations.length });
      }
      objects += representations.length;
    }
    return { ...noSpending, objects, shared };
  }
}

const totalOf = (own: Spending, children: FieldEstimate['children']): Spending =>
  sumOf([
    { spending: own, times: 1 },
    ...children.map(({ selection, times }) => ({ spending: selection.total, times })),
  ]);

/** The selections whose estimates change with the `first` of these fields. */
export function selectionsAffectedBy(fields: ReadonlySet<SelectedField>, root: Selection): Set<Selection> {
  const affected = new Set<Selection>();
  const visited = new Set<Selection>();
  visit(root);
  return affected;

  function visit(selection: Selection): void {
    if (visited.has(selection)) return;
    visited.add(selection);
    for (const field of selection.fields) {
      const isLimited = fields.has(field);
      for (const child of field.selections) {
        visit(child);
        if (isLimited) affected.add(child);
      }
      if (isLimited || field.selections.some((child) => affected.has(child))) affected.add(selection);
    }
  }
}

function countObjects({ field, args, cost, selections }: SelectedField, { pageSize, source }: Place): number {
  if (cost.fixedObjects !== undefined) return cost.fixedObjects;
  if (selections.length === 0) return 0;
  if (!isListOfObjects(field)) return 1;
  if (cost.isOneToOne) return pageSize;
  return cost.listLength?.(args, source?.args ?? {}) ?? assumedLengthOf(field);
}

function ownCalls({ cost, args }: SelectedField, pageSize: number | undefined, { called, ...place }: FieldPlace) {
  const { atMostPerObject = [], page, mutation } = cost;
  const calls = new Map<string, number>();
  for (const tool of [...selectedPerObjectTools(cost, args), ...atMostPerObject].filter((each) => !called.has(each))) {
    calls.set(tool, (calls.get(tool) ?? 0) + 1);
  }
  for (const tool of calls.keys()) called.add(tool);
  if (page !== undefined && pageSize !== undefined && pageSize > 0) calls.set(page, cost.pageCalls?.(args) ?? 1);
  const listing = place.source?.cost;
  if (cost.readAllCalls !== undefined && listing?.page !== undefined && !listing.hasReadAll && place.pageSize > 0) {
    if (!called.has(listing.page)) calls.set(listing.page, cost.readAllCalls);
    called.add(listing.page);
  }
  if (mutation) calls.set(mutation.tool, mutationCalls(cost, args));
  return calls;
}

function sharedCalls(field: SelectedField, listedBy: string | undefined): Map<string, SharedCalls> {
  const { args, cost } = field;
  const needed = batchedCalls(field, listedBy);
  const shared = new Map<string, SharedCalls>(needed.map(({ key, ...call }) => [key, call]));
  const key = cost.lookup?.keyOf(args);
  if (key !== undefined) addLookups(shared, cost.lookup?.perObject ?? [], key);
  return shared;
}

function addLookups(shared: Map<string, SharedCalls>, tools: readonly string[], key: string): void {
  for (const tool of tools) shared.set(`${tool} ${key}`, { tool, objects: 1, batchSize: Infinity, maxCalls: 1 });
}

function batchedCalls(field: SelectedField, listedBy?: string): (SharedCalls & { key: string })[] {
  const needed = selectedBatches(field.cost, field.args).filter(
    ({ tool, unlessOnly, unlessListed }) =>
      (!unlessOnly || selectsMoreThan(field.selections, unlessOnly)) && !(unlessListed && tool === listedBy),
  );
  return needed.map(({ tool, calls, batchSize = Infinity, onlyFor, perArguments, keysPerObject = 1 }) => ({
    key: perArguments ? `${tool} ${JSON.stringify(field.args)}` : tool,
    tool,
    objects: keysPerObject,
    batchSize,
    maxCalls: calls,
    onlyFor,
  }));
}

/** An abstract type costs as much as its most expensive member, because each object has only one type. */
function mostExpensive(members: readonly SelectionEstimate[]): SelectionEstimate[] {
  const [first, ...others] = members;
  if (!first) return [];
  return [others.reduce((max, each) => (costOfSpending(each.total) > costOfSpending(max.total) ? each : max), first)];
}

export const separateKey = (mutation: string | undefined, key: string) => `${mutation}: ${key}`;

/** Mutations run one after the other and discard the loaders, so they share no calls. */
function withSeparateCalls({ fields, certain }: SelectionEstimate): SelectionEstimate {
  const separate = fields.map((field) => ({
    ...field,
    total: {
      ...field.total,
      shared: new Map(
        [...field.total.shared].map(([key, call]) => [separateKey(field.source.responseName, key), call]),
      ),
    },
  }));
  return { certain, fields: separate, total: sumOf(separate.map(({ total }) => ({ spending: total, times: 1 }))) };
}
