import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { analyseEmbedded } from '../../../src/platform/services/conversation/analysis/analyse.ts';
import {
  type CheckedCall,
  type Fact,
  readCheckedCalls,
  readChecklists,
} from '../../support/summary-calls/checked-calls.ts';
import type { Conversation } from '../../../src/platform/services/conversation/analysis/conversation.ts';
import { readHeldOutCalls } from '../../support/held-out-calls/held-out-calls.ts';
import type { Figure } from '../figure.ts';
import { callFolder } from './meeting-folder.ts';

export interface Checked {
  missing: Fact[];
  /** Idle turns of which the summary contains four words in a row. */
  idle: string[];
}

/** Whether a summary contains the facts of a checklist, and nothing idle. */
export function checkSummary(
  summary: string,
  { facts, idle, conversation: { segments } }: Pick<CheckedCall, 'facts' | 'idle' | 'conversation'>,
): Checked {
  const statements = statementsOf(summary);
  const relevant = new Set(segments.flatMap(({ text }) => (isIdle(text, idle) ? [] : phrases(text))));
  const said = new Set(phrases(summary));
  return {
    missing: facts.filter((fact) => !statements.some((statement) => contains(statement, fact))),
    idle: idle.filter((text) => phrases(text).some((phrase) => said.has(phrase) && !relevant.has(phrase))),
  };
}

/** With the name of the speaker or owner before each: "Figures: 9 percent; Ann: 2 days; 3 nights". */
const statementsOf = (summary: string) =>
  summary.split(/\n|(?<![\w'’])(?=\p{Lu}[\w'’-]+(?: \p{Lu}[\w'’-]+)?(?:: |, asked ))/u).flatMap((block) => {
    const [, name = '', text = ''] = /^(\p{Lu}[\w'’-]+(?: [\w'’-]+)?: )?(.*)$/su.exec(block) ?? [];
    return text.split('; ').map((one) => `${name}${one}`);
  });

const isIdle = (text: string, idle: readonly string[]) => idle.some((one) => text.includes(one));

const contains = (statement: string, { groups }: Fact) =>
  groups.every((group) => group.some((word) => new RegExp(`\\b${word}`, 'i').test(statement)));

const phraseWords = 4;

function phrases(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return words.slice(phraseWords - 1).map((_, index) => words.slice(index, index + phraseWords).join(' '));
}

/** A row per written call, and the share of all facts. */
export async function checklists(): Promise<Figure[]> {
  const calls = [...(await readCheckedCalls()), ...(await readSharedCalls()), ...(await readOpenedCalls())];
  const checked = await Promise.all(
    calls.map(async (call) => {
      const { summary } = await analyseEmbedded(call.conversation);
      return { ...call, ...checkSummary(summary, call), words: summary.split(/\s+/).length };
    }),
  );
  const count = (of: 'facts' | 'missing' | 'idle') => checked.reduce((sum, call) => sum + call[of].length, 0);
  const share = 1 - count('missing') / count('facts');
  const total: Figure = {
    name: `facts in the summaries of ${calls.length} written calls`,
    value: `${(share * 100).toFixed(0)} % of ${count('facts')}, ${count('idle')} idle`,
    baseline: '',
    target: 'none: an extract cannot contain most of them',
    reached: true,
  };
  return [total, ...checked.map(rowOf)];
}

function rowOf({
  name,
  facts,
  missing,
  idle,
  words,
}: Checked & { name: string; facts: Fact[]; words: number }): Figure {
  const found = `${facts.length - missing.length} of ${facts.length} facts, ${words} words`;
  const faults = [
    ...missing.map(({ kind, groups }) => `${kind} ${groups.map((group) => group[0]).join(' + ')}`),
    ...idle.map((text) => `idle: ${text}`),
  ];
  return {
    name: `summary of ${name}`,
    value: found,
    baseline: faults.join('; '),
    target: '',
    reached: true,
  };
}

const sharedCall = z.object({
  segments: z.array(z.object({ speaker: z.string(), startMs: z.number(), endMs: z.number(), text: z.string() })),
});

export async function readSharedCalls(): Promise<CheckedCall[]> {
  const calls = await Promise.all(
    (await readChecklists('shared-calls')).map(async (checklist): Promise<CheckedCall[]> => {
      const text = await readFile(`${callFolder}/${checklist.name}.json`, 'utf8').catch(() => undefined);
      if (text === undefined) return [];
      const { segments } = sharedCall.parse(JSON.parse(text));
      const names = [...new Set(segments.map(({ speaker }) => speaker))];
      const conversation = {
        segments: segments.map((one) => ({
          participant_id: one.speaker,
          start_ms: one.startMs,
          end_ms: one.endMs,
          text: one.text,
        })),
        participants: names.map((name) => ({ id: name, name })),
        themes: [],
        language: 'en',
      };
      return [{ ...checklist, conversation }];
    }),
  );
  return calls.flat();
}

/** The held-out calls that have been opened and now serve development. */
async function readOpenedCalls(): Promise<CheckedCall[]> {
  const sets = await Promise.all(
    (['first', 'second'] as const).map(async (set) =>
      (await readHeldOutCalls(set)).map(({ id, conversation }) => [`${set}/${id}`, conversation] as const),
    ),
  );
  const conversations = new Map<string, Conversation>(sets.flat());
  return (await readChecklists('held-out-calls')).flatMap((checklist) => {
    const conversation = conversations.get(checklist.name);
    return conversation ? [{ ...checklist, conversation }] : [];
  });
}
