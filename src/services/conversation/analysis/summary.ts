import { asWritten } from './clean-speech.ts';
import type { Reading, Sentence, Word } from './sentence.ts';

/** About as long as people's own summaries of an hour. */
const mostWords = 130;
const mostSentences = 8;
const sentenceWords = { least: 8, most: 45 };
const leastTopics = 3;

/** How much of its score a sentence loses when chosen ones said all of it, and to one more of the same part of the talk. */
const redundancyWeight = 0.7;
const samePartFactor = 0.8;
const parts = 6;

interface Candidate {
  order: number;
  part: number;
  text: string;
  length: number;
  topics: ReadonlyMap<string, number>;
  score: number;
}

/**
 * The sentences that say most of what the conversation is about, word for word but for disfluencies, in order of time:
 * at most 8, at most 130 words. A sentence counts for the words it shares with the whole talk (by their frequency,
 * nouns and names double), a little more at the beginning and where it speaks of the meeting itself, less when it is
 * all "I" and "you", a question, or said already. Empty when nobody said a whole sentence.
 */
export function summarise({ sentences }: Pick<Reading, 'sentences'>): string {
  const weights = topicWeights(sentences);
  const candidates = sentences.flatMap((sentence, order) => {
    const candidate = candidateOf(sentence, weights);
    return candidate === undefined ? [] : [{ ...candidate, ...place(order, sentences.length, candidate.score), order }];
  });
  return choose(candidates)
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => text)
    .join(' ');
}

function topicWeights(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lemma, isContent } of sentences.flatMap(({ words }) => words)) {
    if (isContent) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  }
  return new Map([...counts].map(([lemma, count]) => [lemma, Math.log(1 + count)]));
}

const isNamed = ({ partOfSpeech }: Word) => ['NOUN', 'PROPN', ''].includes(partOfSpeech);
const isVerb = ({ partOfSpeech }: Word) => ['VERB', 'AUX', ''].includes(partOfSpeech);
const aboutTheTalk =
  /\b(?:meeting|agenda|discuss\w*|decid\w*|decision|propos\w*|suggest\w*|present\w*|conclu\w+|summar\w+|goals?|plans?|project|agreed?)\b/i;
const persons = new Set(['i', 'you', 'he', 'she', 'it', 'me', 'they']);

function candidateOf(
  { text: spoken, words }: Sentence,
  weights: ReadonlyMap<string, number>,
): Omit<Candidate, 'order' | 'part'> | undefined {
  if (words.length < sentenceWords.least || words.length > sentenceWords.most || !words.some(isVerb)) return undefined;
  const topics = new Map(
    words.flatMap((word) =>
      word.isContent ? [[word.lemma, (weights.get(word.lemma) ?? 0) * (isNamed(word) ? 1 : 0.5)] as const] : [],
    ),
  );
  if (topics.size < leastTopics) return undefined;
  const text = asWritten(spoken);
  const personal = words.filter(({ normal }) => persons.has(normal)).length / words.length;
  const score =
    (sum(topics.values()) / words.length ** 0.5) *
    (1 - personal) *
    (aboutTheTalk.test(text) ? 1.3 : 1) *
    (/[?？]["”»']?$/.test(text) ? 0.5 : 1);
  return { text, length: words.length, topics, score };
}

function place(order: number, count: number, score: number): Pick<Candidate, 'part' | 'score'> {
  const progress = order / count;
  return { part: Math.floor(progress * parts), score: score * (1 + 0.5 * Math.max(0, 1 - progress * 10)) };
}

function choose(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const said = new Set<string>();
  let wordsLeft = mostWords;
  const gain = ({ topics, score, part }: Candidate) => {
    const known = sum([...topics].flatMap(([lemma, weight]) => (said.has(lemma) ? weight : [])));
    const samePart = chosen.filter((other) => other.part === part).length;
    return score * (1 - redundancyWeight * (known / sum(topics.values()))) * samePartFactor ** samePart;
  };
  while (chosen.length < mostSentences) {
    const open = candidates.filter((one) => one.length <= wordsLeft && !chosen.some(({ text }) => text === one.text));
    const best = highest(open, gain);
    if (!best) break;
    chosen.push(best);
    wordsLeft -= best.length;
    for (const lemma of best.topics.keys()) said.add(lemma);
  }
  return chosen;
}

function highest<Value>(values: readonly Value[], rate: (value: Value) => number): Value | undefined {
  let best: { value: Value; rating: number } | undefined;
  for (const value of values) {
    const rating = rate(value);
    if (!best || rating > best.rating) best = { value, rating };
  }
  return best?.value;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
