import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ToolError } from '../../tool-error.ts';
import type { AdmittedCall } from '../../session/tool-session.ts';
import type { CacheStore } from './cache-store.ts';
import { canonicalJson } from '../../canonical-json.ts';

export interface Account {
  connectionName: string;
  identifier: string;
}

export interface CachedCall<Call extends AdmittedCall, Answer> {
  account: Account;
  /** With the connection's prefix. */
  toolName: string;
  call: Call;
  read: (payload: unknown) => Answer;
  /** Gets the payload of what is not kept. */
  ask: (call: Call) => Promise<unknown>;
}

/** Answers of the tools whose contract allows it, kept for a short time and for one account. */
export interface AnswerCache {
  /** Answers from what is kept and asks for the rest, which is then kept: what can be read, and what does not exist. */
  answer<Call extends AdmittedCall, Answer>(cached: CachedCall<Call, Answer>): Promise<Answer>;
  /** Nothing that has been asked for before answers the account any more. */
  forget(account: Account): void;
}

/** A larger answer is not worth its place. */
const longestText = 1_000_000;

/** Longer than any call takes. */
const graceMs = 20 * 60_000;

const keptText = z.object({
  /** Of the account, when this was asked for. */
  generation: z.string(),
  payload: z.unknown(),
  /** Why there is no payload: nothing of the kind exists. */
  absent: z.string().optional(),
});
type Kept = Omit<z.output<typeof keptText>, 'generation'>;

const listPayload = z.object({
  items: z.array(z.looseObject({ id: z.string() })),
  limit: z.int().nullish().catch(null),
  total: z.int().nullish().catch(null),
});

export function createAnswerCache({ store, ttlMs }: { store: CacheStore; ttlMs: number }): AnswerCache {
  return {
    answer: (cached) => (cached.call.batch === undefined ? whole(cached) : byId(cached, cached.call.batch)),
    forget(account) {
      // Outlives everything that was asked for under the generation before it.
      void store.setMany([{ key: generationKey(account), text: randomUUID() }], 2 * ttlMs + graceMs);
    },
  };

  /** An answer as a whole, kept for its input. */
  async function whole<Call extends AdmittedCall, Answer>(cached: CachedCall<Call, Answer>): Promise<Answer> {
    const { call, read, ask } = cached;
    const hit = startHit(call);
    const { found, keep } = await look(cached, [['input', canonicalJson(call.input)]]);
    const answered = usable(found[0], read);
    if (answered) hit(call.keys);
    if (answered && 'absent' in answered) {
      throw new ToolError({ code: 'NOT_FOUND', message: answered.absent, tool: call.tool.name });
    }
    if (answered) return answered.answer;
    let payload: unknown;
    try {
      payload = await ask(call);
    } catch (error) {
      if (error instanceof ToolError && error.code === 'NOT_FOUND') keep([{ payload: null, absent: error.message }]);
      throw error;
    }
    const answer = read(payload);
    keep([{ payload }]);
    return answer;
  }

  /** Each item of a batch for itself, kept for its id; so is that an id names nothing. */
  async function byId<Call extends AdmittedCall, Answer>(
    cached: CachedCall<Call, Answer>,
    parameter: string,
  ): Promise<Answer> {
    const { call, read, ask } = cached;
    const hit = startHit(call);
    const input = z.record(z.string(), z.unknown()).parse(call.input);
    const ids = [...new Set(z.array(z.string()).parse(input[parameter]))];
    const { found, keep } = await look(
      cached,
      ids.map((id) => ['id', id] as const),
    );
    const items = found.flatMap((kept) => (kept && kept.absent === undefined ? [kept.payload] : []));
    const isUsable = usable({ payload: { items } }, read) !== undefined;
    const known = isUsable ? items : [];
    const missing = ids.filter((_, index) => !isUsable || !found[index]);
    if (missing.length < ids.length) hit(ids.length - missing.length);
    if (missing.length === 0) return read({ items: known });

    const payload = await ask({ ...call, input: { ...input, [parameter]: missing }, keys: missing.length });
    const answer = read(payload);
    const list = listPayload.safeParse(payload);
    if (!list.success) return answer;
    const fresh = new Map(list.data.items.map((item) => [item.id, item]));
    const isWhole = (list.data.total ?? 0) <= fresh.size && (list.data.limit ?? missing.length) >= missing.length;
    keep(
      ids.map((id) => {
        if (!missing.includes(id)) return undefined;
        const item = fresh.get(id);
        if (item) return { payload: item };
        // Of a list that was cut off nobody knows what is not in it.
        return isWhole ? { payload: null, absent: id } : undefined;
      }),
    );
    return known.length === 0 ? answer : read({ ...list.data, items: [...known, ...list.data.items] });
  }

  /** What is kept under each of the keys, and how to keep something under them. */
  async function look({ account, toolName }: { account: Account; toolName: string }, names: readonly KeptName[]) {
    const keys = names.map((name) => JSON.stringify([account.connectionName, account.identifier, toolName, ...name]));
    // Last, so that a store that drops what was used longest ago keeps it longer than what hangs on it.
    const texts = await store.getMany([...keys, generationKey(account)]);
    const generation = texts[keys.length] ?? '';
    return {
      found: keys.map((_, index) => readKept(texts[index], generation)),
      keep(kept: readonly (Kept | undefined)[]) {
        const entries = keys.flatMap((key, index) => {
          const text = kept[index] && JSON.stringify({ ...kept[index], generation });
          return text !== undefined && text.length <= longestText ? [{ key, text }] : [];
        });
        if (entries.length > 0) void store.setMany(entries, ttlMs);
      },
    };
  }
}

/** What an answer is kept for: a whole input, or an id of a batch. */
type KeptName = readonly ['input' | 'id', string];

const generationKey = ({ connectionName, identifier }: Account) =>
  JSON.stringify([connectionName, identifier, 'generation']);

function readKept(text: string | undefined, generation: string): Kept | undefined {
  if (text === undefined) return undefined;
  try {
    const kept = keptText.parse(JSON.parse(text));
    return kept.generation === generation ? kept : undefined;
  } catch {
    // Something else has been put there.
    return undefined;
  }
}

function usable<Answer>(
  kept: Kept | undefined,
  read: (payload: unknown) => Answer,
): { answer: Answer } | { absent: string } | undefined {
  if (!kept) return undefined;
  if (kept.absent !== undefined) return { absent: kept.absent };
  try {
    return { answer: read(kept.payload) };
  } catch {
    // Another version may have kept it.
    return undefined;
  }
}

/** Notes in the trace how many keys were answered from what is kept; it began when this is called. */
function startHit({ tool, ledger }: AdmittedCall) {
  const startMs = ledger.elapsedMs();
  return (keys: number) => ledger.begin({ tool: tool.name, source: 'CACHED', keys }, startMs).end();
}
