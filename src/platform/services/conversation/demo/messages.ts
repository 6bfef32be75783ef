import { z } from 'zod';
import type { Random } from '../../talent/demo/random.ts';
import type { ActivityRecord } from '../store/store-activities.ts';
import type { DemoActivity } from './conversations.ts';
import type { Deal } from './deals.ts';
import { demoId } from './demo-id.ts';
import { fill, inventDates } from './facts.ts';
import messagesFile from './messages.json' with { type: 'json' };
import { participantId, participantsOf } from './participants.ts';
import type { Slot } from './schedule.ts';
import { inTime } from './timing.ts';

const texts = z.array(z.string());
const messages = z
  .object({
    sms: z.object({ received: texts, sent: texts, delivered: texts }),
    voice: z.object({ received: texts, unknown: texts, sent: texts, delivered: texts }),
  })
  .parse(messagesFile);

const statuses = ['received', 'sent', 'delivered'] as const;

export interface MessageOptions {
  slot: Slot;
  deal: Deal;
  type: 'sms' | 'voice';
  /** How many messages of this type there were before; statuses take turns. */
  before: number;
}

/** A text message, or a message on a voice box, between the people of a deal; one voice message in five is a stranger's. */
export function inventMessage(random: Random, { slot, deal, type, before }: MessageOptions): DemoActivity {
  const status = statuses[before % statuses.length] ?? 'received';
  const isStranger = type === 'voice' && status === 'received' && before % 2 === 1;
  const variants = isStranger ? messages.voice.unknown : messages[type][status];
  const text = fill(random.pick(variants), { ...deal.facts, ...inventDates(random, deal.subject) });
  const voice = status === 'received' ? 'G' : 'H';
  const participants = participantsOf(slot, deal, new Set(['H', 'G']));
  if (isStranger) {
    const id = participantId(slot.number, 'G');
    participants.set('G', {
      id,
      phone: `+1 202 555 ${String(100 + slot.number).padStart(4, '0')}`,
      affiliation: 'unknown',
    });
  }
  const said = text.split('~').map((part) => ({ voice, text: part }) as const);
  const ids = new Map([...participants].map(([one, { id }]) => [one, id]));
  const segments =
    type === 'voice'
      ? inTime(random, said, ids)
      : said.map((one) => ({ participant_id: ids.get(voice) ?? null, start_ms: 0, end_ms: 0, text: one.text }));
  const durationMs = segments.at(-1)?.end_ms ?? 0;
  return {
    ...commonPart({ slot, deal, type, status }),
    title: titleOf({
      type,
      isReceived: status === 'received',
      name: isStranger ? 'an unknown caller' : deal.guest.name,
    }),
    completed_at: type === 'voice' ? new Date(slot.startedAt.getTime() + durationMs).toISOString() : null,
    updated_at: new Date(slot.startedAt.getTime() + durationMs + random.int(1, 30) * 1000).toISOString(),
    duration_ms: type === 'voice' ? durationMs : null,
    participants: [...participants.values()],
    ...(isStranger ? {} : deal.crm),
    segments,
  };
}

const commonPart = ({
  slot,
  deal,
  type,
  status,
}: {
  slot: Slot;
  deal: Deal;
  type: 'sms' | 'voice';
  status: (typeof statuses)[number];
}): ActivityRecord => ({
  id: demoId(`activity ${slot.number}`),
  type,
  status,
  started_at: slot.startedAt.toISOString(),
  language: 'en_GB',
  provider: 'dialer',
  host_user_id: deal.host.id,
});

function titleOf({ type, isReceived, name }: { type: 'sms' | 'voice'; isReceived: boolean; name: string }): string {
  const what = type === 'sms' ? 'Message' : 'Voice message';
  return `${what} ${isReceived ? 'from' : 'to'} ${name}`;
}
