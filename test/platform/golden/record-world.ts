import { readConfig } from '../../../src/app/config/config.ts';
import { changeForm } from '../../../src/tools/change.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { openTestPlatform } from '../../support/platform/test-platform.ts';
import { ndjson, openImportLab } from '../import/import-lab.ts';
import { uuid } from './golden-calls.ts';
import { goldenWorlds } from './golden-records.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';

const byName: Record<string, Tool> = { ...talentTools, ...conversationTools };

export const allTools: Tool[] = Object.values(byName);

export type Recorded = Record<string, { params: unknown; payload: unknown }>;

/** Calls every tool of our own platform. Random ids become constant. */
export async function recordWorld(name: keyof typeof goldenWorlds): Promise<Recorded> {
  const { viewer, records, calls } = goldenWorlds[name];
  const config = readConfig({ DATA_DIR: 'memory', DEMO_DATA: 'false', VAULT_KEY: testVaultKey });
  const { platform, database, connect, close } = await openTestPlatform(config, () => new Date('2026-03-02T12:00:00Z'));
  const lab = await openImportLab(database.db);
  try {
    const { faults } = await lab.run([await lab.write('records.ndjson', ndjson(...records))]);
    if (faults.length > 0) throw new Error(faults.join('\n'));
    for (const kind of ['talent', 'convo'] as const) {
      await connect(kind, { identifier: 'golden', userId: viewer[kind] });
    }
    const ids = new Map<string, string>();
    const recorded: [string, { params: unknown; payload: unknown }][] = [];
    for (const [toolName, params] of Object.entries(calls)) {
      const tool = byName[toolName];
      if (!tool) throw new Error(`There is no tool ${toolName}.`);
      const { connectionName, toolPrefix } = config.connections[tool.connector];
      const input: unknown = JSON.parse(
        JSON.stringify(params).replace(/<(\w+)>/g, (_, creator: string) => ids.get(creator) ?? creator),
      );
      const payload = await platform.execute({
        connectionName,
        identifier: 'golden',
        toolName: toolPrefix + toolName,
        input,
        signal: new AbortController().signal,
      });
      const id: unknown = Reflect.get(Object(payload), 'id');
      if (tool.class === 'once' && typeof id === 'string') ids.set(toolName, id);
      recorded.push([toolName, { params: input, payload: name === 'lean' ? leanPayload(tool, payload) : payload }]);
    }
    return withConstantIds(Object.fromEntries(recorded), ids);
  } finally {
    await lab.close();
    await close();
  }
}

function withConstantIds(recorded: Recorded, ids: ReadonlyMap<string, string>): Recorded {
  let text = JSON.stringify(recorded);
  for (const [creator, id] of ids) {
    text = text.replaceAll(id, id.includes('-') ? uuid(creator) : `${id.slice(0, 4)}new_${creator.split('_').at(-1)}`);
  }
  text = text.replaceAll(/whsec_[\w+/=]+/g, `whsec_${Buffer.from('a key of 24 random bytes').toString('base64')}`);
  return JSON.parse(text);
}

/** Leaves out the fields that a platform may omit: null, and empty lists if the payload remains a record without them. */
function leanPayload(tool: Tool, payload: unknown): unknown {
  const kept = new Set(['items', 'value', ...(changeForm(tool.output)?.required ?? [])]);
  const isEmpty = ([key, value]: [string, unknown]) =>
    !kept.has(key) && (value === null || (Array.isArray(value) && value.length === 0));
  return JSON.parse(JSON.stringify(payload), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter((entry) => !isEmpty(entry)))
      : value,
  );
}
