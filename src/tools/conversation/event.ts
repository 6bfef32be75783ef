import { z } from 'zod';
import { instant, lenient } from '../wire.ts';

/** Maximum length of ids. A longer activity id counts as missing; a hash of the body replaces a longer event id. */
export const maxIdLength = 200;

const activity = z.object({ id: lenient(z.string().max(maxIdLength)) });

/**
 * Position of the event in its organization's stream, and id of the last earlier event to the same address whose
 * delivery may still be under way: requests overtake each other. Receivers can ignore them.
 */
export const orderHeaders = { position: 'webhook-position', after: 'webhook-after' } as const;

/** What receivers read of an event. Platforms may add fields and triggers, and omit all but the type. */
export const eventPayload = z.object({
  type: z.string(),
  timestamp: lenient(instant),
  data: lenient(z.object({ activity: lenient(activity) })),
});
