import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../../../src/app/app.ts';
import { readConfig } from '../../../../src/app/config/config.ts';
import { assumedSizes, assumedTextLengths } from '../../../../src/operation/cost/list-sizes.ts';
import { openMemoryDatabase } from '../../../support/database/memory-database.ts';
import { jsonRequest } from '../../../support/network/post-json.ts';

/** The smallest value that at least `percentage` per cent of the values do not exceed. */
const percentile = (values: readonly number[], percentage: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percentage) / 100) - 1] ?? Number.NaN;

/** Lists that the demo data does not contain, so their assumed sizes are not measured. */
const unmeasured = new Set([
  'InvalidInputProblem.issues',
  'Mutation.addSignalsToList',
  'Mutation.markSignalsViewed',
  'Mutation.screenSignals',
  'Mutation.unscreenSignals',
]);

const t = '{ __typename }';
const period = '(period: { from: "2020-01-01T00:00:00Z" })';

const facets = `facets(by: [TYPE, SCORE, COUNTRY, REGION, CITY, ORIGIN, INDUSTRY, SOURCE, PROFILE_TAG, AGE_RANGE, EDUCATION_LEVEL, CUSTOMER_FOCUS]) {
  __typename groups { __typename values ${t} }
}`;

const roots = `{
  __typename
  connectors { __typename tools ${t} }
  callScores ${t} coachingFeedback${period} ${t} comments ${t} listens${period} ${t}
  lists { __typename accesses ${t} }
  signals { ${facets} }
  savedSearches { __typename filters ${t} sharees ${t} newSignals { ${facets} } signals { ${facets} } }
  talentUsers ${t}
  topicThemes { __typename topics { __typename triggers ${t} } }
  viewer { __typename connectors ${t} }
  users { __typename callScores ${t} coachingGiven${period} ${t} coachingReceived${period} ${t} comments ${t} listens${period} ${t} }
}`;

