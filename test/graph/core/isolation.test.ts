// @module-tag never-excused
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeLists, storeSearches } from '../../../src/platform/services/talent/store/store-shared-records.ts';
import { storeSignals } from '../../../src/platform/services/talent/store/store-signals.ts';
import { uuid, zoe } from '../../platform/services/conversation/conversation-records.ts';
import { minutesAgo } from '../../support/graph/test-graph.ts';
import {
  entitiesOperations,
  entityNames,
  idCount,
  operationsOf,
  type RootField,
  type WrittenOperation,
  rootFields,
} from '../../support/graph/schema-walk.ts';
import { useConversationGraph } from '../conversation/conversation-graph.ts';
import { storeTeam, teamOfAda, teamOfZoe } from '../conversation/team/rival-teams.ts';

/** Ids of other users' objects, each with an id of the same form that does not exist. */
const twins = new Map([
  ['lst_bens', 'lst_none'],
  ['ent_bens', 'ent_none'],
  ['sch_bens', 'sch_none'],
  [zoe, uuid('nobody')],
  ...['activity Zenith', 'score of Zenith', 'comment of Zenith', 'feedback of Zenith', 'theme of Zenith'].map(
    (name) => [uuid(name), uuid(`no ${name}`)] as const,
  ),
]);
const idsOfBen = ['lst_bens', 'ent_bens', 'sch_bens'];
const owned: [owner: string, ids: readonly string[]][] = [
  ['ben', idsOfBen],
  ['zoe', [...twins.keys()].filter((id) => !idsOfBen.includes(id))],
];
const asNothing = (text: string) => [...twins].reduce((changed, [id, twin]) => changed.replaceAll(id, twin), text);

/** Texts that only the data of Ben or of Zoe's organization contains. */
const markers = ['Secret of Ben', 'Zenith', 'zenith'];

