import type { Sentence } from '../language/sentence.ts';

/** Maximum number of turns in the response to a question. It ends earlier if the asker takes the floor again. */
const maxResponseTurns = 6;
/** A turn of up to this many words is a backchannel ("yes, exactly") and does not take the floor. */
const maxBackchannelWords = 3;

/** An asker who adds more words than this in the same turn does not wait for an answer. */
const maxWordsAfterQuestion = 25;

/** Minimum length of an engaging response, as a factor of the average response and in words. */
const minResponse = { factor: 1.25, words: 15 };

interface TurnLength {
  participantId: string | null;
  words: number;
}

/**
 * Returns a function that tells whether the sentence at an index drew a substantial response: after it, others say at
 * least 15 words, and at least 1.25 times as many as after an average turn of the same conversation. The average
 * accounts for the style of the conversation: long answers are normal in a parliament, but remarkable in a terse
 * conversation.
 */
export function createEngagementCheck(sentences: readonly Sentence[]): (index: number) => boolean {
  const turns = turnLengths(sentences);
  const responses = turns.map((_, turn) => wordsInResponse(turns, turn));
  const afterFloor = responses.filter((_, turn) => takesFloor(turns[turn]));
  const mean = afterFloor.reduce((sum, words) => sum + words, 0) / Math.max(1, afterFloor.length);
  const minWords = Math.max(minResponse.words, minResponse.factor * mean);
  return (index) => {
    const turn = sentences[index]?.turn ?? -1;
    return (responses[turn] ?? 0) >= minWords && wordsUntilTurnEnds(sentences, index) <= maxWordsAfterQuestion;
  };
}

const takesFloor = (turn: TurnLength | undefined) =>
  turn !== undefined && turn.participantId !== null && turn.words > maxBackchannelWords;

function turnLengths(sentences: readonly Sentence[]): TurnLength[] {
  const turns: TurnLength[] = [];
  for (const { turn: number, participantId, words } of sentences) {
    const turn = (turns[number] ??= { participantId, words: 0 });
    turn.words += words.length;
  }
  return Array.from(turns, (turn) => turn ?? { participantId: null, words: 0 });
}

function wordsInResponse(turns: readonly TurnLength[], asked: number): number {
  const asker = turns[asked]?.participantId ?? null;
  let count = 0;
  if (asker === null) return count;
  for (const { participantId, words } of turns.slice(asked + 1, asked + 1 + maxResponseTurns)) {
    if (participantId === asker && words > maxBackchannelWords) break;
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
