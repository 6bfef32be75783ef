import type { Sentence } from '../language/sentence.ts';

/** An answer is what others say within so many turns, before the asker goes on with more than a few words. */
const maxAnswerTurns = 6;
const maxInterjectionWords = 3;

/** An asker who goes on for longer than this in the same turn does not wait for an answer. */
const maxWordsAfterQuestion = 25;

/** The length of a substantial answer, relative to what follows a turn of this conversation on average. */
const minAnswerFactor = 1.25;
const minAnswerWords = 15;

interface SpokenTurn {
  participantId: string | null;
  words: number;
}

/**
 * Finds the sentences that drew a substantial answer relative to their conversation: after them, others say at least
 * 1.25 times as many words as they do after an average turn of the same conversation, and at least 15. Where everybody
 * speaks at length, as in a parliament, a long answer is nothing special; where answers are short, a few sentences are.
 */
export function findAnswered(sentences: readonly Sentence[]): (index: number) => boolean {
  const turns = spokenTurns(sentences);
  const responses = turns.map((_, turn) => wordsInResponse(turns, turn));
  const typical = responses.filter((_, turn) => isFloor(turns[turn]));
  const mean = typical.reduce((sum, words) => sum + words, 0) / Math.max(1, typical.length);
  const minWords = Math.max(minAnswerWords, minAnswerFactor * mean);
  return (index) => {
    const turn = sentences[index]?.turn ?? -1;
    return (responses[turn] ?? 0) >= minWords && wordsUntilTurnEnds(sentences, index) <= maxWordsAfterQuestion;
  };
}

const isFloor = (turn: SpokenTurn | undefined) =>
  turn !== undefined && turn.participantId !== null && turn.words > maxInterjectionWords;

function spokenTurns(sentences: readonly Sentence[]): SpokenTurn[] {
  const turns: SpokenTurn[] = [];
  for (const { turn: number, participantId, words } of sentences) {
    const turn = (turns[number] ??= { participantId, words: 0 });
    turn.words += words.length;
  }
  return Array.from(turns, (turn) => turn ?? { participantId: null, words: 0 });
}

function wordsInResponse(turns: readonly SpokenTurn[], asked: number): number {
  const asker = turns[asked]?.participantId ?? null;
  let count = 0;
  if (asker === null) return count;
  for (const { participantId, words } of turns.slice(asked + 1, asked + 1 + maxAnswerTurns)) {
    if (participantId === asker && words > maxInterjectionWords) break;
    if (participantId !== asker && participantId !== null) count += words;
  }
  return count;
}

function wordsUntilTurnEnds(sentences: readonly Sentence[], index: number): number {
  const turn = sentences[index]?.turn;
  let count = 0;
  for (let next = index + 1; count <= maxWordsAfterQuestion; next += 1) {
    const sentence = sentences[next];
    if (sentence?.turn !== turn || !sentence) break;
    count += sentence.words.length;
  }
  return count;
}
