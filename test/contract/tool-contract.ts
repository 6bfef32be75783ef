import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import { toUtcText } from '../../src/tools/conversation/date-time.ts';
import { conversationTools } from '../../src/tools/conversation/conversation-tools.ts';
import { unusedIdentifier } from '../../src/tools/rest-protocol.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import type { ConnectorKind, Tool } from '../../src/tools/tool.ts';
import { toolSchemas } from '../../src/tools/tool-schemas.ts';
import { noSuchTool } from './contract-caller.ts';
import type { Contract } from './contract.ts';
import type { Sample } from './sample.ts';

type Input = Record<string, unknown>;

const tools: Record<string, Tool> = { ...talentTools, ...conversationTools };
const ajv = new Ajv2020({ strict: true });
addFormats.default(ajv);

/** Inputs of each tool that reads. A golden input is undefined if the sample has no record for it. */
interface ReadCase {
  golden: (sample: Sample) => Promise<Input | undefined> | Input;
  /** Changes of the golden input that must be rejected, besides an unknown parameter. */
  bad?: Input[];
  /** Changes that name a record which does not exist. */
  unknown?: Input[];
}

const unknownId = 'no-such-id';
const nothing = () => ({});
const paging = [{ limit: '0' }, { limit: '101' }, { page: '0' }, { page: 'two' }];
const signal = async ({ signals }: Sample) => idOf((await signals()).items[0]);
const search = async ({ searches }: Sample) => idOf((await searches())[0]);
const idOf = (record: { id: string } | undefined) => record && { id: record.id };
const always = ({ always: period }: Sample) => period;
const reversed = { fromDate: '2026-02-02 00:00:00', toDate: '2026-02-01 00:00:00' };
const badPeriods = [reversed, { fromDate: '2026-02-30 00:00:00' }, { toDate: '2026-02-01T00:00:00Z' }];
const output = {
  golden: async ({ activities }: Sample) => {
    const [activity] = (await activities()).items;
    return activity && { activityId: activity.id };
  },
  bad: [{ activityId: unknownId }],
  unknown: [{ activityId: randomUUID() }],
};

const readCases: Record<string, ReadCase> = {
  cities_list: { golden: nothing, bad: paging },
  companies_list: { golden: nothing, bad: [...paging, { ids: ['acme'] }] },
  educations_list: { golden: nothing, bad: [...paging, { ids: ['eth'] }] },
  signals_list: {
    golden: nothing,
    bad: [
      ...paging,
      { score: 'eleven' },
      { created_after: 'yesterday' },
      { time_range: ['2026-02-02', '2026-02-01'] },
      { time_range: ['2026-02-01', '2026-02-02'], time_relative: '7' },
    ],
  },
  signals_get: { golden: signal, unknown: [{ id: unknownId }] },
  signals_list_by_linkedin_id: { golden: signal, unknown: [{ id: unknownId }] },
  signals_entries: { golden: signal, unknown: [{ id: unknownId }] },
  lists_list: { golden: nothing },
  lists_get: { golden: async ({ list }) => idOf(await list()), unknown: [{ id: unknownId }] },
  list_entries_list: {
    golden: async ({ list }) => {
      const { id } = (await list()) ?? {};
      return id === undefined ? undefined : { list_id: id };
    },
    bad: [...paging, { sort_order: 'up' }, { sort_by: 'name' }],
    unknown: [{ list_id: unknownId }],
  },
  list_entries_get: {
    golden: async ({ entries }) => {
      const [entry] = (await entries()).items;
      return entry && { list_id: entry.listId, entry_id: entry.id };
    },
    unknown: [{ list_id: unknownId }, { entry_id: unknownId }],
  },
  searches_list: { golden: nothing },
  searches_get: { golden: search, unknown: [{ id: unknownId }] },
  searches_signals_list: { golden: search, bad: paging, unknown: [{ id: unknownId }] },
  activities_list: {
    golden: ({ recent }) => ({ fromDate: recent }),
    bad: [
      { fromDate: undefined },
      ...badPeriods,
      { updatedFrom: reversed.fromDate, updatedTo: reversed.toDate },
      { fromDate: toUtcText(new Date(Date.now() - 200 * 86_400_000)) },
      { page: 0 },
      { status: 'lost' },
    ],
  },
  transcript_get: output,
  summary_get: output,
  action_items_get: output,
  questions_get: output,
  topic_triggers_matched_get: output,
  automated_call_scoring_list: { golden: always, bad: [...badPeriods, { userId: unknownId }] },
  coaching_feedback_list: { golden: always, bad: [...badPeriods, { fromDate: undefined }, { coachId: unknownId }] },
  comments_list: { golden: always, bad: [...badPeriods, { userId: unknownId }] },
  listens_list: { golden: always, bad: [...badPeriods, { toDate: undefined }, { userId: unknownId }] },
  organization_get: { golden: nothing },
  topic_triggers_list: { golden: nothing },
  users_list: { golden: nothing },
  test_tool_xyz: { golden: nothing },
  webhook_sample_get: { golden: () => ({ trigger: 'conversation_played' }), bad: [{ trigger: 'conversation_lost' }] },
};

