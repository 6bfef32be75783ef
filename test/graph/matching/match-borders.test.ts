import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { activity, ada, uuid } from '../../platform/services/conversation/conversation-records.ts';
import {
  type ConversationPeriod,
  ConversationsOfCompanyDocument,
  ConversationsOfSignalDocument,
} from '../../support/generated/operations.ts';
import { called } from '../../support/graph/expected-tool-calls.ts';
import { minutesAgo, now } from '../../support/graph/test-graph.ts';
import { useLog } from '../../support/log-capture.ts';
import { daysAgo, inputsOf, iso, useConversationGraph } from '../conversation/conversation-graph.ts';

const nadia = { name: 'Nadia Ex', email: 'nadia@labs.example', affiliation: 'external' as const };
const guest = (name: string) => ({ name, email: null, affiliation: 'external' as const });
const host = { name: 'Ada Moreau', affiliation: 'internal' as const, user_id: ada };

const call = (title: string, startedAt: number, people: (typeof nadia | ReturnType<typeof guest> | typeof host)[]) =>
  activity(title, {
    started_at: startedAt,
    participants: people.map((person, index) => ({ ...person, id: uuid(`${title} ${index}`) })),
  });

describe('matches', () => {
  const captured = useLog();
  let clock = now;
  const graph = useConversationGraph({ clock: () => clock, log: captured.log });

  beforeAll(async () => {
    await storeCompanies(graph.db, [
      { id: 'exe_labs', name: 'Example Labs', domain: 'labs.example' },
      { id: 'exe_first', name: 'First Employer', domain: 'first.example' },
    ]);
    const labs = { company_id: 'exe_labs', company_name: 'Example Labs', start_date: '2020', is_current: true };
    const first = { company_id: 'exe_first', start_date: '2010', end_date: '2014' };
    const signals = { sig_nadia: 'Nadia Ex', sig_marsh: 'Nadia Exeter', sig_host: 'Ada Moreau' };
    await storeSignals(
      graph.db,
      Object.entries(signals).map(([id, full_name], index) => ({
        id,
        full_name,
        discovered_at: minutesAgo(index),
        experiences: id === 'sig_marsh' ? [{ ...labs, company_id: 'exe_first' }] : [labs, first],
      })),
    );
    await storeActivities(graph.db, [
      call('newest', daysAgo(1), [host, nadia, guest('Nadia Ex')]),
      call('oldest', daysAgo(180), [host, nadia]),
    ]);
  });
  beforeEach(() => {
    clock = now;
  });

  const ofSignal = async (occurred?: ConversationPeriod, id = 'sig_nadia') => {
    const { data, toolCalls } = await graph.ask(ConversationsOfSignalDocument, { id, ...(occurred && { occurred }) });
    return { ...data.signal?.conversations, toolCalls };
  };
  const ofCompany = async (variables: { occurred?: ConversationPeriod; first?: number; after?: string | null } = {}) =>
    (await graph.ask(ConversationsOfCompanyDocument, { id: 'exe_labs', ...variables })).data.company?.conversations;

  const at = daysAgo(1);
  it.each<[string, ConversationPeriod, string[]]>([
    ['from that time', { from: iso(at) }, ['newest']],
    ['from a millisecond later', { from: iso(at + 1) }, []],
    ['to that time', { from: iso(daysAgo(2)), to: iso(at) }, []],
    ['to a millisecond later', { from: iso(daysAgo(2)), to: iso(at + 1) }, ['newest']],
  ])('in a period %s', async (_, occurred, titles) => {
    expect((await ofSignal(occurred)).nodes?.map(({ title }) => title)).toEqual(titles);
    expect((await ofCompany({ occurred }))?.nodes.map(({ title }) => title)).toEqual(titles);
  });

  it('of two guests with one name are those with the better score', async () => {
    const { edges } = await ofSignal({ from: iso(at) });
    expect(edges).toMatchObject([{ confidence: 'STRONG', participant: { email: 'nadia@labs.example' } }]);
  });

  it('load only companies of the time, and of people with an equal name', async () => {
    const { toolCalls } = await ofSignal();
    expect(toolCalls.filter(({ tool }) => tool === 'companies_list')).toEqual([called('companies_list')]);
  });

  it('look for no namesakes of the members of the team', async () => {
    const { edges, toolCalls } = await ofSignal({ from: iso(daysAgo(2)) }, 'sig_host');
    expect(edges).toEqual([]);
    expect(toolCalls).toEqual([called('signals_get'), called('activities_list')]);
  });

  it('of a company keep the period of the first page', async () => {
    const first = await ofCompany({ first: 1 });
    clock = new Date(now.getTime() + 86_400_000);
    const second = await ofCompany({ first: 1, after: first?.pageInfo.endCursor ?? null });

    expect(first).toMatchObject({ nodes: [{ title: 'newest' }], totalCount: 2 });
    expect(second).toMatchObject({ nodes: [{ title: 'oldest' }], totalCount: 2 });
    expect((await ofCompany())?.nodes).toHaveLength(1);
  });

  it('of a company include those of a second that the next page of the tool continues', async () => {
    const startedAt = iso(daysAgo(3));
    const item = (id: string) => ({
      id,
      title: id,
      started_at: startedAt,
      participants: [{ ...nadia, id: uuid(id) }],
    });
    const pages = [
      [
        ...Array.from({ length: 498 }, (_, index) => ({ id: `other ${index}`, started_at: startedAt })),
        item('a'),
        item('b'),
      ],
      [item('c')],
    ];
    graph.tools.replace('activities_list', async ({ input }) => ({
      items: pages[Object(input).page - 1],
      total: 501,
    }));
    const titles: unknown[] = [];
    for (let after: string | null = null; titles.length < 3;) {
      const page = await ofCompany({ first: 1, after });
      titles.push(page?.nodes[0]?.title);
      after = page?.pageInfo.endCursor ?? null;
    }
    expect(titles).toEqual(['c', 'b', 'a']);
  });

  it('of a company need participants in the payloads, which is logged once', async () => {
    graph.tools.replace('activities_list', async (_, real) =>
      JSON.parse(JSON.stringify(await real(), (key, value: unknown) => (key === 'participants' ? undefined : value))),
    );
    for (let visit = 0; visit < 2; visit += 1) expect(await ofCompany()).toMatchObject({ edges: [], totalCount: 0 });

    expect(captured.lines.flatMap(({ level, msg }) => (level === 40 ? [msg] : []))).toEqual([
      'activities have no participants: conversations cannot be matched with people',
    ]);
  });

  it('are loaded by one scan for a signal and its company', async () => {
    await graph.ask(
      {
        toString: () =>
          '{ signal(id: "sig_nadia") { conversations { totalCount } } company(id: "exe_labs") { conversations { totalCount } } }',
      },
      {},
    );
    expect(inputsOf(graph, 'activities_list')).toHaveLength(1);
  });
});
