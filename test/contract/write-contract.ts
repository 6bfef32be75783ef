import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { z } from 'zod';
import { webhookTools } from '../../src/tools/conversation/webhook.ts';
import { listEntryTools, listTools } from '../../src/tools/talent/list.ts';
import { searchTools } from '../../src/tools/talent/search.ts';
import { signalTools } from '../../src/tools/talent/signal.ts';
import type { Tool } from '../../src/tools/tool.ts';
import type { Contract } from './contract.ts';

const name = 'Contract suite, delete me';
/** A reserved domain, so that no request arrives anywhere. */
const webhookUrl = 'https://contract-suite.example.com/';
const identified = z.looseObject({ id: z.string() });

/** Creates records, and deletes them also if a test fails. What cannot be deleted is not created. */
export function describeWrites({ target, call, sample, check }: Contract): void {
  const made: { tool: Tool; input: object }[] = [];
  afterAll(async () => {
    for (const { tool, input } of made.toReversed()) await call.codeOf(tool, input);
  });
  const checkWrite: Contract['check'] = (title, tools, run) =>
    check(title, tools, async (trial) => {
      trial.given(target.writes || undefined, 'it changes data; set CONTRACT_WRITES=1');
      await run(trial);
    });
  async function create(tool: Tool, input: object, undo: Tool, key?: string): Promise<string> {
    const { id } = identified.parse(await call.payload(tool, input, key === undefined ? {} : { key }));
    made.push({ tool: undo, input: { id } });
    return id;
  }
  const { lists_list, lists_get, lists_create, lists_update, lists_delete } = listTools;
  const createList = (key?: string) => create(lists_create, { name }, lists_delete, key);
  const nameOf = async (id: string) => (await call.read(lists_list, {})).items.find((list) => list.id === id)?.name;

  checkWrite(
    'creates, renames and deletes a list',
    [lists_list, lists_create, lists_update, lists_delete],
    async () => {
      const id = await createList();
      expect(await nameOf(id)).toBe(name);
      await call.read(lists_update, { id, name: `${name}!` });
      expect(await nameOf(id)).toBe(`${name}!`);
      expect(await call.codeOf(lists_update, { id, name: '' })).toBe('BAD_USER_INPUT');
      expect(await call.codeOf(lists_update, { id: 'no-such-id', name })).toBe('NOT_FOUND');
      await call.read(lists_delete, { id });
      expect(await nameOf(id)).toBeUndefined();
      expect(await call.codeOf(lists_get, { id })).toBe('NOT_FOUND');
      expect(await call.codeOf(lists_delete, { id })).toBe('NOT_FOUND');
    },
  );

  checkWrite(
    'returns the first result for a repeated idempotency key',
    [lists_create, lists_delete],
    async ({ given }) => {
      const key = randomUUID();
      const id = await createList(key);
      given(
        target.transport.honoursKeys?.() || undefined,
        'the platform does not say that it honours idempotency keys',
      );
      expect(await createList(key)).toBe(id);
      expect(await call.codeOf(lists_create, { name: `${name}?` }, { key })).toBe('CONFLICT');
      expect(await createList(randomUUID())).not.toBe(id);
    },
  );

  const { list_entries_list, list_entries_create, list_entries_delete } = listEntryTools;
  const entryTools = [lists_create, lists_delete, list_entries_list, list_entries_create, list_entries_delete];
  checkWrite('adds a signal to a list once, and removes it', entryTools, async ({ given }) => {
    const signal = given((await sample.signals()).items[0], 'there is no signal');
    const list = { list_id: await createList() };
    const entry = { ...list, signal_id: signal.id };
    const { id } = identified.parse(await call.payload(list_entries_create, entry));
    const entries = async () => (await call.all(list_entries_list, list)).items;
    expect(await entries()).toMatchObject([{ id, signalId: signal.id }]);
    expect(await call.codeOf(list_entries_create, entry)).toBe('CONFLICT');
    expect(await call.codeOf(list_entries_create, { ...entry, signal_id: 'no-such-id' })).toBe('NOT_FOUND');
    expect(await call.codeOf(list_entries_create, { ...entry, list_id: 'no-such-id' })).toBe('NOT_FOUND');
    await call.read(list_entries_delete, { ...list, entry_id: id });
    expect(await entries()).toEqual([]);
    expect(await call.codeOf(list_entries_delete, { ...list, entry_id: id })).toBe('NOT_FOUND');
  });

  const { searches_get, searches_create, searches_update, searches_duplicate, searches_delete } = searchTools;
  const filters = [{ key: 'score', operator: 'gte', value: 7 }];
  const search = { title: name, filters, sharees: [], visited_at: Date.now() };
  const createSearch = () => create(searches_create, search, searches_delete);
  const read = (id: string) => call.read(searches_get, { id });
  checkWrite(
    'creates, changes and deletes a search',
    [searches_get, searches_create, searches_update, searches_delete],
    async () => {
      const id = await createSearch();
      expect(await read(id)).toMatchObject({ id, title: name, filters });
      await call.read(searches_update, { id, title: `${name}!` });
      expect(await read(id)).toMatchObject({ title: `${name}!`, filters });
      await call.read(searches_update, { id, filters: [] });
      expect(await read(id)).toMatchObject({ title: `${name}!`, filters: [] });
      const unknown = { ...search, filters: [{ key: 'height', operator: 'gte', value: 7 }] };
      expect(await call.codeOf(searches_create, unknown)).toBe('BAD_USER_INPUT');
      await call.read(searches_delete, { id });
      expect(await call.codeOf(searches_get, { id })).toBe('NOT_FOUND');
    },
  );

  checkWrite('copies a search', [searches_get, searches_create, searches_duplicate, searches_delete], async () => {
    const id = await createSearch();
    const copy = await create(searches_duplicate, { id }, searches_delete);
    expect(copy).not.toBe(id);
    expect((await read(copy)).filters).toEqual((await read(id)).filters);
    expect(await call.codeOf(searches_duplicate, { id: 'no-such-id' })).toBe('NOT_FOUND');
  });

  const { signals_list, signal_screen, signal_unscreen } = signalTools;
  checkWrite(
    'hides a screened signal until it is unscreened',
    [signals_list, signal_screen, signal_unscreen],
    async ({ given }) => {
      // The default view has no signal that the caller screened, so the screening can be undone.
      const { id } = given((await sample.signals()).items[0], 'there is no signal');
      made.push({ tool: signal_unscreen, input: { signal_id: id } });
      const isShown = async () => (await call.page(signals_list, {})).items.some((signal) => signal.id === id);
      await call.read(signal_screen, { signal_id: id });
      expect(await isShown()).toBe(false);
      await call.read(signal_unscreen, { signal_id: id });
      expect(await isShown()).toBe(true);
      expect(await call.codeOf(signal_screen, { signal_id: 'no-such-id' })).toBe('NOT_FOUND');
    },
  );

  const { webhook_create, webhook_delete } = webhookTools;
  checkWrite('creates and deletes a webhook', [webhook_create, webhook_delete], async () => {
    const id = await create(webhook_create, { trigger: 'conversation_played', url: webhookUrl }, webhook_delete);
    await call.read(webhook_delete, { id });
    expect(await call.codeOf(webhook_delete, { id })).toBe('NOT_FOUND');
    expect(await call.codeOf(webhook_create, { trigger: 'lost', url: webhookUrl })).toBe('BAD_USER_INPUT');
  });
}
