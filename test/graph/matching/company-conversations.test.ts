import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { activity, ada, uuid } from '../../platform/services/conversation/conversation-records.ts';
import {
  ConversationsOfCompaniesDocument,
  ConversationsOfCompanyDocument,
  type ConversationsOfCompanyQueryVariables,
} from '../../support/generated/operations.ts';
import { called, times } from '../../support/graph/expected-tool-calls.ts';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import { daysAgo, inputsOf, iso, useConversationGraph, wire } from '../conversation/conversation-graph.ts';

const host = { name: 'Ada Moreau', email: 'ada@cobalt.example', affiliation: 'internal' as const, user_id: ada };

const call = (title: string, startedAt: number, guests: Record<string, string | null>) =>
  activity(title, {
    started_at: startedAt,
    participants: [
      host,
      ...Object.entries(guests).map(([name, email]) => ({ name, email, affiliation: 'external' as const })),
    ].map((participant, index) => ({ ...participant, id: uuid(`${title} ${index}`) })),
  });

const nia = { 'Nia Ward': 'nia@eu.cobalt.example' };
const companies = [
  { id: 'exe_amber', name: 'Amber Health' },
  { id: 'exe_cobalt', name: 'Cobalt Robotics', domain: 'cobalt.example' },
];

describe('conversations of a company', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeCompanies(graph.db, companies);
    await storeSignals(graph.db, [
      {
        id: 'sig_nia',
        discovered_at: minutesAgo(1),
        full_name: 'Nia Ward',
        experiences: [{ company_id: 'exe_cobalt', company_name: 'Cobalt Robotics', start_date: '2020' }],
      },
    ]);
    await storeActivities(graph.db, [
      call('Intro', daysAgo(1), { ...nia, 'Tom Hill': 'cobalt@gmail.com' }),
      call('Amber Health: check-in', daysAgo(2), { 'Eva Lund': null }),
      call('Demo', daysAgo(3), { 'Eva Lund': 'eva@amber-health.example', 'Ole Lund': 'ole@amberhealth.example' }),
      call('Prepare for Cobalt Robotics', daysAgo(4), {}),
      call('Renewal with Cobalt Robotics', daysAgo(5), { ...nia, 'Tom Hill': 'tom@cobalt.example' }),
      call('Same time a', daysAgo(6), nia),
      call('Same time b', daysAgo(6), nia),
      call('Recent enough', daysAgo(180), nia),
      call('Old', daysAgo(200), nia),
    ]);
  });

  const ask = async (variables: Partial<ConversationsOfCompanyQueryVariables>) => {
    const { data, toolCalls } = await graph.ask(ConversationsOfCompanyDocument, { id: 'exe_cobalt', ...variables });
    return { ...data.company?.conversations, toolCalls };
  };
  const titles = async (variables: Partial<ConversationsOfCompanyQueryVariables>) =>
    (await ask(variables)).nodes?.map(({ title }) => title);

  it('are those with its guests or its name in the title, latest first, with one scan', async () => {
    const { edges, toolCalls, ...page } = await ask({ first: 2 });

    expect(edges).toEqual([
      {
        node: { title: 'Intro' },
        participants: [{ name: 'Nia Ward', email: 'nia@eu.cobalt.example' }],
        matchedOn: ['COMPANY_DOMAIN'],
        evidence: 'A guest has an email address at the domain of Cobalt Robotics.',
      },
      {
        node: { title: 'Renewal with Cobalt Robotics' },
        participants: [
          { name: 'Nia Ward', email: 'nia@eu.cobalt.example' },
          { name: 'Tom Hill', email: 'tom@cobalt.example' },
        ],
        matchedOn: ['COMPANY_DOMAIN', 'COMPANY_IN_TITLE'],
        evidence:
          '2 guests have an email address at the domain of Cobalt Robotics, and the title contains the name Cobalt Robotics.',
      },
    ]);
    expect(page).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true, hasPreviousPage: false } });
    expect(toolCalls).toEqual([called('companies_list'), called('activities_list')]);
    expect(inputsOf(graph, 'activities_list')).toEqual([{ fromDate: wire(daysAgo(180)), page: 1 }]);
  });

  it('are found by the name alone if the domain of the company is unknown', async () => {
    const { edges, totalCount } = await ask({ id: 'exe_amber' });

    expect(edges).toEqual([
      {
        node: { title: 'Amber Health: check-in' },
        participants: [],
        matchedOn: ['COMPANY_IN_TITLE'],
        evidence: 'The title contains the name Amber Health.',
      },
      {
        node: { title: 'Demo' },
        participants: [
          { name: 'Eva Lund', email: 'eva@amber-health.example' },
          { name: 'Ole Lund', email: 'ole@amberhealth.example' },
        ],
        matchedOn: ['COMPANY_LABEL'],
        evidence: '2 guests have an email domain named like Amber Health.',
      },
    ]);
    expect(totalCount).toBe(2);
  });

  it('share the scan with other companies and with signals', async () => {
    const { data, toolCalls } = await graph.ask(ConversationsOfCompaniesDocument, {});

    expect(data.companies?.nodes).toEqual([
      { id: 'exe_amber', conversations: { totalCount: 2 } },
      { id: 'exe_cobalt', conversations: { totalCount: 5 } },
    ]);
    expect(data.signal?.conversations).toEqual({ totalCount: 5 });
    expect(toolCalls.filter(({ tool }) => tool === 'activities_list')).toEqual([called('activities_list')]);
  });

  it('are returned in pages, of which none skips or repeats a conversation of the same time', async () => {
    const found: unknown[] = [];
    let after: string | null = null;
    do {
      const page = await ask({ first: 1, after });
      expect(page).toMatchObject({ totalCount: 5, pageInfo: { hasPreviousPage: found.length > 0 } });
      found.push(...(page.nodes ?? []).map(({ title }) => title));
      after = page.pageInfo?.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
    } while (after !== null);

    expect(found).toHaveLength(5);
    expect(found).toEqual(await titles({}));
    expect(new Set(found).size).toBe(5);
  });

  it('are those of the period', async () => {
    expect(await titles({ occurred: { from: iso(daysAgo(5)), to: iso(daysAgo(1)) } })).toEqual([
      'Renewal with Cobalt Robotics',
    ]);
    expect(await titles({ occurred: { from: iso(daysAgo(365)) } })).toHaveLength(6);
    expect(await titles({ occurred: { to: iso(daysAgo(100)) } })).toEqual(['Recent enough', 'Old']);
  });

  it('are those of the team of the caller', async () => {
    await graph.connect('talent', { identifier: 'zoe', userId: 'usr_zoe' });
    const { data } = await graph.ask(ConversationsOfCompanyDocument, { id: 'exe_cobalt' }, { as: 'zoe' });
    expect(data.company?.conversations).toMatchObject({ totalCount: 0, edges: [] });
  });

  it('are null without a scan for a caller who may not read conversations', async () => {
    const { data, errors, toolCalls } = await graph.execute(
      ConversationsOfCompanyDocument,
      { id: 'exe_cobalt' },
      { headers: { 'x-test-scopes': 'talent:read' } },
    );

    expect(data).toEqual({ company: { id: 'exe_cobalt', conversations: null } });
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(toolCalls).toEqual([called('companies_list')]);
  });

  it('are null without a scan for bad arguments', async () => {
    const { pageInfo } = await ask({ first: 1 });
    const after = pageInfo?.endCursor ?? null;
    for (const [variables, path] of [
      [{ first: 101 }, ['first']],
      [{ occurred: { from: iso(daysAgo(1)), to: iso(daysAgo(2)) } }, ['occurred', 'from']],
      [{ occurred: { to: iso(daysAgo(-1)) } }, ['occurred', 'to']],
      [{ id: 'exe_amber', after }, ['after']],
      [{ occurred: { from: iso(daysAgo(90)) }, after }, ['after']],
    ] as const) {
      const { data, errors, toolCalls } = await graph.execute(ConversationsOfCompanyDocument, {
        id: 'exe_cobalt',
        ...variables,
      });
      expect(data?.company?.conversations).toBeNull();
      expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', issues: [{ path }] } }]);
      expect(toolCalls).toEqual([called('companies_list')]);
    }
  });
});

describe('conversations of a company among many', () => {
  const graph = useConversationGraph();

  beforeAll(async () => {
    await storeCompanies(graph.db, companies);
    await storeActivities(
      graph.db,
      Array.from({ length: 600 }, (_, index) =>
        call(`Call ${index}`, minutesAgo(index), index < 30 || index > 550 ? nia : { 'Eva Lund': null }),
      ),
    );
  });

  it.each([
    [29, 1, null, true],
    [30, 2, 79, true],
    [79, 2, 79, false],
  ])(
    'are scanned until the page of %i is full, with %i activities_list',
    async (first, calls, totalCount, hasNextPage) => {
      const { data, toolCalls } = await graph.ask(ConversationsOfCompanyDocument, { id: 'exe_cobalt', first });

      expect(data.company?.conversations).toMatchObject({ totalCount, pageInfo: { hasNextPage } });
      expect(data.company?.conversations?.nodes).toHaveLength(first);
      expect(toolCalls).toEqual([called('companies_list'), ...times(calls, called('activities_list'))]);
    },
  );
});
