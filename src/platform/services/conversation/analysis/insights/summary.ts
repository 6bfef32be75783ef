import { polishSentence } from '../language/disfluencies.ts';
import type { Participant } from '../conversation.ts';
import { isFragment } from '../language/sentence-fragment.ts';
import { hasQuestionForm } from '../language/question-form.ts';
import type { ParsedConversation, Sentence, Word } from '../language/sentence.ts';
import { isSmallTalk, openingSmallTalkLength } from '../language/small-talk.ts';

/** About as long as a person's summary of a one-hour call. */
const maxWords = 150;
const maxSentences = 8;
const sentenceWords = { min: 8, max: 45 };
const minContentWords = 3;

/** Share of its score that a sentence loses if the summary already contains all of its content words. */
const redundancyPenalty = 0.9;
/** Applied once per sentence already chosen from the same section; all `sections` have equal length. */
const sameSectionFactor = 0.8;
const sections = 6;

interface Candidate {
  /** From 0 to 1. */
  progress: number;
  text: string;
  /** In words. */
  length: number;
  /** Weights by lemma. */
  contentWords: ReadonlyMap<string, number>;
  score: number;
}

/**
 * Returns an extractive summary: the most representative sentences without their disfluencies, in order of time. It has
 * at most 8 sentences and 150 words, including speaker names.
 *
 * The score of a sentence is the sum of the weights of its content words, divided by the square root of its length in
 * words. The weight of a word is log(1 + term frequency), halved unless the word is a noun or name. The score is raised
 * in the first tenth of the conversation and for sentences about the meeting itself, and lowered for questions and
 * personal pronouns. Sentences are chosen greedily. As in maximal marginal relevance (Carbonell & Goldstein, 1998),
 * each choice lowers the score of sentences with the same content, and of sentences in the same section of the
 * conversation. `npm run bench -- summaries` compares the results with summaries written by people.
 *
 * In English, courtesies and sentence fragments are left out, and so is opening small talk unless there is nothing
 * else. A sentence in the first person begins with the name of its speaker: "Robin Hale: We'll send it." The summary is
 * empty if there is no complete sentence.
 */
export function summarise({ sentences, isEnglish }: ParsedConversation, participants: readonly Participant[]): string {
  const smallTalkLength = isEnglish ? openingSmallTalkLength(sentences) : 0;
  const names = new Map(participants.map(({ id, name }) => [id, name?.trim() ?? '']));
  const summary = summaryOf(sentences.slice(smallTalkLength), { isEnglish, names });
  return summary === '' && smallTalkLength > 0 ? summaryOf(sentences, { isEnglish, names }) : summary;
}

interface Style {
  isEnglish: boolean;
  names: ReadonlyMap<string, string>;
}

function summaryOf(sentences: readonly Sentence[], style: Style): string {
  const weights = contentWordWeights(sentences);
  const candidates = sentences.flatMap((sentence, index) => {
    if (style.isEnglish && (isFragment(sentence) || isSmallTalk(sentence.text))) return [];
    return candidateOf(sentence, { progress: index / sentences.length, weights, style }) ?? [];
  });
  return choose(candidates)
    .toSorted((a, b) => a.progress - b.progress)
    .map(({ text }) => text)
    .join(' ');
}

function contentWordWeights(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { lemma, isContent } of sentences.flatMap(({ words }) => words)) {
    if (isContent) counts.set(lemma, (counts.get(lemma) ?? 0) + 1);
  }
  return new Map([...counts].map(([lemma, count]) => [lemma, Math.log(1 + count)]));
}

const isNounOrName = ({ partOfSpeech }: Word) => ['NOUN', 'PROPN', ''].includes(partOfSpeech);
const isVerb = ({ partOfSpeech }: Word) => ['VERB', 'AUX', ''].includes(partOfSpeech);
const aboutMeeting =
  /\b(?:meeting|agenda|discuss\w*|decid\w*|decision|propos\w*|suggest\w*|present\w*|conclu\w+|summar\w+|goals?|plans?|project|agreed?)\b/i;
const personalPronouns = new Set(['i', 'you', 'he', 'she', 'it', 'me', 'they']);

function candidateOf(
  sentence: Sentence,
  { progress, weights, style }: { progress: number; weights: ReadonlyMap<string, number>; style: Style },
): Candidate | undefined {
  const { words } = sentence;
  if (words.length < sentenceWords.min || words.length > sentenceWords.max || !words.some(isVerb)) return undefined;
  const contentWords = new Map(
    words.flatMap((word) =>
      word.isContent ? [[word.lemma, (weights.get(word.lemma) ?? 0) * (isNounOrName(word) ? 1 : 0.5)] as const] : [],
    ),
  );
  if (contentWords.size < minContentWords) return undefined;
  const text = style.isEnglish ? quote(sentence, style.names) : polishSentence(sentence.text);
  const pronounShare = words.filter(({ normal }) => personalPronouns.has(normal)).length / words.length;
  const score =
    (sum(contentWords.values()) / words.length ** 0.5) *
    (1 - pronounShare) *
    (aboutMeeting.test(text) ? 1.3 : 1) *
    (/[?？]["”»']?$/.test(text) ? 0.5 : 1);
  const openingBoost = 1 + 0.5 * Math.max(0, 1 - progress * 10);
  return { progress, text, length: text.split(' ').length, contentWords, score: score * openingBoost };
}

const firstPerson =
  /(?<![\p{L}'’-])(?:I|[Ww]e|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Uu]s|[Oo]urs?|[Oo]urselves|[Ll]et['’]s)(?![\p{L}-])/u;

/** Begins with the name of the speaker if the sentence is in the first person. */
function quote(sentence: Sentence, names: ReadonlyMap<string, string>): string {
  const plain = polishSentence(sentence.text).replace(/(?<![\p{L}\p{N}'’.-])i(?=\s|['’](?:m|ve|ll|d)(?!\p{L}))/gu, 'I');
  const isUnmarkedQuestion = !/\p{P}$/u.test(sentence.text) && hasQuestionForm(sentence);
  const text = isUnmarkedQuestion ? plain.replace(/\.$/, '?') : plain;
  const name = names.get(sentence.participantId ?? '') ?? '';
  return name !== '' && firstPerson.test(text) ? `${name}: ${text}` : text;
}

const sectionOf = ({ progress }: Candidate) => Math.floor(progress * sections);

function choose(candidates: readonly Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  const covered = new Set<string>();
  let wordsLeft = maxWords;
  const marginalScore = (candidate: Candidate) => {
    const { contentWords, score } = candidate;
    const redundant = sum([...contentWords].flatMap(([lemma, weight]) => (covered.has(lemma) ? weight : [])));
    const sameSection = chosen.filter((other) => sectionOf(other) === sectionOf(candidate)).length;
    const novelty = 1 - redundancyPenalty * (redundant / sum(contentWords.values()));
    return score * novelty * sameSectionFactor ** sameSection;
  };
  while (chosen.length < maxSentences) {
    const open = candidates.filter((one) => one.length <= wordsLeft && !chosen.some(({ text }) => text === one.text));
    let best: { candidate: Candidate; score: number } | undefined;
    for (const candidate of open) {
      const score = marginalScore(candidate);
      if (!best || score > best.score) best = { candidate, score };
    }
    if (!best) break;
    const { candidate } = best;
    chosen.push(candidate);
    wordsLeft -= candidate.length;
    for (const lemma of candidate.contentWords.keys()) covered.add(lemma);
  }
  return chosen;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
