import { beforeAll, describe, expect, it } from 'vitest';
import { dateArguments } from '../../support/graph/date-arguments.ts';
import { type Answer, useGraph } from '../../support/graph/test-graph.ts';
import { storeTeams } from '../../platform/services/conversation/conversation-records.ts';

const tooFar = {
  DateTime: ['0000-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999-00:01'],
  Date: ['0000-01-01', '1969-12-31'],
};
const borders = {
  DateTime: ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  Date: ['1970-01-01', '9999-12-31'],
};

const cases = dateArguments();
const codesOf = ({ errors }: Answer<unknown>) => errors.map(({ extensions }) => extensions?.['code']);

describe('the bounds of dates', () => {
  const graph = useGraph();

  beforeAll(() => storeTeams(graph.db));

  const ask = (document: string, variables: Record<string, unknown>): Promise<Answer<unknown>> =>
    graph.execute({ toString: () => document }, variables);

  it('covers every date argument of the schema', () => {
    expect(new Set(cases.map(({ name }) => name))).toEqual(
      new Set([
        ...['Query', 'User'].flatMap((type) =>
          ['occurred.from', 'occurred.to', 'updated.from', 'updated.to'].map(
            (field) => `${type}.activities(filter.${field})`,
          ),
        ),
        ...['Company', 'Signal'].flatMap((type) => [
          `${type}.conversations(occurred.from)`,
          `${type}.conversations(occurred.to)`,
          `${type}.contacts(occurred.from)`,
          `${type}.contacts(occurred.to)`,
        ]),
        ...['callScores', 'coachingFeedback', 'comments', 'listens'].flatMap((field) => [
          `Query.${field}(period.from)`,
          `Query.${field}(period.to)`,
        ]),
        ...['callScores', 'coachingGiven', 'coachingReceived', 'comments', 'listens'].flatMap((field) => [
          `User.${field}(period.from)`,
          `User.${field}(period.to)`,
        ]),
        ...[
          'Query.signals(filter',
          'Company.signals(filter',
          'Mutation.createSavedSearch(input.filter',
          'Mutation.updateSavedSearch(input.filter',
        ].flatMap((filter) =>
          ['createdAfter', 'discovered.between.from', 'discovered.between.to', 'discovered.since'].map(
            (field) => `${filter}.${field})`,
          ),
        ),
        'SavedSearch.newSignals(since)',
        'Mutation.createSavedSearch(input.visitedAt)',
        'Mutation.markSavedSearchVisited(at)',
        'Mutation.updateSavedSearch(input.visitedAt)',
        'Mutation.uploadActivity(input.completedAt)',
      ]),
    );
  });

  it.each(cases)('rejects dates outside the bounds without a call: $name', async ({ document, scalar, variables }) => {
    for (const date of tooFar[scalar]) {
      const answer = await ask(document, variables(date));

      expect([date, codesOf(answer)]).toEqual([date, ['BAD_USER_INPUT']]);
      expect(answer.errors[0]?.message).toMatch(
        new RegExp(`Expected value of type "${scalar}".*must be in the years 1970 to 9999`),
      );
      expect(answer.data).toBeNull();
    }
    expect(graph.tools.calls).toEqual([]);
  });

  it.each(cases)('accepts the first and the last point in time: $name', async ({ document, scalar, variables }) => {
    for (const date of borders[scalar]) {
      const { errors } = await ask(document, variables(date));

      expect(errors.map(({ message }) => message).join()).not.toContain('between 1970 and 9999');
      expect(errors.map(({ extensions }) => extensions?.['code'])).not.toContain('INTERNAL_SERVER_ERROR');
      expect(errors.map(({ extensions }) => extensions?.['code'])).not.toContain('UPSTREAM_ERROR');
    }
  });

  it('applies to literals in the document', async () => {
    const { errors } = await ask('{ comments(period: { from: "0000-01-01T00:00:00Z" }) { id } }', {});

    expect(errors).toMatchObject([
      { message: expect.stringContaining('period.from'), extensions: { code: 'BAD_USER_INPUT' } },
    ]);
    expect(graph.tools.calls).toEqual([]);
  });
});
