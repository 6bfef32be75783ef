import { readFile } from 'node:fs/promises';
import type { Conversation } from '../../../src/platform/services/conversation/analysis/conversation.ts';

const msPerWord = 60_000 / 150;

/** A fact that a summary of the call must contain. */
export interface Fact {
  /** Category: the purpose of the call, an amount, an objection and so on. */
  kind: string;
  /** One statement of the summary must contain, per group, a word that begins with an entry. */
  groups: string[][];
}

export interface CheckedCall {
  name: string;
  conversation: Conversation;
  facts: Fact[];
  /** Small talk, acknowledgements and test material, which a summary must not contain. */
  idle: string[];
}

const files = ['sales', 'teams', 'people', 'machine'];

/**
 * Reads test calls and their facts. A call begins with `## name | participants`. `Ann: …` is a turn
 * of Ann, `Ann ~ …` an idle turn, and `- kind: red|blue, car` a fact with two groups.
 */
export async function readCheckedCalls(): Promise<CheckedCall[]> {
  const calls = await Promise.all(files.map(async (file) => (await sectionsOf(file)).map(parseCall)));
  return calls.flat();
}

/** Times assume 150 words per minute. */
export function timed(turns: readonly { speaker: string; text: string }[]): Conversation['segments'] {
  let endMs = 0;
  return turns.map(({ speaker, text }) => {
    const startMs = endMs;
    endMs += text.split(' ').length * msPerWord;
    return { participant_id: speaker, start_ms: startMs, end_ms: endMs, text };
  });
}

async function sectionsOf(file: string): Promise<string[][]> {
  const text = await readFile(new URL(`${file}.txt`, import.meta.url), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => section.trim().split('\n'));
}

function parseCall([heading = '', ...lines]: string[]): CheckedCall {
  const [name = '', names = ''] = heading.split(' | ');
  const participants = names.split(', ').map((one) => ({ id: one, name: one }));
  const turns = lines.flatMap((line) => {
    if (line.startsWith('- ')) return [];
    const [, speaker = '', mark = '', text = ''] = /^(\w+)(:| ~) (.+)$/.exec(line) ?? [];
    const participant = participants.find(({ id }) => id.split(' ').includes(speaker));
    if (!participant) throw new Error(`${name} has an unreadable line: ${line}`);
    return { speaker: participant.id, text, isIdle: mark === ' ~' };
  });
  return {
    name,
    conversation: { segments: timed(turns), participants, themes: [], language: 'en' },
    facts: factsOf(lines),
    idle: turns.flatMap(({ text, isIdle }) => (isIdle ? text : [])),
  };
}

const factsOf = (lines: readonly string[]): Fact[] =>
  lines.flatMap((line) => {
    const [, kind = '', words = ''] = /^- (\w+): (.+)$/.exec(line) ?? [];
    return words === '' ? [] : { kind, groups: words.split(', ').map((group) => group.split('|')) };
  });