/** Start of the response to a mutation that failed, or that failed for its first id. */
const problem = /^\{"data":\{"it":\[?\{"__typename":"(NotFound|InvalidInput)Problem"/;

/** Lists of ids to pass: another user's ids alone, or one of them beside a public signal. */
const places: (readonly string[])[] = [
  ['lst_bens', 'ent_bens'],
  ['lst_bens', 'sch_bens'],
  ...[...twins.keys()].flatMap((id) => [[id], [id, 'sig_shared'], ['sig_shared', id]]),
];

/** Lists that pass another user's id to a root field. Omits lists that lead to equal variables. */
const distinctPlaces = (root: RootField) => [
  ...new Map(
    places
      .filter((ids) => ids.slice(0, idCount(root)).some((id) => twins.has(id)))
      .map((ids) => [JSON.stringify(operationsOf(root, { ids, depth: 0 })[0]?.variables), ids]),
  ).values(),
];

describe('private data of other users', () => {
  const graph = useConversationGraph({ environment: { CACHE_SECONDS: '60' } });

  beforeAll(async () => {
    await storeTeam(graph.db, teamOfAda);
    await storeTeam(graph.db, teamOfZoe);
    await storeSignals(graph.db, [
      { id: 'sig_shared', discovered_at: minutesAgo(1) },
      { id: 'sig_next', discovered_at: minutesAgo(2) },
    ]);
    await storeLists(graph.db, [
      {
        id: 'lst_bens',
        name: 'Secret of Ben',
        creator: 'usr_ben',
        created_at: minutesAgo(1),
        entries: [{ id: 'ent_bens', signal_id: 'sig_shared', created_at: minutesAgo(1) }],
      },
    ]);
    await storeSearches(graph.db, [
      { id: 'sch_bens', title: 'Secret of Ben', creator: 'usr_ben', created_at: minutesAgo(1) },
    ]);
    // The owners read everything first, so that it is in every cache.
    for (const [as, ids] of owned) {
      await send(ownReads(ids), as);
    }
  });
  beforeEach(() => graph.tools.restore());

  /** Sends operations one after another. @returns their answers as one text */
  async function send(operations: readonly WrittenOperation[], as: string): Promise<string> {
    const answers = [];
    for (const { document, variables } of operations) {
      const headers = { 'x-request-id': 'walk' };
      const operation = { toString: () => document };
      const { data, errors } = await graph.execute<unknown, object>(operation, variables, { as, headers });
      expect(errors.filter(({ extensions }) => !extensions?.['code'])).toEqual([]);
      // If the whole document were rejected, its answer would prove nothing.
      expect(errors.filter(({ message }) => message.startsWith('The document'))).toEqual([]);
      answers.push(JSON.stringify({ data, errors }));
    }
    return answers.join('\n');
  }

  const isQuery = ({ kind }: RootField) => kind === 'query';
  const queries = rootFields.filter(isQuery);
  const withIds = rootFields.filter((root) => idCount(root) > 0);
  const references = (id: string) =>
    entitiesOperations(
      entityNames.map((name) => ({ __typename: name, id, list: { id: 'lst_bens' } })),
      2,
    );

  const ownReads = (ids: readonly string[]) => [
    ...queries.flatMap((root) => operationsOf(root, { ids: ['lst_bens', 'ent_bens'], depth: 3 })),
    ...ids.flatMap((id) => withIds.filter(isQuery).flatMap((root) => operationsOf(root, { ids: [id], depth: 3 }))),
    ...ids.flatMap(references),
  ];

  /** Ben's stored lists and searches, and the entries of his list. */
  const stored = async () => ({
    lists: await graph.db.selectFrom('talent_lists').selectAll().where('creator_id', '=', 'usr_ben').execute(),
    entries: await graph.db.selectFrom('talent_list_entries').selectAll().where('list_id', '=', 'lst_bens').execute(),
    searches: await graph.db.selectFrom('talent_searches').selectAll().where('creator_id', '=', 'usr_ben').execute(),
  });

  it('is returned to its owner', async () => {
    const ofBen = await Promise.all(
      ['lists', 'savedSearches'].map((name) => send(operationsOf(fieldNamed(name), { ids: [], depth: 2 }), 'ben')),
    );
    expect(ofBen.every((answer) => answer.includes('Secret of Ben'))).toBe(true);
    expect(await send(references(uuid('activity Zenith')), 'zoe')).toContain('Zenith');
    expect(await send(references('ent_bens'), 'ben')).toContain('Secret of Ben');
  });

  const fieldNamed = (name: string) => {
    const found = rootFields.find(({ field }) => field.name === name);
    if (!found) throw new Error(`There is no root field ${name}.`);
    return found;
  };

  it.each(queries.map((root) => ({ name: root.field.name, root })))('is not part of $name', async ({ root }) => {
    const answer = await send(operationsOf(root, { ids: ['sig_shared'], depth: 3 }), 'ada');

    expect([...markers, ...twins.keys()].filter((marker) => answer.includes(marker))).toEqual([]);
  });

  it.each(withIds.map((root) => ({ name: root.field.name, root })))(
    'does not exist for others in $name',
    async ({ root }) => {
      const before = await stored();
      for (const ids of distinctPlaces(root)) {
        const theirs = await send(operationsOf(root, { ids, depth: 3 }), 'ada');
        const nothing = await send(operationsOf(root, { ids: ids.map(asNothing), depth: 3 }), 'ada');

        const isHidden = root.kind === 'query' || problem.test(theirs);
        expect({ ids, answer: asNothing(theirs), isHidden }).toEqual({ ids, answer: nothing, isHidden: true });
        expect(markers.filter((marker) => theirs.includes(marker))).toEqual([]);
      }
      expect(await stored()).toEqual(before);
    },
  );

  // Other fields are not selected: they would make an activity null that the caller cannot list.
  it('does not exist for others in the outputs of an activity', async () => {
    const document = `query ($id: ID!) { activity(id: $id) {
      transcript { document } summary { content } actionItems { text } questions { text } topicMatches { text }
      moments { text } callScores { score } coachingFeedback { comment } comments { text } listens { listenedAt }
    } }`;
    const outputs = (name: string, as: string) => send([{ document, variables: { id: uuid(name) } }], as);

    expect(await outputs('activity Zenith', 'zoe')).toContain('Said at Zenith');
    expect(await outputs('activity Zenith', 'ada')).toBe(await outputs('no activity Zenith', 'ada'));
  });

  it.each([...twins])('does not exist for references to %s', async (id, twin) => {
    const theirs = await send(references(id), 'ada');
    const nothing = await send(JSON.parse(asNothing(JSON.stringify(references(twin)))), 'ada');

    expect(asNothing(theirs)).toBe(nothing);
    expect(markers.filter((marker) => theirs.includes(marker))).toEqual([]);
  });

  const paged = queries.filter(({ field }) => field.args.some(({ name }) => name === 'after'));
  it.each(paged.map((root) => ({ name: root.field.name, root })))(
    'is not reachable with a cursor of its owner in $name',
    async ({ root }) => {
      for (const as of ['ben', 'zoe']) {
        const page = await send(operationsOf(root, { ids: [], depth: 2, values: { first: 1 } }), as);
        const after = /"endCursor":"([^"]+)"/.exec(page)?.[1] ?? 'none';
        const answer = await send(operationsOf(root, { ids: [], depth: 3, values: { first: 10, after } }), 'ada');

        expect([...markers, ...twins.keys()].filter((marker) => answer.includes(marker))).toEqual([]);
      }
    },
  );
});
