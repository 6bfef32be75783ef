import { v5 } from 'uuid';
import { meetingId } from './meeting-id.ts';
import type { Meeting } from './qmsum.ts';

const msPerWord = 60_000 / 150;
const dayMs = 24 * 60 * 60 * 1000;

/** The source collections of the meetings, with an invented host for each. */
const collections = [
  {
    names: /^B[a-z]/,
    title: 'Research group meeting',
    language: 'en_US',
    host: { name: 'Robin Hale', email: 'robin.hale@meetings.example', team_name: 'Research', role: 'user' },
  },
  {
    names: /^(?:ES|IS|TS)\d/,
    title: 'Remote control design meeting',
    language: 'en_GB',
    host: { name: 'Sasha Petrie', email: 'sasha.petrie@meetings.example', team_name: 'Product', role: 'admin' },
  },
  {
    names: /^(?:covid|education)/,
    title: 'Special committee meeting',
    language: 'en_CA',
    host: { name: 'Dana Okoye', email: 'dana.okoye@meetings.example', team_name: 'Committee', role: 'owner' },
  },
] as const;

/** Used for meetings whose name matches no collection, such as lines of a `.jsonl` file. */
const otherCollection = {
  title: 'Meeting',
  language: 'en',
  host: { name: 'Noor Adler', email: 'noor.adler@meetings.example', team_name: 'Archive', role: 'user' },
} as const;

const userId = (email: string) => meetingId('user', email);

export const userRecords = () =>
  [...collections, otherCollection].map(({ host }) => ({
    kind: 'convo_user' as const,
    id: userId(host.email),
    ...host,
    status: 'active',
    crm_id: null,
  }));

/**
 * Converts a meeting into a record to import, with its verbatim transcript. The source has no
 * times, so they assume 150 words per minute; the provider `derived-clock` marks such records.
 */
export function activityRecord(meeting: Meeting, startedAt: Date) {
  const collection = collections.find(({ names }) => names.test(meeting.name)) ?? otherCollection;
  const id = meetingId('activity', meeting.name);
  const speakers = [...new Set(meeting.turns.map(({ speaker }) => speakerName(speaker)))];
  const participantId = (name: string) => v5(name, id);
  let endMs = 0;
  const segments = meeting.turns.map(({ speaker, content }) => {
    const startMs = endMs;
    endMs += spokenWords(content) * msPerWord;
    return { participant_id: participantId(speakerName(speaker)), start_ms: startMs, end_ms: endMs, text: content };
  });
  const completedAt = new Date(startedAt.getTime() + endMs).toISOString();
  return {
    kind: 'activity' as const,
    id,
    type: 'meeting' as const,
    status: 'completed' as const,
    title: `${collection.title} ${meeting.name}`,
    started_at: startedAt.toISOString(),
    completed_at: completedAt,
    updated_at: completedAt,
    duration_ms: endMs,
    language: collection.language,
    provider: 'derived-clock',
    host_user_id: userId(collection.host.email),
    participants: speakers.map((name) => ({
      id: participantId(name),
      name,
      email: null,
      phone: null,
      affiliation: 'unknown' as const,
      user_id: null,
    })),
    external_id: `qmsum:${meeting.name}`,
    segments,
  };
}

export const startOf = (firstDay: Date, index: number) => new Date(firstDay.getTime() + index * dayMs);

/** Drops the constituency in brackets: only the first turn of a committee member has it. */
const speakerName = (speaker: string) => speaker.replace(/\s*\(.*$/s, '').trim() || speaker.trim() || 'Unknown speaker';

/** Counts at least one word, so that segments without words have a duration. */
const spokenWords = (content: string) =>
  Math.max(1, content.replace(/\{[^}]*\}/g, ' ').match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0);
