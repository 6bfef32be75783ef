// @module-tag never-excused
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../../../src/platform/database/open-database.ts';
import { storeSignals } from '../../../../src/platform/services/talent/store/store-signals.ts';
import { signalCorpus } from '../../../platform/services/talent/signals/signal-corpus.ts';
import { cleanUp, makeDataFolder, type Program, startProgram } from '../../../support/process/program.ts';
import { timeLimit } from '../../../support/time-limit.ts';

const created = z.object({ createList: z.object({ list: z.object({ id: z.string() }) }) });
const added = z.object({ addSignalToList: z.object({ entry: z.object({ id: z.string() }) }) });
const screened = z.object({ screenSignal: z.object({ signal: z.object({ id: z.string() }) }) });
const page = z.object({ signals: z.object({ nodes: z.array(z.object({ id: z.string() })) }) });

/** The changes that the program acknowledged. */
interface Acknowledged {
  listIds: string[];
  entries: { id: string; listId: string }[];
  screenedIds: string[];
}

const countOf = ({ listIds, entries, screenedIds }: Acknowledged) =>
  listIds.length + entries.length + screenedIds.length;

/** Creates lists, adds a signal to each and screens it, until the program is killed. */
async function writeUntilKilled(program: Program, signalIds: string[], acknowledged: Acknowledged): Promise<void> {
  for (const signalId of signalIds) {
    try {
      const list = await program.ask(
        'mutation { createList(input: { name: "Written" }) { ... on CreateListSuccess { list { id } } } }',
      );
      const listId = created.parse(list.data).createList.list.id;
      acknowledged.listIds.push(listId);
      const entry = await program.ask(
        `mutation ($listId: ID!, $signalId: ID!) {
          addSignalToList(listId: $listId, signalId: $signalId) { ... on AddSignalToListSuccess { entry { id } } }
        }`,
        { listId, signalId },
      );
      acknowledged.entries.push({ id: added.parse(entry.data).addSignalToList.entry.id, listId });
      const signal = await program.ask(
        'mutation ($id: ID!) { screenSignal(id: $id) { ... on ScreenSignalSuccess { signal { id } } } }',
        { id: signalId },
      );
      acknowledged.screenedIds.push(screened.parse(signal.data).screenSignal.signal.id);
    } catch (error) {
      // A broken connection is expected; an unexpected response is not.
      if (error instanceof z.ZodError) throw error;
      return;
    }
  }
}

async function signalIdsOf(program: Program): Promise<string[]> {
  const { data } = await program.ask('{ signals(first: 100) { nodes { id } } }');
  return page.parse(data).signals.nodes.map(({ id }) => id);
}

/** Stores more signals than a round of the test writes about. */
async function storeSomeSignals(dataDir: string): Promise<void> {
  const { db, close } = await openDatabase({ dataDir });
  await storeSignals(
    db,
    signalCorpus(200).map((signal) => ({ ...signal, views: [], screenings: [] })),
  );
  await close();
}

async function waitForChanges(count: number, acknowledged: Acknowledged): Promise<void> {
  await vi.waitFor(() => expect(countOf(acknowledged)).toBeGreaterThanOrEqual(count), {
    timeout: timeLimit(60),
    interval: 1,
  });
}

const referenced = `query ($entries: [_Any!]!, $signals: [_Any!]!) {
  entries: _entities(representations: $entries) { ... on ListEntry { id list { id } } }
  signals: _entities(representations: $signals) { ... on Signal { id viewerHasScreened } }
  lists { id }
}`;

const found = z.object({
  entries: z.array(z.unknown()),
  signals: z.array(z.unknown()),
  lists: z.array(z.object({ id: z.string() })),
});

describe('a program killed during writes', { timeout: timeLimit(240) }, () => {
  afterEach(cleanUp);

  it('retains every acknowledged change after each restart', async () => {
    const dataDir = await makeDataFolder();
    const allListIds: string[] = [];
    await storeSomeSignals(dataDir);
    let program = await startProgram({ DATA_DIR: dataDir });
    for (const count of [10, 101]) {
      const acknowledged: Acknowledged = { listIds: [], entries: [], screenedIds: [] };
      const signalIds = await signalIdsOf(program);
      const killed = program;
      const writers = [0, 1, 2, 3].map((writer) =>
        writeUntilKilled(
          killed,
          signalIds.filter((_, index) => index % 4 === writer),
          acknowledged,
        ),
      );
      await waitForChanges(count, acknowledged);
      await killed.end('SIGKILL');
      await Promise.all(writers);
      allListIds.push(...acknowledged.listIds);

      program = await startProgram({ DATA_DIR: dataDir });
      const { data, errors } = await program.ask(referenced, {
        entries: acknowledged.entries.map(({ id, listId }) => ({ __typename: 'ListEntry', id, list: { id: listId } })),
        signals: acknowledged.screenedIds.map((id) => ({ __typename: 'Signal', id })),
      });

      expect(errors).toEqual([]);
      const { entries, signals, lists } = found.parse(data);
      expect(entries).toEqual(acknowledged.entries.map(({ id, listId }) => ({ id, list: { id: listId } })));
      expect(signals).toEqual(acknowledged.screenedIds.map((id) => ({ id, viewerHasScreened: true })));
      expect(lists.map(({ id }) => id)).toEqual(expect.arrayContaining(allListIds));
    }
  });
});
