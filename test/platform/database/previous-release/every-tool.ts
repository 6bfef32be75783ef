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
import { vaultOf } from '../../platform-lab.ts';

/** Stores the records of an import file, one of every kind. */
export async function storeEveryKind(db: Db, lines: string): Promise<void> {
  const records = lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const { kind, ...fields } = JSON.parse(line);
      return { kind, fields, line: index + 1, size: line.length };
    });
  await importBatch(db, records);
}

const filters = {
  age: ['30 to 34'],
  city: ['Tampere', '!Paris'],
  country: ['Finland'],
  fullname: 'nia',
  past_companies: ['exe_cobalt'],
  past_education: ['ede_tampere'],
  profile_tags: ['Serial Founder'],
  score: '5',
  screened_by: ['me', '-usr_demo'],
  type: ['New Company'],
};

/** Connects callers as the command line does, then calls every tool, and manages clients as the REST API does. */
export async function callEveryTool(db: Db): Promise<void> {
  const now = () => new Date('2026-03-02T12:00:00Z');
  const queue = { enqueue: async () => {} };
  const services = [createTalentService({ db, now }), createConversationService({ db, now, queue })];
  const accounts = createAccounts({ db, vault: vaultOf('lab'), now });
  const users = { talent: 'usr_demo', convo: '6f1c2a34-58d7-4c0e-9b1a-2d3e4f5a6b7c' };
  for (const service of ['talent', 'convo'] as const) {
    await createConnections(db).add({ name: service, kind: service, toolPrefix: '' });
    const token = await createServiceKeys({ db, service, now }).issuePersonal({ userId: users[service] });
    await accounts.connect({ connectionName: service, identifier: 'ada', token });
  }
  const platform = createPlatform({ services, accounts });
  const called = new Set<string>();
  const caller = (connectionName: string) => async (toolName: string, input: object) => {
    called.add(toolName);
    const { signal } = new AbortController();
    return Object(await platform.execute({ connectionName, identifier: 'ada', toolName, input, signal }));
  };
  await callTalent(caller('talent'));
  await callConversation(caller('convo'));
  const missing = Object.keys({ ...talentTools, ...conversationTools }).filter((tool) => !called.has(tool));
  if (missing.length > 0) throw new Error(`These tools were not called: ${missing.join(', ')}`);

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

type Call = (tool: string, input: object) => Promise<{ id: string }>;

async function callTalent(tool: Call): Promise<void> {
  for (const lookup of ['cities_list', 'companies_list', 'educations_list']) await tool(lookup, { search: 'ta' });
  await tool('companies_list', { ids: ['exe_cobalt'] });
  await tool('educations_list', { ids: ['ede_tampere'] });
  await tool('signals_list', {});
  await tool('signals_list', { ...filters, time_relative: '9999' });
  await tool('signals_list', { time_range: ['2026-01-01', '2026-12-31'], limit: '1', page: '2' });
  for (const change of ['signal_mark_viewed', 'signal_screen', 'signal_unscreen']) {
    await tool(change, { signal_id: 'sig_1' });
  }
  for (const read of ['signals_get', 'signals_list_by_linkedin_id', 'signals_entries'])
    await tool(read, { id: 'sig_1' });

  const list = await tool('lists_create', { name: 'New', accesses: ['usr_ada'] });
  const entry = await tool('list_entries_create', { list_id: list.id, signal_id: 'sig_1' });
  await tool('lists_update', { id: list.id, name: 'Renamed' });
  await tool('lists_list', {});
  await tool('lists_get', { id: list.id });
  await tool('list_entries_list', { list_id: list.id });
  await tool('list_entries_list', {
    list_id: list.id,
    viewed_by: ['me'],
    sort_by: 'signal_discovered_at',
    sort_order: 'asc',
  });
  const entryIds = { list_id: list.id, entry_id: entry.id };
  await tool('list_entries_get', entryIds);
  await tool('list_entries_delete', entryIds);
  await tool('lists_delete', { id: list.id });

  const filter = [{ key: 'country', operator: 'in', value: ['Finland'] }];
  const search = await tool('searches_create', { title: 'New', filters: filter, sharees: ['usr_ada'], visited_at: 1 });
  const copy = await tool('searches_duplicate', { id: search.id });
  await tool('searches_update', {
    id: copy.id,
    title: 'Copy',
    filters: filter,
    sharees: [],
    visited_at: 2,
    emoji: '🔋',
  });
  await tool('searches_list', {});
  await tool('searches_get', { id: copy.id });
  await tool('searches_signals_list', { id: copy.id });
  await tool('searches_delete', { id: copy.id });
}

async function callConversation(tool: Call): Promise<void> {
  const activity = { activityId: '3c5d7e90-1f2a-4b3c-9d4e-5f6a7b8c9d01' };
  const period = { fromDate: '2026-01-01 00:00:00', toDate: '2026-03-01 00:00:00' };
  await tool('activities_list', { ...period, status: 'completed', page: 1 });
  await tool('activities_list', { updatedFrom: period.fromDate, updatedTo: period.toDate });
  await tool('activity_upload', {
    hostUserEmail: 'ada@example.com',
    language: 'en_GB',
    title: 'Uploaded',
    recordingUrl: 'https://media.example/call.vtt',
    externalId: 'external',
  });
  for (const output of ['transcript', 'summary', 'action_items', 'questions', 'topic_triggers_matched']) {
    await tool(`${output}_get`, activity);
  }
  for (const list of ['automated_call_scoring', 'coaching_feedback', 'comments', 'listens']) {
    await tool(`${list}_list`, period);
  }
  for (const read of ['organization_get', 'topic_triggers_list', 'users_list', 'test_tool_xyz']) await tool(read, {});
  const trigger = 'conversation_played';
  const webhook = await tool('webhook_create', { trigger, url: 'https://hooks.example/', external_id: 'external' });
  await tool('webhook_sample_get', { trigger });
  await tool('webhook_delete', { id: webhook.id });
}
