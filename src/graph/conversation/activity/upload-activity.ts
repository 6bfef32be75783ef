import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { z } from 'zod';
import { localePattern, uploadLimits } from '../../../tools/conversation/vocabulary.ts';
import { ToolError } from '../../../connector/tool-error.ts';
import { builder } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { InvalidInputError } from '../../errors/errors.ts';
import { checkInput } from '../../core/input.ts';
import { mutationResult } from '../../errors/mutation-result.ts';
import { Activity } from './activity.ts';
import { type ActivityNode, asActivityNode } from './activity-scan.ts';

function readFileName(value: unknown, node?: ValueNode): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('A File must come with a multipart request.', { nodes: node ?? null });
}

builder.scalarType('File', {
  description:
    "A file of a multipart request: null in the variables, named by the request's map (GraphQL multipart request specification).",
  serialize: () => {
    throw new TypeError('A File goes in only.');
  },
  parseValue: (value) => readFileName(value),
  parseLiteral: (node) => readFileName(node.kind === Kind.STRING ? node.value : undefined, node),
});

const UploadActivityInput = builder.inputType('UploadActivityInput', {
  description: 'A recording or transcript of a call or meeting: exactly one of recording and recordingUrl.',
  fields: (t) => ({
    hostUserEmail: t.field({ type: 'EmailAddress', required: true, description: 'Who hosted it; of the team.' }),
    language: t.string({ required: true, description: 'Locale such as en_GB.' }),
    title: t.string({ required: true, description: `Title, 1 to ${uploadLimits.title} characters.` }),
    recording: t.field({
      type: 'File',
      description:
        'Audio, video, WebVTT, SubRip or a JSON transcript, judged by its content; anything else is an InvalidInputProblem.',
    }),
    recordingUrl: t.field({ type: 'URL', description: 'Where the same can be fetched by http or https.' }),
    accountId: t.string({ description: `CRM account, at most ${uploadLimits.accountId} characters.` }),
    completedAt: t.field({
      type: 'Date',
      description: 'The day it took place, not in the future; today when omitted.',
    }),
    externalId: t.string({
      description: `Your own id, at most ${uploadLimits.externalId} characters; once used, the same host and id is a ConflictProblem.`,
    }),
    leadId: t.string({ description: `CRM lead, at most ${uploadLimits.leadId} characters.` }),
    notifyForUploadCompletionByEmail: t.boolean({
      description: 'Write to the host when it is processed. The embedded service keeps the wish and sends nothing.',
    }),
    opportunityId: t.string({ description: `CRM opportunity, at most ${uploadLimits.opportunityId} characters.` }),
    skipFullAnalysis: t.boolean({
      description:
        'Stop after the transcript: summary, actionItems, questions and topicMatches of the activity stay null.',
    }),
  }),
});

const UploadActivitySuccess = builder.objectRef<{ activity: ActivityNode }>('UploadActivitySuccess').implement({
  description: 'It was taken in and is being processed.',
  fields: (t) => ({
    activity: t.expose('activity', {
      type: Activity,
      nullable: false,
      description: 'The new activity; its processing tells how far it has come.',
    }),
  }),
});

const uploadActivity = mutationResult({
  connector: 'convo',
  name: 'UploadActivity',
  description: 'How uploadActivity ended.',
  problems: ['ConflictProblem'],
  success: UploadActivitySuccess,
  inputPath: ['input'],
});

const text = (max: number) =>
  z.string().min(1, 'must not be empty').max(max, `must be at most ${max} characters`).nullish();

const inputRules = (now: Date) =>
  z.object({
    language: z.string().regex(localePattern, 'must be a locale such as en_GB'),
    title: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(uploadLimits.title, `must be at most ${uploadLimits.title} characters`),
    accountId: text(uploadLimits.accountId),
    completedAt: z.date().max(now, 'must not be in the future').nullish(),
    externalId: text(uploadLimits.externalId),
    leadId: text(uploadLimits.leadId),
    opportunityId: text(uploadLimits.opportunityId),
  });

/** Where the service fetches the recording. @throws InvalidInputError unless exactly one was given that can be used */
function recordingAddress(
  input: { recording?: string | null | undefined; recordingUrl?: URL | null | undefined },
  context: GraphContext,
): string {
  if (Boolean(input.recording) === Boolean(input.recordingUrl)) {
    throw new InvalidInputError([
      { path: ['input', 'recording'], message: 'or recordingUrl must be given, and not both' },
    ]);
  }
  if (input.recordingUrl) return input.recordingUrl.href;
  const upload = context.uploads.get(input.recording ?? '');
  if (!upload) throw unusable('must be a file of a multipart request');
  if (upload.fault !== undefined) throw unusable(upload.fault);
  return upload.url;
}

const unusable = (message: string) => new InvalidInputError([{ path: ['input', 'recording'], message }]);

/** The tool knows an address; whoever sent a file is told of the file. */
function sayRecording(error: unknown): never {
  if (!(error instanceof ToolError)) throw error;
  const issues = error.issues.map((issue) => ({
    ...issue,
    path: issue.path.map((part) => (part === 'recordingUrl' ? 'recording' : part)),
  }));
  throw error.derive({ issues });
}

builder.mutationField('uploadActivity', (t) =>
  t.field({
    type: uploadActivity.type,
    nullable: false,
    description:
      'Take in a recording or transcript, to be transcribed and analysed. One activity_upload, never sent twice.',
    args: { input: t.arg({ type: UploadActivityInput, required: true, description: 'What to take in.' }) },
    resolve: (_, { input }, context) =>
      uploadActivity.run(context, async () => {
        checkInput(inputRules(context.now()), input, ['input']);
        const { recording, recordingUrl, ...rest } = input;
        const taken = context.convo.uploadActivity({
          hostUserEmail: rest.hostUserEmail,
          language: rest.language,
          title: rest.title,
          recordingUrl: recordingAddress({ recording, recordingUrl }, context),
          accountId: rest.accountId ?? undefined,
          completedAt: rest.completedAt ?? undefined,
          externalId: rest.externalId ?? undefined,
          leadId: rest.leadId ?? undefined,
          notifyForUploadCompletionByEmail: rest.notifyForUploadCompletionByEmail ?? undefined,
          opportunityId: rest.opportunityId ?? undefined,
          skipFullAnalysis: rest.skipFullAnalysis ?? undefined,
        });
        const { id, record } = await (recording ? taken.catch(sayRecording) : taken);
        return { activity: record ? asActivityNode(record) : { id } };
      }),
  }),
);
