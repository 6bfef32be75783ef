import { readConfig } from '../../../src/app/config/config.ts';
import { changeForm } from '../../../src/tools/change.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { openTestPlatform } from '../../support/platform/test-platform.ts';
import { ndjson, openImportLab } from '../import/import-lab.ts';
import { makeCalls, toolsByName, uuid } from './golden-calls.ts';
import { goldenWorlds } from './golden-records.ts';
import { testVaultKey } from '../../support/platform/service-keys.ts';

export const allTools: Tool[] = Object.values(toolsByName);

export type Recorded = Record<string, { params: unknown; payload: unknown }>;

/** Calls every tool of our own platform, and replaces random ids with constants. */
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
    const { made, ids } = await makeCalls(calls, (tool, input) => {
      const { connectionName, toolPrefix } = config.connections[tool.connector];
      const { signal } = new AbortController();
      const toolName = toolPrefix + tool.name;
      return platform.execute({ connectionName, identifier: 'golden', toolName, input, signal });
    });
    const recorded = made.map(({ tool, params, payload }) => [
      tool.name,
      { params, payload: name === 'lean' ? leanPayload(tool, payload) : payload },
    ]);
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

/** Removes nulls and empty lists, which a platform may omit, except for the fields in `kept`. */
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
