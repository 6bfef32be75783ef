import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import type { Tool } from '../../src/tools/tool.ts';
import { filters, toolsByName as tools } from '../platform/golden/golden-calls.ts';
import type { CallOptions, Contract, Given } from './contract-caller.ts';

const byName: Record<string, Tool> = tools;
const name = 'Contract suite, delete me';
const renamed = `${name}!`;
const unknownId = 'no-such-id';

/** Creates only records that can be deleted, and deletes them even if a test fails. */
export function describeWrites({ target, call: { payload, codeOf, page }, check }: Contract): void {
  const checkWrites = (title: string, needed: readonly Tool[], run: (given: Given) => Promise<void>) =>
    check(title, needed, async (given) => {
      given(target.writes, 'it changes data; set CONTRACT_WRITES=1');
      await run(given);
    });
  async function create(tool: Tool, input: object, options?: CallOptions): Promise<{ id: unknown }> {
    const { id } = Object(await payload(tool, input, options));
    const undo = byName[tool.name.replace(/(create|duplicate)$/, 'delete')];
    if (undo) onTestFinished(async () => void (await codeOf(undo, { id })));
    return { id };
  }
  async function unscreenedSignal(given: Given): Promise<{ signal_id: unknown }> {
    const { items } = await page(tools.signals_list, {});
    const signal = { signal_id: given(items[0]?.['id'], 'there is no record to read') };
    onTestFinished(async () => void (await codeOf(tools.signal_unscreen, signal)));
    return signal;
  }

  const { lists_create, lists_update, lists_get, lists_delete } = tools;
  checkWrites(
    'creates, renames and deletes a list',
    [lists_create, lists_update, lists_get, lists_delete],
    async () => {
      const list = await create(lists_create, { name });
      await payload(lists_update, { ...list, name: renamed });
      expect(await payload(lists_get, list)).toMatchObject({ name: renamed });
      expect(await codeOf(lists_update, { id: unknownId, name })).toBe('NOT_FOUND');
      await payload(lists_delete, list);
      expect(await codeOf(lists_get, list)).toBe('NOT_FOUND');
    },
  );

  const { list_entries_create, list_entries_list, list_entries_delete } = tools;
  const entryTools = [lists_create, list_entries_create, list_entries_list, list_entries_delete, lists_delete];
  checkWrites('adds a signal to a list once, and removes it', entryTools, async (given) => {
    const signal = await unscreenedSignal(given);
    const list = await create(lists_create, { name });
    const entry = { list_id: list.id, ...signal };
    const { id } = Object(await payload(list_entries_create, entry));
    expect(await payload(list_entries_list, { list_id: list.id })).toMatchObject({ items: [entry] });
    expect(await codeOf(list_entries_create, entry)).toBe('CONFLICT');
    expect(await codeOf(list_entries_create, { ...entry, signal_id: unknownId })).toBe('NOT_FOUND');
    await payload(list_entries_delete, { list_id: list.id, entry_id: id });
    expect(await payload(list_entries_list, { list_id: list.id })).toMatchObject({ items: [] });
    await payload(lists_delete, list);
  });

  const { searches_create, searches_update, searches_get, searches_duplicate, searches_delete } = tools;
  const searchTools = [searches_create, searches_update, searches_get, searches_duplicate, searches_delete];
  checkWrites('creates, changes, copies and deletes a search', searchTools, async () => {
    const input = { title: name, filters, sharees: [], visited_at: Date.now() };
    const search = await create(searches_create, input);
    await payload(searches_update, { ...search, title: renamed });
    expect(await payload(searches_get, search)).toMatchObject({ title: renamed, filters });
    expect(await payload(searches_get, await create(searches_duplicate, search))).toMatchObject({ filters });
    const unknownFilter = { ...filters[0], key: 'height' };
    expect(await codeOf(searches_create, { ...input, filters: [unknownFilter] })).toBe('BAD_USER_INPUT');
    await payload(searches_delete, search);
    expect(await codeOf(searches_get, search)).toBe('NOT_FOUND');
  });

  const { signal_screen, signals_list, signal_unscreen } = tools;
  const screenTools = [signal_screen, signals_list, signal_unscreen];
  checkWrites('hides a screened signal until it is unscreened', screenTools, async (given) => {
    const signal = await unscreenedSignal(given);
    const shown = { items: expect.arrayContaining([expect.objectContaining({ id: signal.signal_id })]) };
    await payload(signal_screen, signal);
    expect(await payload(signals_list, {})).not.toMatchObject(shown);
    await payload(signal_unscreen, signal);
    expect(await payload(signals_list, {})).toMatchObject(shown);
  });

  const keyTools = [lists_create, lists_delete];
  checkWrites('returns the first result for a repeated idempotency key', keyTools, async (given) => {
    const key = { idempotencyKey: randomUUID() };
    const list = await create(lists_create, { name }, key);
    given(target.transport.honoursKeys?.(), 'the platform does not honour keys');
    expect(await create(lists_create, { name }, key)).toEqual(list);
    expect(await codeOf(lists_create, { name: renamed }, key)).toBe('CONFLICT');
    expect(await create(lists_create, { name }, { idempotencyKey: randomUUID() })).not.toEqual(list);
    await payload(lists_delete, list);
  });

  const { webhook_create, webhook_delete } = tools;
  checkWrites('creates and deletes a webhook', [webhook_create, webhook_delete], async () => {
    // A reserved domain, so that no request arrives anywhere.
    const input = { trigger: 'conversation_played', url: 'https://contract-suite.example.com/' };
    const webhook = await create(webhook_create, input);
    await payload(webhook_delete, webhook);
    expect(await codeOf(webhook_delete, webhook)).toBe('NOT_FOUND');
    expect(await codeOf(webhook_create, { ...input, trigger: 'lost' })).toBe('BAD_USER_INPUT');
  });
}
