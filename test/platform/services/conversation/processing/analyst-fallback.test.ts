import { expect, it } from 'vitest';
import { suiteDatabase } from '../../../../support/database/suite-database.ts';
import { serveLoopback } from '../../../../support/network/loopback-server.ts';
import { storeTeams } from '../conversation-records.ts';
import { openProcessingLab } from './processing-lab.ts';

const database = suiteDatabase();
const vtt =
  'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\n<v Ada Moreau>We raise the price of the contract by five percent.\n';

it('warns that an activity has embedded results because the language model failed', async () => {
  await storeTeams(database.db);
  const server = await serveLoopback((request, response) => {
    request.resume();
    response.writeHead(404).end();
  });
  const lab = await openProcessingLab(database, { analyst: { url: server.url, model: 'm' } });
  const activity = await lab.process(vtt, 'a.vtt');
  expect(activity.processing_warnings).toEqual([
    'Summary and action items are not from the language model. The chat endpoint returned status 404.',
  ]);
  const rows = await database.db.selectFrom('convo_summaries').select(['content', 'method']).execute();
  expect(rows).toEqual([
    {
      content: 'Key sentences: Ada Moreau: “We raise the price of the contract by five percent.”',
      method: 'extracted',
    },
  ]);
  await lab.close();
  await server.close();
});
