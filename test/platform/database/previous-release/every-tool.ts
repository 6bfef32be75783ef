import { importBatch } from '../../../../src/platform/import/import-batch.ts';
import { createAccounts } from '../../../../src/platform/accounts/accounts.ts';
import { createClients } from '../../../../src/platform/accounts/clients.ts';
import { createConnections } from '../../../../src/platform/accounts/connections.ts';
import type { Db } from '../../../../src/platform/database/open-database.ts';
import { createPlatform } from '../../../../src/platform/platform.ts';
import { createConversationService } from '../../../../src/platform/services/conversation/conversation-service.ts';
import { createServiceKeys } from '../../../../src/platform/services/keys/service-keys.ts';
import { createTalentService } from '../../../../src/platform/services/talent/talent-service.ts';
import { conversationTools } from '../../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import type { Tool } from '../../../../src/tools/tool.ts';
import { makeCalls } from '../../golden/golden-calls.ts';
import { goldenWorlds } from '../../golden/golden-records.ts';
import { vaultOf } from '../../platform-lab.ts';

/** Stores records of every kind, in which every field has a value. */
export async function storeEveryKind(db: Db): Promise<void> {
  const records = goldenWorlds.full.records.map(({ kind, ...fields }, index) => ({
    kind,
    fields,
    line: index + 1,
    size: 0,
  }));
  const { faults } = await importBatch(db, records);
  if (faults.length > 0) throw new Error(JSON.stringify(faults));
}

const filters = {
  age: ['30 to 34'],
  city: ['Bern', '!Paris'],
  country: ['Switzerland'],
  fullname: 'nia',
  past_companies: ['exe_1'],
  past_education: ['ede_1'],
  profile_tags: ['Serial Founder'],
  score: '5',
  screened_by: ['me', '-usr_2'],
  type: ['New Company'],
};

/** Further calls, which run SQL statements that the golden calls do not run. */
const furtherCalls: [Tool, object][] = [
  [talentTools.cities_list, { search: 'be' }],
  [talentTools.companies_list, { search: 'co' }],
  [talentTools.companies_list, { ids: ['exe_1'] }],
  [talentTools.educations_list, { search: 'eth' }],
  [talentTools.educations_list, { ids: ['ede_1'] }],
  [talentTools.signals_list, { ...filters, time_relative: '9999' }],
  [talentTools.signals_list, { time_range: ['2026-01-01', '2026-12-31'], limit: '1', page: '2' }],
  [
    talentTools.list_entries_list,
    { list_id: 'lst_1', viewed_by: ['me'], sort_by: 'signal_discovered_at', sort_order: 'asc' },
  ],
  [talentTools.searches_update, { id: 'sch_1', filters: [], sharees: [], visited_at: 2, emoji: '🔋' }],
  [conversationTools.activities_list, { fromDate: '2026-01-01 00:00:00', status: 'completed', page: 1 }],
  [conversationTools.activities_list, { updatedFrom: '2026-01-01 00:00:00', updatedTo: '2026-03-01 00:00:00' }],
];

/** Connects callers as the command line does, then calls every tool, and manages clients as the REST API does. */
export async function callEveryTool(db: Db): Promise<void> {
  const now = () => new Date('2026-03-02T12:00:00Z');
  const queue = { enqueue: async () => {} };
  const services = [createTalentService({ db, now }), createConversationService({ db, now, queue })];
  const accounts = createAccounts({ db, vault: vaultOf('lab'), now });
  const { viewer, calls } = goldenWorlds.full;
  for (const service of ['talent', 'convo'] as const) {
    await createConnections(db).add({ name: service, kind: service, toolPrefix: '' });
    const token = await createServiceKeys({ db, service, now }).issuePersonal({ userId: viewer[service] });
    await accounts.connect({ connectionName: service, identifier: 'ada', token });
  }
  const platform = createPlatform({ services, accounts });
  const execute = ({ connector, name }: Tool, input: unknown) => {
    const { signal } = new AbortController();
    return platform.execute({ connectionName: connector, identifier: 'ada', toolName: name, input, signal });
  };
  await makeCalls(calls, execute);
  for (const [tool, input] of furtherCalls) await execute(tool, input);

  await accounts.list();
  await createConnections(db).list();
  await accounts.disconnect({ connectionName: 'convo', identifier: 'ada' });
  const clients = createClients(db);
  const { client, secret } = await clients.add('Graph');
  const issued = await clients.issueToken({ clientId: client.clientId, secret });
  await clients.clientOf(issued?.token ?? '');
  await clients.list();
  await clients.revoke(client.clientId);
}
