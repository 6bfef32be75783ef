import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import type { Tool } from '../../src/tools/tool.ts';
import { filters, toolsByName as tools } from '../platform/golden/golden-calls.ts';
import type { Contract, Input } from './contract-caller.ts';

type Name = keyof typeof tools;
/** A call, and what it returns: an error code, what its payload contains, or anything. */
type Step = [tool: Name, input: Input, expected?: string | object, idempotencyKey?: string];

const listName = 'Contract suite, delete me';
const renamed = `${listName}!`;
/** A reserved domain, so that no request arrives anywhere. */
const webhook = { trigger: 'conversation_played', url: 'https://contract-suite.example.com/' };
const search = { title: listName, filters, sharees: [], visited_at: Date.now() };
const entry = { list_id: '<lists_create>', signal_id: '<signal>' };
const shown = { items: expect.arrayContaining([expect.objectContaining({ id: '<signal>' })]) };
const keys = 'returns the first result for a repeated idempotency key';

/** `<name of a tool>` stands for the id that the tool returned, `<signal>` for a signal that the caller did not screen. */
const series: Record<string, Step[]> = {
  'creates, renames and deletes a list': [
    ['lists_create', { name: listName }],
    ['lists_update', { id: '<lists_create>', name: renamed }],
    ['lists_get', { id: '<lists_create>' }, { name: renamed }],
    ['lists_update', { id: 'no-such-id', name: listName }, 'NOT_FOUND'],
    ['lists_delete', { id: '<lists_create>' }],
    ['lists_get', { id: '<lists_create>' }, 'NOT_FOUND'],
  ],
  'adds a signal to a list once, and removes it': [
    ['lists_create', { name: listName }],
    ['list_entries_create', entry],
    ['list_entries_list', { list_id: '<lists_create>' }, { items: [entry] }],
    ['list_entries_create', entry, 'CONFLICT'],
    ['list_entries_create', { ...entry, signal_id: 'no-such-id' }, 'NOT_FOUND'],
    ['list_entries_delete', { list_id: '<lists_create>', entry_id: '<list_entries_create>' }],
    ['list_entries_list', { list_id: '<lists_create>' }, { items: [] }],
    ['lists_delete', { id: '<lists_create>' }],
  ],
  'creates, changes, copies and deletes a search': [
    ['searches_create', search],
    ['searches_update', { id: '<searches_create>', title: renamed }],
    ['searches_get', { id: '<searches_create>' }, { title: renamed, filters }],
    ['searches_duplicate', { id: '<searches_create>' }],
    ['searches_get', { id: '<searches_duplicate>' }, { filters }],
    ['searches_create', { ...search, filters: [{ ...filters[0], key: 'height' }] }, 'BAD_USER_INPUT'],
    ['searches_delete', { id: '<searches_create>' }],
    ['searches_get', { id: '<searches_create>' }, 'NOT_FOUND'],
  ],
  'hides a screened signal until it is unscreened': [
    ['signal_screen', { signal_id: '<signal>' }],
    ['signals_list', {}, expect.not.objectContaining(shown)],
    ['signal_unscreen', { signal_id: '<signal>' }],
    ['signals_list', {}, shown],
  ],
  [keys]: [
    ['lists_create', { name: listName }, {}, 'one'],
    ['lists_create', { name: listName }, { id: '<lists_create>' }, 'one'],
    ['lists_create', { name: renamed }, 'CONFLICT', 'one'],
    ['lists_create', { name: listName }, { id: expect.not.stringMatching('<lists_create>') }, 'other'],
    ['lists_delete', { id: '<lists_create>' }],
  ],
  'creates and deletes a webhook': [
    ['webhook_create', webhook],
    ['webhook_delete', { id: '<webhook_create>' }],
    ['webhook_delete', { id: '<webhook_create>' }, 'NOT_FOUND'],
    ['webhook_create', { ...webhook, trigger: 'lost' }, 'BAD_USER_INPUT'],
  ],
};

const undo: Partial<Record<Name, Tool>> = {
  lists_create: tools.lists_delete,
  searches_create: tools.searches_delete,
  searches_duplicate: tools.searches_delete,
  webhook_create: tools.webhook_delete,
};

/** Creates records, and deletes them also if a test fails. What cannot be deleted is not created. */
export function describeWrites({ target, call, check, golden }: Contract): void {
  const run = randomUUID();
  for (const [title, steps] of Object.entries(series))
    check(title, [...new Set(steps.map(([name]): Tool => tools[name]))], async (given) => {
      given(target.writes, 'it changes data; set CONTRACT_WRITES=1');
      const needsSignal = JSON.stringify(steps).includes('<signal>');
      const signal = needsSignal ? String((await golden(tools.signals_get, given))['id']) : '';
      const ids = new Map(needsSignal ? [['<signal>', signal]] : []);
      onTestFinished(
        async () => void (needsSignal && (await call.codeOf(tools.signal_unscreen, { signal_id: signal }))),
      );
      for (const [step, [toolName, template, expected = {}, key]] of steps.entries()) {
        const options = key === undefined ? {} : { key: `${key} ${run}` };
        if (step > 0 && title === keys) given(target.transport.honoursKeys?.(), 'the platform does not honour keys');
        const input = replaceTexts(template, [...ids]);
        if (typeof expected === 'string') {
          expect({ step, code: await call.codeOf(tools[toolName], input, options) }).toEqual({ step, code: expected });
          continue;
        }
        const payload = await call.payload(tools[toolName], input, options);
        const { id } = Object(payload);
        const deleting = undo[toolName];
        if (deleting) onTestFinished(async () => void (await call.codeOf(deleting, { id })));
        if (/_(create|duplicate)$/.test(toolName) && !ids.has(`<${toolName}>`)) ids.set(`<${toolName}>`, String(id));
        const placeholders = Array.from(ids, ([placeholder, each]) => [each, placeholder] as const);
        const found = replaceTexts(payload, placeholders);
        expect({ step, found }).toMatchObject({ step, found: expected });
      }
    });
}

const replaceTexts = (value: unknown, texts: readonly (readonly [string, string])[]): Input =>
  JSON.parse(
    texts.reduce((text, [one, other]) => text.replaceAll(`"${one}"`, `"${other}"`), JSON.stringify(value ?? {})),
  );
