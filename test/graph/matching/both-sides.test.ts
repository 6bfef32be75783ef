// @module-tag never-excused
import { beforeAll, describe, expect, it } from 'vitest';
import { storeActivities } from '../../../src/platform/services/conversation/store/store-activities.ts';
import { storeCompanies } from '../../../src/platform/services/talent/store/store-lookups.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { ToolError } from '../../../src/tools/errors/tool-error.ts';
import { activity, uuid } from '../../platform/services/conversation/conversation-records.ts';
import { ConversationsOfSignalDocument, SignalsOfGuestsDocument } from '../../support/generated/operations.ts';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import { randomFrom } from '../../support/random.ts';
import { daysAgo, inputsOf, useConversationGraph } from '../conversation/conversation-graph.ts';

interface Profile {
  name: string;
  company: string;
  linkedinId?: string;
}
interface Guest {
  name: string;
  email?: string | null;
}

const domainOf = (company: string) => `${company.toLowerCase()}.example`;

/** Stores data and returns its matches from both sides: guests and signals. */
function useJoin() {
  const graph = useConversationGraph({ environment: { COST_MODE: 'measure' } });

  return {
    graph,
    /** Replaces all stored data. Each guest is in a separate conversation. */
    async store(profiles: readonly Profile[], guests: readonly Guest[]) {
      for (const table of ['talent_signals', 'talent_companies', 'convo_activities'] as const) {
        await graph.db.deleteFrom(table).execute();
      }
      const companies = [...new Set(profiles.map(({ company }) => company))];
      await storeCompanies(
        graph.db,
        companies.map((name) => ({ id: `exe_${name}`, name, domain: domainOf(name) })),
      );
      await storeSignals(
        graph.db,
        profiles.map(({ name, company, linkedinId }, at) => ({
          id: `sig_${at}`,
          full_name: name,
          discovered_at: minutesAgo(at),
          linkedin_id: linkedinId ?? null,
          experiences: [{ company_id: `exe_${company}`, company_name: company, start_date: '2020' }],
        })),
      );
      await storeActivities(
        graph.db,
        guests.map(({ name, email = null }, at) =>
          activity(`call ${at}`, {
            started_at: daysAgo(1 + at / 100),
            participants: [{ id: uuid(`guest ${at}`), name, email, affiliation: 'external' }],
          }),
        ),
      );
    },
    /** Lines such as `STRONG: sig_1 in call 0 as NICKNAME COMPANY_DOMAIN, 0.85`. */
    async fromGuests(): Promise<string[]> {
      const { data } = await graph.ask(SignalsOfGuestsDocument, { minConfidence: 'POSSIBLE', first: 100 });
      return (data.activities?.nodes ?? [])
        .flatMap(({ title, participants }) =>
          participants.flatMap(({ signals }) =>
            (signals?.edges ?? []).map((edge) => lineOf(edge, edge.node.id, title ?? '')),
          ),
        )
        .toSorted();
    },
    /** Lines as from `fromGuests`, for the signals with these ids; by default for all signals. */
    async fromSignals(ids?: readonly string[]): Promise<string[]> {
      const signals = await graph.db.selectFrom('talent_signals').select('id').execute();
      const lines: string[] = [];
      for (const id of ids ?? signals.map((signal) => signal.id)) {
        const { data } = await graph.ask(ConversationsOfSignalDocument, { id, minConfidence: 'POSSIBLE', first: 100 });
        for (const edge of data.signal?.conversations?.edges ?? []) lines.push(lineOf(edge, id, edge.node.title ?? ''));
      }
      return lines.toSorted();
    },
  };
}

const lineOf = (
  { confidence, matchedOn, score }: { confidence: string; matchedOn: readonly string[]; score: number },
  id: string,
  title: string,
) => `${confidence}: ${id} in ${title} as ${matchedOn.join(' ')}, ${score}`;

