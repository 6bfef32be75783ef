import { asWritten } from '../language/disfluencies.ts';
import type { Participant } from '../conversation.ts';
import { isFragment } from '../language/sentence-fragment.ts';
import { hasQuestionForm } from '../language/question-form.ts';
import type { Reading, Sentence, Word } from '../language/sentence.ts';
import { isSmallTalk, openingLength } from '../language/small-talk.ts';

/** About as long as people's own summaries of an hour. */
const mostWords = 150;
const mostSentences = 8;
const sentenceWords = { least: 8, most: 45 };
const leastTopics = 3;

/** How much of its score a sentence loses when chosen ones said all of it, and to one more of the same part of the talk. */
const redundancyWeight = 0.9;
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
 * at most 8, at most 150 words, names of speakers included. A sentence counts for the words it shares with the whole
 * talk (by their frequency, nouns and names double), a little more at the beginning and where it speaks of the meeting
 * itself, less when it is all "I" and "you", a question, or said already.
 *
 * In English, small talk at the beginning and broken sentences are left out, and a sentence in the first person is
 * attributed to its speaker: "Robin Hale: We'll send it." Small talk counts where there is nothing else. Empty when
 * nobody said a whole sentence.
 */
export function summarise({ sentences, isEnglish }: Reading, participants: readonly Participant[]): string {
  const skipped = isEnglish ? openingLength(sentences) : 0;
  const names = new Map(participants.map(({ id, name }) => [id, name?.trim() ?? '']));
  const summary = summaryOf(sentences.slice(skipped), { isEnglish, names });
  return summary === '' && skipped > 0 ? summaryOf(sentences, { isEnglish, names }) : summary;
}

interface Style {
  isEnglish: boolean;
  /** By participant. */
  names: ReadonlyMap<string, string>;
}

function summaryOf(sentences: readonly Sentence[], style: Style): string {
  const weights = topicWeights(sentences);
  const candidates = sentences.flatMap((sentence, order) => {
    if (style.isEnglish && (isFragment(sentence) || isSmallTalk(sentence.text))) return [];
    const candidate = candidateOf(sentence, { weights, style });
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
  sentence: Sentence,
  { weights, style }: { weights: ReadonlyMap<string, number>; style: Style },
): Omit<Candidate, 'order' | 'part'> | undefined {
  const { words } = sentence;
  if (words.length < sentenceWords.least || words.length > sentenceWords.most || !words.some(isVerb)) return undefined;
  const topics = new Map(
    words.flatMap((word) =>
      word.isContent ? [[word.lemma, (weights.get(word.lemma) ?? 0) * (isNamed(word) ? 1 : 0.5)] as const] : [],
    ),
  );
  if (topics.size < leastTopics) return undefined;
  const text = style.isEnglish ? asQuoted(sentence, style.names) : asWritten(sentence.text);
  const personal = words.filter(({ normal }) => persons.has(normal)).length / words.length;
  const score =
    (sum(topics.values()) / words.length ** 0.5) *
    (1 - personal) *
    (aboutTheTalk.test(text) ? 1.3 : 1) *
    (/[?？]["”»']?$/.test(text) ? 0.5 : 1);
  return { text, length: text.split(' ').length, topics, score };
}

const firstPerson =
  /(?<![\p{L}'’-])(?:I|[Ww]e|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Uu]s|[Oo]urs?|[Oo]urselves|[Ll]et['’]s)(?![\p{L}-])/u;

/** An English sentence as written, with the name of its speaker before it when it is in the first person. */
function asQuoted(sentence: Sentence, names: ReadonlyMap<string, string>): string {
  const plain = asWritten(sentence.text).replace(/(?<![\p{L}\p{N}'’.-])i(?=\s|['’](?:m|ve|ll|d)(?!\p{L}))/gu, 'I');
  const isUnmarkedQuestion = !/\p{P}$/u.test(sentence.text) && hasQuestionForm(sentence);
  const text = isUnmarkedQuestion ? plain.replace(/\.$/, '?') : plain;
  const name = names.get(sentence.participantId ?? '') ?? '';
  return name !== '' && firstPerson.test(text) ? `${name}: ${text}` : text;
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
