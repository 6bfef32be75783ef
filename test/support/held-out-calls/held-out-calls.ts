import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Conversation } from '../../../src/platform/services/conversation/analysis/conversation.ts';
import { type LabelledSentence, parseSentences, participantIdOf } from '../commitments/labelled-calls.ts';
import { conversationOf } from '../ranked-calls/ranked-calls.ts';

const once = z.tuple([z.string().min(1)]).transform(([value]) => value);
const repeated = z.array(z.string().min(1)).default([]);

/** A header of `key: value` lines; each value is an array because a key may repeat. */
const header = z.strictObject({
  title: once,
  style: once,
  host: once,
  participants: once,
  business: once.pipe(z.enum(['yes', 'no'])),
  /** 1 is the best conversation of the set. */
  rank: once.pipe(z.coerce.number<string>().int().positive()),
  /** Why the call has this rank. */
  reason: once,
  why: repeated,
  amount: repeated,
  decision: repeated,
  objection: repeated,
  next: repeated,
});

type Header = z.infer<typeof header>;

export interface HeldOutCall {
  /** The file name without its extension. */
  id: string;
  title: string;
  style: string;
  hostId: string;
  isBusiness: boolean;
  rank: number;
  reason: string;
  /** Facts that a good summary states. */
  checklist: Pick<Header, 'why' | 'amount' | 'decision' | 'objection' | 'next'>;
  /** One per segment of the conversation. */
  sentences: LabelledSentence[];
  conversation: Conversation;
}

/**
 * A set measures analysis rules that were written without knowledge of its calls. Afterwards its
 * calls may guide development, so measuring changed rules again needs a new set.
 */
export type HeldOutSet = 'first' | 'second' | 'third';

/**
 * Reads the invented calls of a set, which are ranked within the set. A file holds a header, an
 * empty line, and one segment per line in the notation of `parseSentences`.
 */
export async function readHeldOutCalls(set: HeldOutSet): Promise<HeldOutCall[]> {
  const folder = `${import.meta.dirname}/${set}`;
  const files = (await readdir(folder)).filter((file) => file.endsWith('.txt')).toSorted();
  return Promise.all(
    files.map(async (file) => parseCall(file.replace(/\.txt$/, ''), await readFile(`${folder}/${file}`, 'utf8'))),
  );
}

export function parseCall(id: string, text: string): HeldOutCall {
  const [head = '', body = ''] = text.trim().split(/\n\n/, 2);
  const { title, style, host, participants: names, business, rank, reason, ...checklist } = parseHeader(id, head);
  const participants = names.split(', ').map((name) => ({ id: name.toLowerCase(), name }));
  const sentences = parseSentences(id, participants, body.split('\n'));
  const turns = sentences.map(({ participantId, text: said }) => ({ speaker: participantId, text: said }));
  return {
    id,
    title,
    style,
    hostId: participantIdOf(id, participants, host),
    isBusiness: business === 'yes',
    rank,
    reason,
    checklist,
    sentences,
    conversation: conversationOf(turns, participants),
  };
}

function parseHeader(id: string, head: string): Header {
  const values: Record<string, string[]> = {};
  for (const line of head.split('\n')) {
    const [, key = '', value = ''] = /^(\w+): (.+)$/.exec(line) ?? [];
    if (key === '') throw new Error(`${id} has an unreadable header line: ${line}`);
    (values[key] ??= []).push(value);
  }
  return header.parse(values);
}
