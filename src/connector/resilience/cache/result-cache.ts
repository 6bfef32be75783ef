import { z } from 'zod';
import { turnsOfWork } from '../../../operation/work-turns.ts';
import { readPayload } from '../../payload.ts';
import { canonicalJson } from '../../../tools/rules/json.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import type { Account } from '../../transport.ts';
import type { CallerCall, CallResult } from '../caller-call.ts';
import { createCacheGenerations } from './cache-generations.ts';
import type { CacheStore } from './cache-store.ts';

interface CachedCall {
  account: Account;
  /** Name of the tool with the connection's prefix. */
  toolName: string;
  call: CallerCall;
  /** Sends the call, or a copy of it with only those ids that are not cached. */
  send: (call: CallerCall) => Promise<CallResult>;
}

export type ResultCache = ReturnType<typeof createResultCache>;

/** Maximum length of a cached text, in characters. */
const maxTextLength = 1_000_000;

/** Maximum length of a text that is parsed immediately. Before a longer text is parsed, other callers get a turn. */
const maxLengthWithoutTurn = 10_000;

/** Margin in the lifetime of a generation; longer than any call takes. */
const graceMs = 20 * 60_000;

const entrySchema = z.object({
  /** The cache generation of the account when the call was sent. Entries of any other generation are ignored. */
  generation: z.string(),
  /** The version of the account that answered; undefined if the platform sends no version. */
  accountVersion: z.string().optional(),
  payload: z.unknown(),
  /** The message of a `NOT_FOUND` error, or the missing id of a call by ids; undefined if found. */
  absent: z.string().optional(),
});
type Entry = Omit<z.output<typeof entrySchema>, 'generation' | 'accountVersion'>;

const listPayload = z.object({
  items: z.array(z.looseObject({ id: z.string() })),
  limit: z.int().nullish().catch(null),
  total: z.int().nullish().catch(null),
});

interface ResultCacheOptions {
  store: CacheStore;
  /** Lifetime of the results of calls without a version; 0 to cache only calls with a version. */
  ttlMs: number;
  /** Reports every lookup. `hits` and `misses` count results, or single records for a tool that loads by id. */
  onLookup?: (lookup: { tool: string; hits: number; misses: number }) => void;
}

/**
 * Caches payloads separately for each account. A payload of a tool with `cached` stays for `ttlMs`. If a call names the
 * version of a record, its payload stays for the `ttlMs` of that version, even after `invalidate`: a changed record has a
 * new version, and a caller without access cannot read the version. If the platform sends versions of accounts, all nodes
 * with the same store ignore results of an identifier's previous account.
 */
