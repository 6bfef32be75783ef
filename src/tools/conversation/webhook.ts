import { z } from 'zod';
import { limitedText, lowerCaseUuid, uuid, webUrl } from '../rules/field-rules.ts';
import { acknowledgement, createdRecord } from '../change.ts';
import { defineTools } from '../tool.ts';
import { instant, lenient, wireObject } from '../wire.ts';
import { webhookLimits, webhookTriggers } from './vocabulary.ts';

const trigger = z.enum(webhookTriggers).describe('Kind of event.');

export const webhookPayload = wireObject({
  id: z.string().overwrite(lowerCaseUuid),
  trigger: z.enum(webhookTriggers),
  url: z.url(),
  external_id: lenient(z.string()),
  /** The secret that signs the requests. Returned only on creation, and only by platforms that sign requests. */
  secret: lenient(z.string()),
});
export interface WebhookRecord extends z.output<typeof webhookPayload> {}

export const webhookTools = defineTools('convo', {
  webhook_create: {
    description: 'Create a webhook: an address that receives a signed request for each event of one trigger.',
    class: 'once',
    input: z.strictObject({
      trigger,
      url: webUrl
        .max(webhookLimits.url, `must be at most ${webhookLimits.url} characters`)
        .describe(`Address that receives the payloads, at most ${webhookLimits.url} characters.`),
      external_id: limitedText(webhookLimits.externalId)
        .optional()
        .describe(`Your own id, at most ${webhookLimits.externalId} characters.`),
    }),
    output: createdRecord(webhookPayload, ['id', 'trigger', 'url']),
  },
  webhook_delete: {
    description: 'Delete a webhook.',
    class: 'repeatable',
    input: z.strictObject({ id: uuid.describe('Id of the webhook.') }),
    output: acknowledgement,
  },
  webhook_sample_get: {
    description: 'A sample payload of a trigger.',
    class: 'read',
    input: z.strictObject({ trigger }),
    output: wireObject({
      trigger: z.enum(webhookTriggers),
      payload: z.unknown().transform((value): NonNullable<unknown> => value ?? {}),
    }),
  },
});

/** Maximum length of ids. A longer activity id counts as missing; a hash of the body replaces a longer event id. */
export const maxIdLength = 200;

const eventId = z.string().max(maxIdLength).overwrite(lowerCaseUuid);

/**
 * Optional headers that let receivers put events in order, because requests can overtake each other: the position of
 * the event in its organization's stream, and the id of the latest earlier event that may still be on its way to the
 * same address.
 */
export const orderHeaders = { position: 'webhook-position', after: 'webhook-after' } as const;

const person = lenient(z.object({ id: eventId }));

/** What an event contains besides its activity. Unreadable values become null; unreadable recipients are left out. */
export const eventDetails = z.object({
  shared_by: person,
  exported_by: person,
  played_by: person,
  recipients: lenient(
    z.array(lenient(z.email())).transform((addresses) => addresses.filter((address) => typeof address === 'string')),
  ),
  message: lenient(z.string()),
  feedback: lenient(z.record(z.string(), lenient(z.union([z.string(), z.number()])))),
});
export type EventDetails = z.output<typeof eventDetails>;

/** Maximum length of details as JSON. Longer details are not stored, because logs in memory hold many events. */
const maxDetailsLength = 20_000;

/** The fields of an event that receivers read. Platforms may add fields and triggers; only the type is required. */
export const eventPayload = z.object({
  type: z.string(),
  timestamp: lenient(instant),
  data: lenient(z.object({ activity: lenient(z.object({ id: lenient(eventId) })), ...eventDetails.shape })),
});

/** Returns the details of an event; undefined if there are none, or if they are too long. */
export function detailsOf({ data }: Pick<z.output<typeof eventPayload>, 'data'>): EventDetails | undefined {
  const { activity: _activity, ...details } = data ?? {};
  const isEmpty = Object.values(details).every((value) => value == null);
  return isEmpty || JSON.stringify(details).length > maxDetailsLength ? undefined : details;
}
