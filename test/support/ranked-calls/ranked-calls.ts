import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Conversation } from '../../../src/platform/services/conversation/analysis/conversation.ts';

const msPerWord = 60_000 / 150;

const callFile = z.object({
  title: z.string(),
  /** 1 is the best conversation. */
  rank: z.int().positive(),
  reason: z.string(),
  turns: z.array(z.object({ speaker: z.string(), text: z.string() })),
});

export interface RankedCall {
  title: string;
  rank: number;
  conversation: Conversation;
}

/**
 * Written calls ranked by a person, best conversation first, each with a reason. The ranking is older than the score's
 * formula: change the formula to match the ranking, never the reverse. Times assume 150 words per minute.
 */
export async function readRankedCalls(): Promise<RankedCall[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.json'));
  const calls = await Promise.all(
    files.map(async (file) => callFile.parse(JSON.parse(await readFile(`${import.meta.dirname}/${file}`, 'utf8')))),
  );
  return calls
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ title, rank, turns }) => ({ title, rank, conversation: conversationOf(turns) }));
}

function conversationOf(turns: z.infer<typeof callFile>['turns']): Conversation {
  let endMs = 0;
  const segments = turns.map(({ speaker, text }) => {
    const startMs = endMs;
    endMs += text.split(' ').length * msPerWord;
    return { participant_id: speaker, start_ms: startMs, end_ms: endMs, text };
  });
  const names = [...new Set(turns.map(({ speaker }) => speaker))];
  return { segments, participants: names.map((name) => ({ id: name, name })), themes: [], language: 'en' };
}
