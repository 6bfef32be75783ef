import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Participant } from '../../../src/platform/services/conversation/analysis/conversation.ts';

/**
 * A commitment is a concrete future action that a participant agrees to: a promise, a debt ("we owe you …"), or a
 * request or offer that the other side accepts. Not commitments: actions during the call, the past, conditions, wishes,
 * actions of a product or third party, and requests that are declined, already done or unanswered.
 */
export interface Commitment {
  /** Commitments of a call are numbered from 0; a request and its acceptance share a number. */
  number: number;
  /** The participant responsible; null if all are, as for an appointment. */
  assigneeId: string | null;
}

export interface LabelledSentence {
  participantId: string;
  text: string;
  commitment: Commitment | null;
  /** Whether the sentence makes a promise, or an offer, that is withdrawn or declined later. */
  isWithdrawn: boolean;
}

export interface LabelledCall {
  id: string;
  kind: (typeof kinds)[number];
  half: 'development' | 'held-out';
  participants: Participant[];
  sentences: LabelledSentence[];
}

const kinds = ['sales', 'recruiting', 'internal', 'development'] as const;

/**
 * Reads the labelled calls. Each begins with `## id | participants`, then one sentence per line:
 * `Ann: …` (no commitment), `Ann + …` (commits Ann), `Ann @Bob …` (Bob), `Ann @- …` (everyone),
 * `Ann & …` (continues or accepts the last commitment), `Ann - …` (withdrawn or declined later).
 */
export async function readLabelledCalls(): Promise<LabelledCall[]> {
  const calls = await Promise.all(
    kinds.map(async (kind) => {
      const text = await readFile(new URL(`${kind}.txt`, import.meta.url), 'utf8');
      return text
        .split(/^## /m)
        .slice(1)
        .map((call) => parseCall(call, kind));
    }),
  );
  return calls.flat();
}

/** Only the development half may be used to write the rules that detect commitments. */
const halfOf = (id: string, kind: LabelledCall['kind']) =>
  kind === 'development' || (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'development' : 'held-out';

function parseCall(text: string, kind: LabelledCall['kind']): LabelledCall {
  const [heading = '', ...lines] = text.trim().split('\n');
  const [id = '', names = ''] = heading.split(' | ');
  const participants = names.split(', ').map((name) => ({ id: name.toLowerCase(), name }));
  const sentences = parseSentences(id, participants, lines);
  return { id, kind, half: halfOf(id, kind), participants, sentences };
}

/** Reads one labelled sentence from each line, in the notation of {@link readLabelledCalls}. */
export function parseSentences(callId: string, participants: readonly Participant[], lines: string[]) {
  let commitment: Commitment | null = null;
  let count = 0;
  return lines.map((line): LabelledSentence => {
    const [, speaker = '', label = '', assignee = '', said = ''] = sentencePattern.exec(line) ?? [];
    if (said === '' || (label === ' &' && !commitment)) throw new Error(`${callId} has an unreadable line: ${line}`);
    const participantId = participantIdOf(callId, participants, speaker);
    const isWithdrawn = label === ' -';
    if (label === ':' || isWithdrawn) return { participantId, text: said, commitment: null, isWithdrawn };
    if (label !== ' &') {
      const owner = label === ' +' ? speaker : assignee;
      commitment = { number: count, assigneeId: owner === '-' ? null : participantIdOf(callId, participants, owner) };
      count += 1;
    }
    return { participantId, text: said, commitment, isWithdrawn };
  });
}

const sentencePattern = /^([\p{L}\p{N}' -]+?)(:| \+| &| -| @([\p{L}\p{N}'-]+)) (.+)$/u;

/** Finds a participant by full name or by a single word of the name. */
export function participantIdOf(callId: string, participants: readonly Participant[], name: string) {
  const wanted = name.toLowerCase();
  const found = participants.filter(({ id }) => id === wanted || id.split(' ').includes(wanted));
  const [first] = found;
  if (!first || found.length > 1) throw new Error(`${callId} has ${found.length} participants named ${name}.`);
  return first.id;
}
