import { beforeAll, describe, expect, it } from 'vitest';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import {
  SaveFilterDocument,
  type SignalFilter,
  SignalsOfFilterDocument,
} from '../../../support/generated/operations.ts';
import { called } from '../../../support/graph/expected-tool-calls.ts';
import { useGraph } from '../../../support/graph/test-graph.ts';

describe('signal filter', () => {
  const graph = useGraph();

  beforeAll(async () => {
    await storeSignals(graph.db, [
      {
        id: 'nia',
        discovered_at: '2026-03-01T00:00:00Z',
        type: 'New Company',
        score: 9,
        source: 'network',
        full_name: 'Nia Owusu',
        city: 'Bern',
        country: 'Switzerland',
        region: 'Alps',
        origin: 'Ghana',
        gender: 'woman',
        age_range: 'Below 25',
        education_level: 'MBA',
        industry: 'Robotics',
        customer_focus: 'B2B',
        profile_tags: ['YC Alumni'],
        experiences: [{ company_id: 'exe_1' }],
        educations: [{ institution_id: 'ede_1' }],
        screenings: [{ user: 'usr_ben' }],
      },
      {
        id: 'omar',
        discovered_at: '2026-02-01T00:00:00Z',
        type: 'Promoted',
        score: 5,
        source: 'press',
        full_name: 'Omar Haddad',
        city: 'Basel',
        country: 'Switzerland',
        region: 'Rhine',
        origin: 'Jordan',
        gender: 'man',
        age_range: '25 to 29',
        education_level: 'Bachelor',
        industry: 'Law',
        customer_focus: 'B2C',
        profile_tags: ['VC Investor', 'Big 4 experience'],
        experiences: [{ company_id: 'exe_2' }],
        educations: [{ institution_id: 'ede_2' }],
      },
      { id: 'petra', discovered_at: '2025-06-01T00:00:00Z', screenings: [{ user: 'usr_ada' }] },
      { id: 'quentin', discovered_at: '2025-01-01T00:00:00Z', score: 1, screenings: [{ user: 'usr_cleo' }] },
    ]);
  });

  it.each<[SignalFilter, string[]]>([
    [{}, ['nia', 'omar', 'quentin']],
    [{ fullName: 'HADD' }, ['omar']],
    [{ fullName: '%' }, []],
    [{ types: ['PROMOTED', 'NEW_COMPANY'] }, ['nia', 'omar']],
    [{ types: ['PROMOTED'] }, ['omar']],
    [{ minScore: 5 }, ['nia', 'omar']],
    [{ minScore: 10 }, []],
    [{ ageRanges: ['BELOW_25'] }, ['nia']],
    [{ ageRanges: ['FROM_25_TO_29', 'ABOVE_49'] }, ['omar']],
    [{ genders: ['WOMAN'] }, ['nia']],
    [{ educationLevels: ['BACHELOR'] }, ['omar']],
    [{ customerFocus: ['B2C'] }, ['omar']],
    [{ profileTags: ['BIG_4_EXPERIENCE', 'BANKING_EXPERIENCE'] }, ['omar']],
    [{ cities: { in: ['Bern'] } }, ['nia']],
    [{ cities: { notIn: ['Bern'] } }, ['omar', 'quentin']],
    [{ cities: { in: ['Bern', 'Basel'], notIn: ['Bern'] } }, ['omar']],
    [{ countries: { in: ['Switzerland'] } }, ['nia', 'omar']],
    [{ regions: { notIn: ['Alps', 'Rhine'] } }, ['quentin']],
    [{ origins: { in: ['Ghana'] } }, ['nia']],
    [{ industries: { notIn: ['Law'] } }, ['nia', 'quentin']],
    [{ pastCompanyIds: ['exe_2', 'exe_404'] }, ['omar']],
    [{ pastInstitutionIds: ['ede_1'] }, ['nia']],
    [{ sources: ['press', 'register'] }, ['omar']],
    [{ screenedBy: { viewer: true } }, ['petra']],
    [{ screenedBy: { viewer: false } }, ['nia', 'omar', 'quentin']],
    [{ screenedBy: { others: true } }, ['nia', 'quentin']],
    [{ screenedBy: { others: false } }, ['omar', 'petra']],
    [{ screenedBy: { viewer: true, others: true } }, ['nia', 'petra', 'quentin']],
    [{ screenedBy: { userIds: ['usr_ben', 'usr_ada'] } }, ['nia', 'petra']],
    [{ screenedBy: { others: true, notUserIds: ['usr_ben'] } }, ['quentin']],
    [{ createdAfter: '2026-02-01T00:00:00Z' }, ['nia']],
    [{ createdAfter: '2026-01-31T23:59:59.999Z' }, ['nia', 'omar']],
    [{ discovered: { between: { from: '2025-01-01', to: '2026-02-01' } } }, ['omar', 'quentin']],
    [{ discovered: { between: { from: '2026-03-01', to: '2026-03-01' } } }, ['nia']],
    [{ discovered: { withinDays: 2 } }, ['nia']],
    [{ discovered: { withinDays: 30 } }, ['nia', 'omar']],
    [{ discovered: { since: '2026-02-01T00:00:00Z' } }, ['nia', 'omar']],
    [{ genders: [], cities: { in: [], notIn: [] }, screenedBy: {}, sources: null }, ['nia', 'omar', 'quentin']],
    [{ countries: { in: ['Switzerland'] }, minScore: 6, types: ['NEW_COMPANY'], genders: ['WOMAN'] }, ['nia']],
  ])('matches %j with the signals %j, directly and in a saved search', async (filter, ids) => {
    const nodes = ids.map((id) => ({ id }));
    const asked = await graph.ask(SignalsOfFilterDocument, { filter });
    const saved = await graph.ask(SaveFilterDocument, { filter });

    expect(asked).toEqual({ data: { signals: { nodes } }, toolCalls: [called('signals_list')] });
    expect(saved.data.createSavedSearch).toEqual({
      __typename: 'CreateSavedSearchSuccess',
      savedSearch: { signals: { nodes } },
    });
  });
});