export function describeTools({ call, sample, check, target }: Contract): void {
  /** Of an output, the first one that an activity of the sample has. */
  async function payloadOf(tool: Tool, input: Input): Promise<{ payload: unknown } | undefined> {
    if (readCases[tool.name] !== output) return { payload: await call.payload(tool, input) };
    for (const { id } of (await sample.activities()).items.slice(0, 10)) {
      const params = { activityId: id };
      if ((await call.codeOf(tool, params)) !== 'NOT_FOUND') return { payload: await call.payload(tool, params) };
    }
    return undefined;
  }

  for (const tool of Object.values(tools).filter((each) => each.class === 'read')) {
    const { golden, bad = [], unknown = [] } = readCases[tool.name] ?? {};
    if (!golden) throw new Error(`${tool.name} has no golden input.`);
    const { required = [] } = Object(toolSchemas(tool).input);

    check(`${tool.name} returns what output_schema describes`, [tool], async ({ given }) => {
      const input = given(await golden(sample), 'there is no record to read');
      const outcome = await payloadOf(tool, input);
      ajv.validate(toolSchemas(tool).output, given(outcome, 'none of ten activities has this output').payload);
      expect(ajv.errors).toBeNull();
    });

    check(`${tool.name} rejects inputs that input_schema does not allow`, [tool], async ({ given }) => {
      const input = given(await golden(sample), 'there is no record to read');
      const missing = Array.from<string>(required).map((key) => ({ [key]: undefined }));
      for (const change of [...bad, ...missing, { no_such_parameter: 1 }]) {
        expect({ change, code: await call.codeOf(tool, { ...input, ...change }) }).toEqual({
          change,
          code: 'BAD_USER_INPUT',
        });
      }
    });

    if (unknown.length === 0) continue;
    check(`${tool.name} does not find an unknown id`, [tool], async ({ given }) => {
      const input = given(await golden(sample), 'there is no record to read');
      for (const change of unknown) {
        expect({ change, code: await call.codeOf(tool, { ...input, ...change }) }).toEqual({
          change,
          code: 'NOT_FOUND',
        });
      }
    });
  }

  for (const [connector, tool] of [
    ['talent', talentTools.signals_list],
    ['convo', conversationTools.activities_list],
  ] as const satisfies [ConnectorKind, Tool][]) {
    check(`${connector} has no tool with an unknown name`, [tool], async () => {
      expect(await call.codeOf(noSuchTool(connector), {})).toBe('NOT_SUPPORTED');
    });

    check(`${connector} rejects an identifier without an account`, [tool], async () => {
      const input = connector === 'talent' ? {} : { fromDate: sample.recent };
      expect(await call.codeOf(tool, input, { identifier: unusedIdentifier })).toBe('NOT_CONNECTED');
    });

    check(`${connector} lists its required tools`, [tool], async () => {
      const { connectionName, toolPrefix } = target.connections[connector];
      const { signal: never } = new AbortController();
      const listed = await target.transport.listTools({ connectionName, identifier: target.identifier, signal: never });
      const required = Object.values(tools).filter((each) => each.connector === connector && each.required);
      expect(listed.map(({ name }) => name)).toEqual(
        expect.arrayContaining(required.map(({ name }) => toolPrefix + name)),
      );
      const wrong = listed.filter(({ name, readOnly }) => {
        const known = tools[name.slice(toolPrefix.length)];
        return known && readOnly !== (known.class === 'read');
      });
      expect(wrong).toEqual([]);
    });
  }
}
