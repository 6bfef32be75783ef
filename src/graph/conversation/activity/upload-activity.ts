import { GraphQLError, Kind, type ValueNode } from 'graphql';
import { activityTools } from '../../../tools/conversation/activity.ts';
import { uploadLimits } from '../../../tools/conversation/vocabulary.ts';
import { pastDate } from '../../../tools/rules/date-bounds.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import { builder } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { specifiedBy } from '../../core/scalars.ts';
import { checkInput, invalidInput, omitNulls } from '../../core/input.ts';
import { mutation } from '../../errors/mutation-result.ts';
import { Activity } from './activity.ts';
import { type ActivityNode, asActivityNode } from './activity-loader.ts';
import { personalDataTag } from '../../federation/tags.ts';

/** The server puts the name of the part of the multipart request in place of the null that the client sends. */
function readPartName(value: unknown, node?: ValueNode): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('A File must be uploaded with a multipart request.', { nodes: node ?? null });
}

builder.scalarType('File', {
  description:
    'A file that is uploaded as specified by the GraphQL multipart request specification: pass null in the variables, and map the file to the variable in the part `map`. Input only.',
  ...specifiedBy('https://github.com/jaydenseric/graphql-multipart-request-spec'),
  serialize: () => {
    throw new TypeError('`File` can only be used as an input type.');
  },
  parseValue: (value) => readPartName(value),
  parseLiteral: (node) => readPartName(node.kind === Kind.STRING ? node.value : undefined, node),
});

const UploadActivityInput = builder.inputType('UploadActivityInput', {
  description:
    'A recording or transcript of a call or meeting, and its metadata. Set exactly one of `recording` and `recordingUrl`.',
  directives: { tag: { name: personalDataTag } },
  fields: (t) => ({
    hostUserEmail: t.field({
      type: 'EmailAddress',
      required: true,
      tag: personalDataTag,
      description: "Email address of the host, who must be a member of the caller's team.",
    }),
    language: t.string({
      required: true,
      description: 'Language spoken in the recording, as a locale such as `en_GB`.',
    }),
    title: t.string({ required: true, description: `Title of the activity, 1 to ${uploadLimits.title} characters.` }),
    recording: t.field({
      type: 'File',
      description:
        'The file: audio, video, WebVTT, SubRip or a JSON transcript. The type is detected from the content; any other content returns an InvalidInputProblem.',
    }),
    recordingUrl: t.field({
      type: 'URL',
      description:
        'HTTP or HTTPS URL from which the service downloads the file. Supports the same types as `recording`.',
    }),
    accountId: t.string({
      description: `ID of the CRM account to link, at most ${uploadLimits.accountId} characters.`,
    }),
    completedAt: t.field({
      type: 'Date',
      description: 'Day on which the conversation took place. Defaults to today and cannot be in the future.',
    }),
    externalId: t.string({
      description: `ID of the activity in your own system, at most ${uploadLimits.externalId} characters. Another upload with the same host and ID returns a ConflictProblem.`,
    }),
    leadId: t.string({ description: `ID of the CRM lead to link, at most ${uploadLimits.leadId} characters.` }),
    notifyForUploadCompletionByEmail: t.boolean({
      description:
        'Whether to email the host when processing ends, successfully or not; false by default. The mail states the outcome, or the reason why processing failed. `ActivityProcessing.willNotifyByEmail` tells whether the mail will be sent: the platform may have no mail server.',
    }),
    opportunityId: t.string({
      description: `ID of the CRM opportunity to link, at most ${uploadLimits.opportunityId} characters.`,
    }),
    skipFullAnalysis: t.boolean({
      description:
        'Whether to transcribe the recording without analysing it; false by default. If true, the `summary`, `actionItems`, `questions` and `topicMatches` of the activity stay null.',
    }),
  }),
});

const UploadActivitySuccess = builder.objectRef<{ activity: ActivityNode }>('UploadActivitySuccess').implement({
  description: 'The recording was accepted; it is processed in the background.',
  fields: (t) => ({
    activity: t.expose('activity', {
      type: Activity,
      nullable: false,
      description:
        'The new activity. To follow its progress, subscribe to `Subscription.activityProcessing`, or poll `processing`.',
    }),
  }),
});

/** @throws InvalidInputError unless exactly one usable source is set */
function recordingUrlOf(input: typeof UploadActivityInput.$inferInput, context: GraphContext): string {
  const path = ['input', 'recording'];
  if (Boolean(input.recording) === Boolean(input.recordingUrl)) {
    throw invalidInput(path, 'or recordingUrl is required, but not both');
  }
  if (input.recordingUrl) return input.recordingUrl.href;
  const upload = context.uploads.get(input.recording ?? '');
  if (!upload) throw invalidInput(path, 'must be a file of a multipart request');
  if (upload.fault !== undefined) throw invalidInput(path, upload.fault);
  return upload.url;
}

/** The tool receives an uploaded file as `recordingUrl`; its errors must name the argument `recording` instead. */
function renameToRecording(error: unknown): never {
  if (!(error instanceof ToolError)) throw error;
  const issues = error.issues.map((issue) => ({
    ...issue,
    path: issue.path.map((part) => (part === 'recordingUrl' ? 'recording' : part)),
  }));
  throw error.with({ issues });
}

mutation({
  name: 'uploadActivity',
  tool: activityTools.activity_upload,
  // A contract variant of the schema that hides the required email address of the host must also hide the mutation.
  tag: personalDataTag,
  description: 'Uploads a recording or transcript for transcription and analysis. Costs one `activity_upload` call.',
  problems: ['ConflictProblem'],
  success: UploadActivitySuccess,
  inputPath: ['input'],
  args: (arg) => ({
    input: arg({ type: UploadActivityInput, required: true, description: 'The recording and its metadata.' }),
  }),
  change: async ({ input }, context, _info, once) => {
    checkInput(pastDate(context.now()).nullish(), input.completedAt, ['input', 'completedAt']);
    const { hostUserEmail, language, title, recording, recordingUrl: _, ...optional } = input;
    const recordingUrl = recordingUrlOf(input, context);
    const metadata = { hostUserEmail, language, title, ...omitNulls(optional) };
    const upload = context.conversation.uploadActivity({ ...metadata, recordingUrl }, once);
    const { id, record } = await (recording ? upload.catch(renameToRecording) : upload);
    return { activity: record ? asActivityNode(record) : { id } };
  },
});
