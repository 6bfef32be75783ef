import { z } from 'zod';
import { instant, lenient } from '../wire.ts';

/** Maximum length of ids. A longer activity id counts as missing; a hash of the body replaces a longer event id. */
export const maxIdLength = 200;

const activity = z.object({ id: lenient(z.string().max(maxIdLength)) });

/**
 * Headers with which a platform that knows the order of its events sends them, because requests overtake each other: the
 * position of the event in the stream of its organization, and the id of the last event before it whose delivery to the
 * same address may still be under way. Receivers can ignore them.
 */
export const orderHeaders = { position: 'webhook-position', after: 'webhook-after' } as const;

/**
 * What receivers read of the payload of an event, which is the body of a webhook request. `webhook_sample_get` shows the
 * complete payload of a trigger. Platforms may add fields and triggers, and omit all but the type.
 */
export const eventPayload = z.object({
  type: z.string(),
  timestamp: lenient(instant),
  data: lenient(z.object({ activity: lenient(activity) })),
});
