import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Conversation, Participant } from '../../../src/platform/services/conversation/analysis/conversation.ts';

const msPerWord = 60_000 / 150;

const callFile = z.object({
  title: z.string(),
  /** A chat is private: nothing in it concerns anybody's work. */
  kind: z.enum(['negotiation', 'chat', 'other']),
  /** 1 is the best conversation. */
  rank: z.int().positive(),
  reason: z.string(),
  /** The speaker whose part is scored. */
  host: z.string(),
  turns: z.array(z.object({ speaker: z.string(), text: z.string() })),
});

export interface RankedCall extends Pick<z.infer<typeof callFile>, 'title' | 'kind' | 'rank' | 'host'> {
  conversation: Conversation;
}

/**
 * Reads invented calls, ranked by hand, best first: by what the call achieved for the work of the
 * speakers (needs understood, objections answered, figures and next steps agreed), then by how well
 * it was led. Chats rank below every business call in which people respond to each other. If score
 * and ranking disagree, change the score's formula. Times assume 150 words per minute.
 */
export async function readRankedCalls(): Promise<RankedCall[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.json'));
  const calls = await Promise.all(
    files.map(async (file) => callFile.parse(JSON.parse(await readFile(`${import.meta.dirname}/${file}`, 'utf8')))),
  );
  return calls
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ title, kind, rank, host, turns }) => {
      const conversation = { ...conversationOf(turns, speakersOf(turns)), host_id: host };
      return { title, kind, rank, host, conversation };
    });
}

type Turn = z.infer<typeof callFile>['turns'][number];

const speakersOf = (turns: Turn[]) =>
  [...new Set(turns.map(({ speaker }) => speaker))].map((name) => ({ id: name, name }));

/** Builds a conversation from turns whose speakers are ids of participants, at 150 words per minute. */
export function conversationOf(turns: Turn[], participants: Participant[]): Conversation {
  let endMs = 0;
  const segments = turns.map(({ speaker, text }) => {
    const startMs = endMs;
    endMs += text.split(' ').length * msPerWord;
    return { participant_id: speaker, start_ms: startMs, end_ms: endMs, text };
  });
  return { segments, participants, themes: [], language: 'en' };
}
