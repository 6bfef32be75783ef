import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import type { Tool } from '../../src/tools/tool.ts';
import { filters, toolsByName as tools } from '../platform/golden/golden-calls.ts';
import type { Contract, Input } from './contract-caller.ts';

type Name = keyof typeof tools;
/** A call, and what it returns: an error code, what its payload contains, or anything. */
type Step = [tool: Name, input: Input, expected?: string | object, idempotencyKey?: string];

const name = 'Contract suite, delete me';
const renamed = `${name}!`;
/** A reserved domain, so that no request arrives anywhere. */
const webhook = { trigger: 'conversation_played', url: 'https://contract-suite.example.com/' };
const search = { title: name, filters, sharees: [], visited_at: Date.now() };
const entry = { list_id: '<lists_create>', signal_id: '<signal>' };
const shown = { items: expect.arrayContaining([expect.objectContaining({ id: '<signal>' })]) };
const keys = 'returns the first result for a repeated idempotency key';

/** `<name of a tool>` stands for the id that the tool returned, `<signal>` for a signal that the caller did not screen. */
const series: Record<string, Step[]> = {
  'creates, renames and deletes a list': [
    ['lists_create', { name }],
    ['lists_update', { id: '<lists_create>', name: renamed }],
    ['lists_get', { id: '<lists_create>' }, { name: renamed }],
    ['lists_update', { id: 'no-such-id', name }, 'NOT_FOUND'],
    ['lists_delete', { id: '<lists_create>' }],
    ['lists_get', { id: '<lists_create>' }, 'NOT_FOUND'],
  ],
  'adds a signal to a list once, and removes it': [
    ['lists_create', { name }],
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
    ['lists_create', { name }, {}, 'one'],
    ['lists_create', { name }, { id: '<lists_create>' }, 'one'],
    ['lists_create', { name: renamed }, 'CONFLICT', 'one'],
    ['lists_create', { name }, { id: expect.not.stringMatching('<lists_create>') }, 'other'],
    ['lists_delete', { id: '<lists_create>' }],
  ],
  'creates and deletes a webhook': [
    ['webhook_create', webhook],
    ['webhook_delete', { id: '<webhook_create>' }],
    ['webhook_delete', { id: '<webhook_create>' }, 'NOT_FOUND'],
    ['webhook_create', { ...webhook, trigger: 'lost' }, 'BAD_USER_INPUT'],
  ],
};

/** Creates records, and deletes them also if a test fails. What cannot be deleted is not created. */
export function describeWrites({ target, call, check, golden }: Contract): void {
  const cleanUp: [Tool, Input][] = [];
  afterAll(async () => {
    for (const [tool, input] of cleanUp.toReversed()) await call.codeOf(tool, input);
  });

  const run = randomUUID();
  for (const [title, steps] of Object.entries(series)) {
    check(title, [...new Set(steps.map(([tool]): Tool => tools[tool]))], async (given) => {
      given(target.writes, 'it changes data; set CONTRACT_WRITES=1');
      const needsSignal = JSON.stringify(steps).includes('<signal>');
      const signal = needsSignal ? String((await golden(tools.signals_get, given))['id']) : '';
      const ids = new Map(needsSignal ? [['<signal>', signal]] : []);
      for (const [step, [toolName, template, expected = {}, idempotencyKey]] of steps.entries()) {
        const tool: Tool = tools[toolName];
        if (tool === tools.signal_screen) cleanUp.push([tools.signal_unscreen, { signal_id: signal }]);
        const input: Input = JSON.parse(replaceAll(JSON.stringify(template), ids));
        const options = idempotencyKey === undefined ? {} : { key: `${idempotencyKey} ${run}` };
        if (step > 0 && title === keys) given(target.transport.honoursKeys?.(), 'the platform does not honour keys');
        if (typeof expected === 'string') {
          expect({ step, code: await call.codeOf(tool, input, options) }).toEqual({ step, code: expected });
          continue;
        }
        const text = JSON.stringify((await call.payload(tool, input, options)) ?? {});
        const { id } = Object(JSON.parse(text));
        if (tool.class === 'once') {
          const undo = toolNamed(toolName.replace(/create|duplicate/, 'delete'));
          if (undo) cleanUp.push([undo, { id }]);
          if (!ids.has(`<${toolName}>`)) ids.set(`<${toolName}>`, String(id));
        }
        const placeholders = new Map([...ids].map(([placeholder, each]) => [each, placeholder]));
        const found: unknown = JSON.parse(replaceAll(text, placeholders));
        expect({ step, found }).toMatchObject({ step, found: expected });
      }
    });
  }
}

const toolNamed = (toolName: string) => Object.values<Tool>(tools).find((each) => each.name === toolName);
const replaceAll = (text: string, replaced: ReadonlyMap<string, string>) =>
  [...replaced].reduce((changed, [one, other]) => changed.replaceAll(`"${one}"`, `"${other}"`), text);
