import { expect, it, vi } from 'vitest';
import { startUploadLab, uploadParts } from './upload-lab.ts';
import { useResource } from '../../support/resource.ts';
import { postJson } from '../../support/network/post-json.ts';
import { timeLimit } from '../../support/time-limit.ts';

const lab = useResource(startUploadLab);

const outputs = `query ($id: ID!) { activity(id: $id) {
  summary { content } actionItems { text } questions { text } topicMatches { trigger }
  moments(kinds: [QUESTION, TOPIC_MATCH]) { text } transcript { segments { totalCount } } } }`;

async function outputsOf(id: string) {
  const response = await postJson(`${lab.origin}/graphql`, { query: outputs, variables: { id } });
  const { data, errors } = await response.json();
  expect(errors).toBe(undefined);
  return data.activity;
}

async function uploaded(skipFullAnalysis: boolean): Promise<string> {
  await lab.db.deleteFrom('convo_activities').execute();
  await lab.send(uploadParts({ input: { skipFullAnalysis } }));
  await vi.waitFor(
    async () => expect(await lab.activities()).toMatchObject([{ processing_state: 'done' }]),
    timeLimit(20),
  );
  const { id } = await lab.db.selectFrom('convo_activities').select('id').executeTakeFirstOrThrow();
  return id;
}

const transcript = { segments: { totalCount: 1 } };
const nothing = { summary: null, actionItems: null, questions: null, topicMatches: null, moments: null };

it('returns null for skipped outputs and empty lists for empty ones', async () => {
  expect(await outputsOf(await uploaded(true))).toEqual({ ...nothing, transcript });
  expect(await outputsOf(await uploaded(false))).toMatchObject({
    actionItems: [],
    questions: [],
    topicMatches: [],
    moments: [],
    transcript,
  });
});

it.each(['queued', 'running', 'failed'] as const)('returns null while an upload is %s', async (state) => {
  const id = await uploaded(false);
  await lab.db.updateTable('convo_activities').set({ processing_state: state }).where('id', '=', id).execute();

  expect(await outputsOf(id)).toMatchObject({ actionItems: null, questions: null, topicMatches: null });
});