const signalPage = `query ($after: String) {
  page: signals(first: 100, after: $after) {
    nodes {
      __typename id linkedinId experiences ${t} educations ${t} taggings ${t} views ${t} screenings ${t}
      contacts(occurred: { from: "2020-01-01T00:00:00Z" }) ${t}
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const companyPage = `query ($after: String) {
  page: companies(first: 100, after: $after) {
    nodes {
      __typename contacts(occurred: { from: "2020-01-01T00:00:00Z" }) ${t}
      conversations(first: 100, occurred: { from: "2020-01-01T00:00:00Z" }) { edges { __typename participants ${t} } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const entryPage = `query ($id: ID!, $after: String) {
  list(id: $id) { page: entries(first: 100, after: $after) { nodes { signal { id } } pageInfo { hasNextPage endCursor } } }
}`;

const activityPage = `query ($after: String) {
  page: activities(first: 30, after: $after, filter: { occurred: { from: "2020-01-01T00:00:00Z" } }) {
    nodes {
      __typename actionItems ${t} callScores ${t} coachingFeedback ${t} comments ${t} listens ${t} moments ${t}
      participants ${t} questions ${t} topicMatches ${t} summary { __typename content } transcript { __typename speakers ${t} document }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const pageSchema = z.object({
  page: z.object({
    nodes: z.array(z.unknown()),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
});

const signalSchema = z.looseObject({ id: z.string(), linkedinId: z.string().nullable() });

const companySchema = z.object({
  __typename: z.string(),
  contacts: z.array(z.unknown()),
  conversations: z.object({ edges: z.array(z.unknown()) }),
});

const listsSchema = z.object({ lists: z.array(z.object({ id: z.string() })) });
const listSchema = z.object({ list: pageSchema });
const entrySchema = z.object({ signal: z.object({ id: z.string() }) });

interface Entry {
  listId: string;
  signalId: string;
}

describe('the assumed list sizes', () => {
  const lengths = new Map<string, number[]>();
  const texts = new Map<string, number[]>();
  let close = async () => {};

  beforeAll(async () => {
    const database = await openMemoryDatabase();
    const config = readConfig({ DATA_DIR: 'memory', CACHE_SECONDS: '0', COST_MODE: 'off' });
    const now = () => new Date('2026-03-02T12:00:00Z');
    const app = await createApp(config, { database, log: pino({ level: 'silent' }), now });
    close = async () => {
      await app.close();
      await database.close();
    };
    const ask = async (query: string, variables: object = {}) => {
      const response = await app.fetch(
        jsonRequest('http://127.0.0.1:4000/graphql', { query, variables }, { headers: { 'x-tool-trace': '0' } }),
      );
      return z.strictObject({ data: z.unknown() }).parse(await response.json()).data;
    };
    measure(await ask(roots));
    const allNodes = async (query: string, id?: string) => {
      const nodes: unknown[] = [];
      let after: string | null = null;
      do {
        const data: unknown = await ask(query, { id, after });
        const { page } = id === undefined ? pageSchema.parse(data) : listSchema.parse(data).list;
        nodes.push(...page.nodes);
        after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
      } while (after !== null);
      return nodes;
    };
    measure(await allNodes(activityPage));
    const companies = z.array(companySchema).parse(await allNodes(companyPage));
    measure(companies.flatMap(({ conversations }) => conversations.edges));
    measure(companies.map(({ __typename, contacts }) => ({ __typename, contacts })));
    const signals = await allNodes(signalPage);
    measure(signals);
    const entries: Entry[] = [];
    for (const { id } of listsSchema.parse(await ask('{ lists { id } }')).lists) {
      const nodes = z.array(entrySchema).parse(await allNodes(entryPage, id));
      entries.push(...nodes.map(({ signal }) => ({ listId: id, signalId: signal.id })));
    }
    measureRelations(z.array(signalSchema).parse(signals), entries);
  });
  afterAll(() => close());

  /**
   * Measures lists of signals that the graph reads with a call for each signal. Instead of calling,
   * groups the entries of all lists by signal, and all signals by LinkedIn id.
   */
  function measureRelations(signals: z.output<typeof signalSchema>[], entries: readonly Entry[]) {
    const people = Map.groupBy(signals, ({ linkedinId }) => linkedinId);
    const bySignal = Map.groupBy(entries, ({ signalId }) => signalId);
    const ofSignals = (count: (signal: (typeof signals)[number]) => number) => signals.map(count);
    lengths.set(
      'Signal.samePersonSignals',
      ofSignals((each) => (people.get(each.linkedinId)?.length ?? 1) - 1),
    );
    lengths.set(
      'Signal.listEntries',
      ofSignals(({ id }) => bySignal.get(id)?.length ?? 0),
    );
    lengths.set(
      'Signal.lists',
      ofSignals(({ id }) => new Set(bySignal.get(id)?.map(({ listId }) => listId)).size),
    );
  }

  function measure(value: unknown): void {
    if (Array.isArray(value)) return value.forEach(measure);
    const { data: object } = z.record(z.string(), z.unknown()).safeParse(value);
    for (const [name, inner] of Object.entries(object ?? {})) {
      const list = `${String(object?.['__typename'])}.${name}`;
      if (Array.isArray(inner)) lengths.set(list, [...(lengths.get(list) ?? []), inner.length]);
      if (typeof inner === 'string') texts.set(list, [...(texts.get(list) ?? []), inner.length]);
      measure(inner);
    }
  }

  it('are the 95th percentiles of the demo data', () => {
    const measured = [...lengths].map(([name, each]) => [name, Math.max(1, percentile(each, 95))]);
    const table = Object.entries(assumedSizes).filter(([name]) => !unmeasured.has(name));
    expect(Object.fromEntries(measured)).toEqual(Object.fromEntries(table));
  });

  it('are those of texts, of which all others are short', () => {
    const long = [...texts].filter(([, each]) => Math.max(...each) >= 1000);
    const measured = long.map(([name, each]) => [name, Math.ceil(percentile(each, 95) / 1000) * 1000]);
    expect(Object.fromEntries(measured)).toEqual(assumedTextLengths);
  });
});