export function createResultCache({ store, ttlMs, onLookup }: ResultCacheOptions) {
  const generations = createCacheGenerations({ store, ttlMs: 2 * ttlMs + graceMs });

  return {
    /** Whether the result of a call may be cached. */
    covers: ({ tool, version }: CallerCall) => version !== undefined || (tool.cached === true && ttlMs > 0),
    /** Returns what is cached, and sends a call for the rest. Caches readable payloads and `NOT_FOUND` errors. */
    get: async (cached: CachedCall): Promise<CallResult> =>
      cached.call.idParameter === undefined ? getWhole(cached) : getById(cached, cached.call.idParameter),
    /** Invalidates cached results and the results of calls in flight. */
    invalidate(account: Account): void {
      if (ttlMs > 0) void generations.begin(account);
    },
    /** Returns whether another version of the account was reported before. */
    reportAccountVersion: generations.reportVersion,
  };

  async function getWhole(cached: CachedCall): Promise<CallResult> {
    const { call, send } = cached;
    const traceHit = startHit(call);
    const { found, put, onAccountVersion } = await lookUp(cached, [['input', canonicalJson(call.input)]]);
    const hit = usableResult(found[0], call);
    onLookup?.({ tool: call.tool.name, hits: hit ? 1 : 0, misses: hit ? 0 : 1 });
    if (hit) traceHit(call.keys);
    if (hit && 'absent' in hit) throw new ToolError({ code: 'NOT_FOUND', message: hit.absent, tool: call.tool.name });
    if (hit) return hit;
    try {
      const result = await send({ ...call, onAccountVersion });
      put([{ payload: result.payload }]);
      return result;
    } catch (error) {
      if (isAbsence(error, call)) put([{ payload: null, absent: error.message }]);
      throw error;
    }
  }

  async function getById(cached: CachedCall, idParameter: string): Promise<CallResult> {
    const { call, send } = cached;
    const traceHit = startHit(call);
    const input = z.record(z.string(), z.unknown()).parse(call.input);
    const ids = [...new Set(z.array(z.string()).parse(input[idParameter]))];
    const { found, put, onAccountVersion } = await lookUp(
      cached,
      ids.map((id) => ['id', id] as const),
    );
    const items = found.flatMap((entry) => (entry && entry.absent === undefined ? [entry.payload] : []));
    const isUsable = usableResult({ payload: { items } }, call) !== undefined;
    const known = isUsable ? items : [];
    const missing = ids.filter((_, index) => !isUsable || !found[index]);
    onLookup?.({ tool: call.tool.name, hits: ids.length - missing.length, misses: missing.length });
    if (missing.length < ids.length) traceHit(ids.length - missing.length);
    if (missing.length === 0) return parsed({ items: known }, call);

    const result = await send({
      ...call,
      onAccountVersion,
      input: { ...input, [idParameter]: missing },
      keys: missing.length,
    });
    const list = listPayload.safeParse(result.payload).data;
    if (!list) return result;
    const fresh = new Map(list.items.map((item) => [item.id, item]));
    const isWhole = (list.total ?? 0) <= fresh.size && (list.limit ?? missing.length) >= missing.length;
    put(
      ids.map((id) => {
        if (!missing.includes(id)) return undefined;
        const item = fresh.get(id);
        if (item) return { payload: item };
        // A truncated list cannot prove that an item is absent.
        return isWhole ? { payload: null, absent: id } : undefined;
      }),
    );
    return known.length === 0 ? result : parsed({ ...list, items: [...known, ...list.items] }, call);
  }

  /**
   * Looks up the entries with these names; `put` stores entries under the same names, in the same order, with the
   * account version that `onAccountVersion` received.
   */
  async function lookUp({ account, toolName, call }: CachedCall, names: readonly EntryName[]) {
    const { version } = call;
    const { connectionName, identifier } = account;
    const keys = names.map((name) => JSON.stringify([connectionName, identifier, toolName, ...name, version?.id]));
    // Read the generation last: an LRU store then evicts the entries before the generation that they depend on.
    const texts = await store.getMany(version ? keys : [...keys, generations.keyOf(account)]);
    const generation = generations.parse(texts[keys.length]);
    let accountVersion: string | undefined;
    if (texts.some((text = '') => text.length > maxLengthWithoutTurn)) await turnsOfWork.open(identifier).take();
    return {
      found: keys.map((_, index) => {
        const entry = readEntry(texts[index]);
        if (!entry || !generations.isCurrent(entry, { account, generation })) return undefined;
        if (entry.accountVersion !== undefined) call.onAccountVersion?.(entry.accountVersion);
        return entry;
      }),
      onAccountVersion(reported: string) {
        accountVersion = reported;
        call.onAccountVersion?.(reported);
      },
      put(entries: readonly (Entry | undefined)[]) {
        const stored = keys.flatMap((key, index) => {
          const entry = entries[index];
          if (!entry) return [];
          const text = JSON.stringify({ ...entry, generation: generation.id, accountVersion });
          return text.length <= maxTextLength ? [{ key, text }] : [];
        });
        if (stored.length > 0) void store.setMany(stored, version?.ttlMs ?? ttlMs);
        // Store the account version again: another node may have stored an outdated one, or the stored one has expired.
        if (!version && accountVersion !== undefined && accountVersion !== generation.accountVersion) {
          void generations.shareVersion(account, accountVersion);
        }
      },
    };
  }
}

/** An entry is named by the whole input of a call, or by one of the ids that the call lists. */
type EntryName = readonly ['input' | 'id', string];

/** With a version, `NOT_FOUND` without `NO_OUTPUT` can mean that the caller has lost access, perhaps temporarily. */
const isAbsence = (error: unknown, { version }: CallerCall): error is ToolError =>
  error instanceof ToolError && error.code === 'NOT_FOUND' && (!version || error.reason === 'NO_OUTPUT');

function readEntry(text: string | undefined) {
  if (text === undefined) return undefined;
  try {
    return entrySchema.parse(JSON.parse(text));
  } catch {
    // Ignore the entry: another program has written to its key.
    return undefined;
  }
}

function usableResult(entry: Entry | undefined, call: CallerCall): CallResult | { absent: string } | undefined {
  if (!entry) return undefined;
  if (entry.absent !== undefined) return { absent: entry.absent };
  try {
    return parsed(entry.payload, call);
  } catch {
    // Ignore the entry: another version of this program may have stored it.
    return undefined;
  }
}

const parsed = (payload: unknown, call: CallerCall): CallResult => ({ payload, record: readPayload(call, payload) });

/** Returns a function that records a hit, which began when `startHit` was called. */
function startHit({ tool, ledger }: CallerCall) {
  const startMs = ledger.elapsedMs();
  return (keys: number) => ledger.begin({ tool: tool.name, source: 'CACHED', keys }, startMs).end();
}
