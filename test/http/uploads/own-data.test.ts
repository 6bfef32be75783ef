import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ndjson, openImportLab } from '../../platform/import/import-lab.ts';
import { postJson } from '../../support/network/post-json.ts';
import { useResource } from '../../support/resource.ts';
import { startUploadLab, uploadParts } from './upload-lab.ts';
import { timeLimit } from '../../support/time-limit.ts';

/** A server without demo data. Ada is the only member of the team, and uploads the recordings. */
const lab = useResource(async () => {
  const uploads = await startUploadLab();
  const files = await openImportLab(uploads.db);
  return {
    ...uploads,
    files,
    close: async () => {
      await files.close();
      await uploads.close();
    },
  };
});

const cues = (...lines: [speaker: string, text: string][]) =>
  `WEBVTT\n\n${lines.map(([speaker, text], at) => `00:00:0${at}.000 --> 00:00:0${at + 1}.000\n<v ${speaker}>${text}\n\n`).join('')}`;

const query = `{
  signals(first: 10) { nodes { fullName conversations(minConfidence: POSSIBLE) { edges {
    confidence matchedOn node { title } participant { name email }
  } } } }
  activities(first: 10) { nodes { title participants { name email signals(minConfidence: POSSIBLE) {
    edges { confidence matchedOn node { fullName } }
  } } } }
}`;

const list = <Item extends z.ZodType>(item: Item, key: 'nodes' | 'edges') =>
  z.object({ [key]: z.array(item) }).transform((connection) => connection[key] ?? []);
const match = { confidence: z.string(), matchedOn: z.array(z.string()) };
const guest = { name: z.string().nullable(), email: z.string().nullable() };
const joined = z.object({
  signals: list(
    z.object({
      fullName: z.string(),
      conversations: list(
        z.object({ ...match, node: z.object({ title: z.string() }), participant: z.object(guest) }),
        'edges',
      ),
    }),
    'nodes',
  ),
  activities: list(
    z.object({
      title: z.string(),
      participants: z.array(
        z.object({
          ...guest,
          signals: list(z.object({ ...match, node: z.object({ fullName: z.string() }) }), 'edges'),
        }),
      ),
    }),
    'nodes',
  ),
});

/** Queries the matches of people and guests from either side. The sorted lines must be equal. */
async function joinedLines() {
  const { data } = z.object({ data: joined }).parse(await (await postJson(`${lab.origin}/graphql`, { query })).json());
  const line = (...parts: (string | null | string[])[]) => parts.flat().join(' · ');
  return {
    fromSignals: data.signals
      .flatMap(({ fullName, conversations }) =>
        conversations.map(({ node, participant, confidence, matchedOn }) =>
          line(fullName, node.title, participant.name, participant.email, confidence, matchedOn),
        ),
      )
      .toSorted(),
    fromGuests: data.activities
      .flatMap(({ title, participants }) =>
        participants.flatMap(({ name, email, signals }) =>
          signals.map(({ node, confidence, matchedOn }) =>
            line(node.fullName, title, name, email, confidence, matchedOn),
          ),
        ),
      )
      .toSorted(),
  };
}

async function importPeople() {
  const people =
    'Name,Company,Position\nMaya Ex,TJX Companies,Founder\nBo Lind,Cobalt Labs,Engineer\nAda Moreau,Acme,Owner\n';
  const company = { kind: 'company', id: 'exe_acme', name: 'Acme', domain: 'acme.example' };
  await lab.files.run([await lab.files.write('people.csv', people)], { kind: 'signal' });
  await lab.files.run([await lab.files.write('companies.ndjson', ndjson(company))]);
}

async function upload(title: string, content: string) {
  await lab.send(uploadParts({ input: { title }, content }));
  await vi.waitFor(
    async () => expect(await lab.activities()).toContainEqual({ title, processing_state: 'done' }),
    timeLimit(20),
  );
}

it('joins imported people with imported and uploaded conversations, from both sides', async () => {
  await importPeople();
  const meeting = cues(['Ada Moreau', 'Hello, Bo.'], ['Bo Lind', 'Hello.']);
  const file = join(lab.files.folder, await lab.files.write('meetings/Cobalt Labs and Acme.vtt', meeting));
  await utimes(file, new Date(), new Date());
  await lab.files.run(['meetings']);
  await upload('TJX Companies: intro call', cues(['Maya Ex', 'Hello.'], ['ada@acme.example', 'Hello.']));
  await lab.db
    .updateTable('talent_companies')
    .set({ domain: 'tjx.example' })
    .where('name', '=', 'TJX Companies')
    .execute();
  await upload('Second call', cues(['Maya Ex <maya@tjx.example>', 'Hello.'], ['bo@tjx.example', 'Me too.']));

  const { fromSignals, fromGuests } = await joinedLines();
  expect(fromSignals).toEqual([
    'Bo Lind · Cobalt Labs and Acme · Bo Lind ·  · STRONG · FULL_NAME · COMPANY_IN_TITLE',
    'Maya Ex · Second call · Maya Ex · maya@tjx.example · STRONG · FULL_NAME · COMPANY_DOMAIN',
    'Maya Ex · TJX Companies: intro call · Maya Ex ·  · STRONG · FULL_NAME · COMPANY_IN_TITLE',
  ]);
  expect(fromGuests).toEqual(fromSignals);
  const participants = await lab.db
    .selectFrom('convo_participants as participant')
    .innerJoin('convo_activities as activity', 'activity.id', 'activity_id')
    .select(['participant.name', 'email', 'affiliation'])
    .where('title', '=', 'Second call')
    .orderBy('position')
    .execute();
  expect(participants).toEqual([
    { name: 'Ada Moreau', email: 'ada@acme.example', affiliation: 'internal' },
    { name: 'Maya Ex', email: 'maya@tjx.example', affiliation: 'unknown' },
    { name: null, email: 'bo@tjx.example', affiliation: 'unknown' },
  ]);
});