describe('both sides of a match', () => {
  const join = useJoin();

  it.each<[guest: string, first: string, second: string]>([
    ['J. Lund', 'Jonas Lund', 'Julia Lund'],
    ['Lund, J.', 'Jonas Lund', 'Julia Lund'],
    ['Ted Lund', 'Edward Lund', 'Theodore Lund'],
    ['Sasha Lund', 'Alexander Lund', 'Alexandra Lund'],
    ['Bob Lund', 'Robert Lund', 'Bob Lund'],
    ['Robert Lund', 'Robert Lund', 'Bob Lund'],
    ['Jonas L.', 'Jonas Lund', 'Jonas Lang'],
  ])('are only possible if %s can be %s or %s of one company', async (guest, first, second) => {
    const email = 'guest@cobalt.example';
    const people = [first, second].map((name) => ({ name, company: 'Cobalt' }));
    await join.store(people, [{ name: guest, email }]);
    const found = await join.fromGuests();
    expect(found.map((line) => line.split(' in ')[0])).toEqual(['POSSIBLE: sig_0', 'POSSIBLE: sig_1']);
    expect(await join.fromSignals()).toEqual(found);
    const { data } = await join.graph.ask(ConversationsOfSignalDocument, { id: 'sig_0', minConfidence: 'POSSIBLE' });
    expect(data.signal?.conversations?.edges[0]?.evidence).toMatch(/; this fits 2 people\.$/);

    await join.store(
      [
        { name: first, company: 'Cobalt' },
        { name: second, company: 'Tides' },
      ],
      [{ name: guest, email }],
    );
    expect((await join.fromGuests()).map((line) => line.split(' in ')[0])).toEqual(['STRONG: sig_0']);
    expect(await join.fromSignals()).toEqual(await join.fromGuests());

    await join.store(people, [{ name: guest }]);
    expect(await join.fromGuests()).toEqual([]);
    expect(await join.fromSignals()).toEqual([]);
  });

  it('are one person for all signals with one LinkedIn id', async () => {
    const people = ['Robert Lund', 'Bob Lund'].map((name) => ({ name, company: 'Cobalt', linkedinId: 'in-lund' }));
    await join.store(people, [{ name: 'Bob Lund', email: 'bob@cobalt.example' }]);
    const found = await join.fromGuests();
    expect(found.map((line) => line.split(' in ')[0])).toEqual(['STRONG: sig_0', 'STRONG: sig_1']);
    expect(await join.fromSignals()).toEqual(found);
  });

  it('search for the last word of a name, then for the first', async () => {
    await join.store([{ name: 'Lund Jonas', company: 'Cobalt' }], [{ name: 'Jonas K. Lund' }, { name: 'Lund, Jonas' }]);
    expect(await join.fromGuests()).toHaveLength(2);
    expect(inputsOf(join.graph, 'signals_list')).toMatchObject([{ fullname: 'lund' }, { fullname: 'jonas' }]);
  });

  it.each([
    ['the same pairs', ['Lund', 'Lundqvist', 'Tall', 'Ruiz', "O'Neill", 'van Dijk', 'Ng']],
    // A guest is searched by first and last word, which misses some possible pairs of these names.
    ['the same certain pairs', ['Lund', 'Kjær-Lund', 'Ruiz', 'Ruiz Vega', "O'Sullivan", 'OSullivan', 'van Dijk']],
  ])('are %s for random people and guests, and never two certain people for one guest', async (what, family) => {
    const isCompared = (line: string) => what === 'the same pairs' || line.startsWith('STRONG');
    for (let seed = 1; seed <= 3; seed += 1) {
      const random = randomFrom(seed);
      const given = ['Robert', 'Bob', 'Bobby', 'Rob', 'Edward', 'Ted', 'Theodore', 'Ana', 'Ana Maria', 'Jo', 'Søren'];
      const company = ['Cobalt', 'Tides', 'Umber'];
      const fullName = () => {
        const [first, last] = [random.pick(given), random.pick(family)];
        const written = random.pick([
          `${first} ${last}`,
          `${first} ${last}`,
          `${last} ${first}`,
          `${first[0]}. ${last}`,
          `${first} ${last[0]}.`,
          `${last}, ${first}`,
        ]);
        return random.chance(10) ? written.toUpperCase() : written;
      };
      const profiles = Array.from({ length: 30 }, () => ({ name: fullName(), company: random.pick(company) }));
      const guests = Array.from({ length: 25 }, () => ({
        name: fullName(),
        email: random.chance(70) ? `guest@${domainOf(random.pick(company))}` : null,
      }));
      await join.store(profiles, guests);
      const found = await join.fromGuests();
      const ofSignals = await join.fromSignals();
      expect(ofSignals.filter(isCompared)).toEqual(found.filter(isCompared));
      expect(ofSignals).toEqual(expect.arrayContaining(found));
      const certain = found.filter((line) => line.startsWith('STRONG')).map((line) => /in (call \d+)/.exec(line)?.[1]);
      expect(certain.length).toBeGreaterThan(2);
      expect(new Set(certain).size).toBe(certain.length);
    }
  });

  it('are not certain for a person whom the searches from the guest do not find', async () => {
    const guest = { name: 'Юлия Ким', email: 'y@cobalt.example' };
    await join.store(
      [
        { name: 'Iuliia Kym', company: 'Cobalt' },
        { name: 'Yulia Kim', company: 'Cobalt' },
      ],
      [guest],
    );
    expect(await join.fromGuests()).toEqual([
      'STRONG: sig_1 in call 0 as FULL_NAME COMPANY_DOMAIN COMPANY_LABEL, 0.95',
    ]);
    expect(await join.fromSignals()).toEqual([
      'POSSIBLE: sig_0 in call 0 as FULL_NAME COMPANY_DOMAIN COMPANY_LABEL, 0.48',
      'STRONG: sig_1 in call 0 as FULL_NAME COMPANY_DOMAIN COMPANY_LABEL, 0.95',
    ]);
  });

  it('are not certain by a nickname where a search has more than a page', async () => {
    const others = Array.from({ length: 101 }, (_, at) => ({ name: `Kim${at} Lund`, company: 'Umber' }));
    const guests = ['Bob Lund', 'Robert Lund'].map((name) => ({ name, email: 'guest@cobalt.example' }));
    await join.store([{ name: 'Robert Lund', company: 'Cobalt' }, ...others], guests);
    const found = ['POSSIBLE: sig_0 in call 0 as NICKNAME', 'STRONG: sig_0 in call 1 as FULL_NAME'];
    expect((await join.fromGuests()).map((line) => line.split(' COMPANY')[0])).toEqual(found);
    expect(inputsOf(join.graph, 'signals_list').map((input) => Object(input).fullname)).toEqual([
      'lund',
      'bob lund',
      'robert lund',
    ]);
    const ofSome = await join.fromSignals(['sig_0', 'sig_1', 'sig_101']);
    expect(ofSome.map((line) => line.split(' COMPANY')[0])).toEqual(found);
  });

  describe('on a platform without companies', () => {
    beforeAll(() =>
      join.store([{ name: 'Jonas Lund', company: 'Cobalt' }], [{ name: 'Jonas Lund', email: 'jonas@cobalt.example' }]),
    );

    it('use the names of careers', async () => {
      join.graph.tools.replace('companies_list', () =>
        Promise.reject(new ToolError({ code: 'NOT_SUPPORTED', tool: 'companies_list', message: 'unknown' })),
      );
      const found = await join.fromGuests();
      expect(found).toEqual(['STRONG: sig_0 in call 0 as FULL_NAME COMPANY_LABEL, 0.9']);
      expect(await join.fromSignals()).toEqual(found);
    });
  });
});
