import { capitalise } from '../../../language/normalise.ts';
import { withDigits } from '../../../language/number-words.ts';
import { asksQuestion, isQuestionWord } from '../../../language/question-form.ts';
import type { Sentence, Word } from '../../../language/sentence.ts';
import { readable } from '../../../language/readable.ts';
import { isDangling } from './clause-patterns.ts';
import { tidyClause } from './tidy-clause.ts';

const max = { topicWords: 4, verblessWords: 4, quotedWords: 7, statementWords: 9, prefaceWords: 6, distance: 4 };
/** "What did you have in mind". */
const empty = new Set(
  `mind idea moment end question worry lot kind sort time thing point side way
  anything everything something sorry`.split(/\s+/),
);
const measures = new Set('many much long often far big high'.split(' '));
/** Verbs that name what they ask for: "What would it cost?" */
const nounLike = new Set('cost budget need price charge notice rent raise start begin leave'.split(' '));
const connecting = new Set(['ADJ', 'ADP', 'ADV', 'DET', 'NUM', 'PRON', 'CCONJ']);

/** The question of another speaker that a sentence answers, at most one short sentence before it. */
export function questionBefore(sentences: readonly Sentence[], index: number): number | undefined {
  const speaker = sentences[index]?.participantId;
  const isAsked = (at: number) => {
    const sentence = sentences[at];
    return sentence !== undefined && sentence.participantId !== speaker && asksQuestion(sentence);
  };
  if (isAsked(index - 1)) return index - 1;
  const before = sentences[index - 1];
  const isPreface = before?.participantId === speaker && (before?.words.length ?? 0) <= max.prefaceWords;
  return isPreface && isAsked(index - 2) ? index - 2 : undefined;
}

/**
 * What to put before the answer to a question: the topic of "What would it cost afterwards?" is "cost afterwards". A
 * question without a topic, such as "How big?", is about the statement before it.
 */
export function topicOfAnswer(
  sentences: readonly Sentence[],
  asked: number,
  { canQuote }: { canQuote: boolean },
): string | undefined {
  const question = sentences[asked];
  if (!question) return undefined;
  return questionTopic(question) ?? statementBefore(sentences, asked) ?? (canQuote ? quoted(question) : undefined);
}

/** "What about payment?" – "The supermarket pays us late." – "Then it stays at thirty." */
export function earlierTopic(sentences: readonly Sentence[], index: number): string | undefined {
  for (const sentence of sentences.slice(Math.max(0, index - max.distance), index).toReversed()) {
    const topic = asksQuestion(sentence) ? questionTopic(sentence) : undefined;
    if (topic !== undefined) return topic;
  }
  return undefined;
}

function questionTopic(question: Sentence): string | undefined {
  const words = withoutVocative(question.words);
  const asked = words.flatMap((word, at) => (isQuestionWord(word) ? at : []));
  if (asked.length === 0) return words.length <= max.verblessWords ? nounGroup(words) : undefined;
  for (const at of asked.toReversed()) {
    const [word, next] = words.slice(at, at + 2).map(({ normal }) => normal);
    if (word === 'who' || next === 'if' || (word === 'how' && !measures.has(next ?? '') && next !== 'about')) continue;
    const topic = nounGroup(words.slice(at + 1));
    if (topic !== undefined) return topic;
  }
  return undefined;
}

/** The first noun with what belongs to it. */
function nounGroup(words: readonly Word[]): string | undefined {
  const first = words.findIndex(isTopical);
  if (first === -1) return undefined;
  const rest = words.slice(first);
  const stop = rest.findIndex(
    (word, index) => index > 0 && (word.followsPunctuation || !(isTopical(word) || connecting.has(word.partOfSpeech))),
  );
  const group = (stop === -1 ? rest : rest.slice(0, stop)).slice(0, max.topicWords);
  const last = group.findLastIndex((word) => isTopical(word) || ['afterwards', 'today', 'year'].includes(word.normal));
  return group
    .slice(0, last + 1)
    .filter(({ partOfSpeech }) => partOfSpeech !== 'PRON')
    .map(({ normal, partOfSpeech }) => (partOfSpeech === 'PROPN' ? capitalise(normal) : normal))
    .join(' ');
}

/** "How long is it, Jamal?" */
function withoutVocative(words: readonly Word[]): readonly Word[] {
  const last = words.at(-1);
  return last?.followsPunctuation === true && last.partOfSpeech === 'PROPN' ? words.slice(0, -1) : words;
}

const isTopical = ({ normal, partOfSpeech, lemma, isContent }: Word) =>
  !empty.has(lemma) &&
  withDigits(normal) === normal &&
  ((['NOUN', 'PROPN'].includes(partOfSpeech) && isContent) || nounLike.has(lemma));

/** "Leuven and Delft are the big ones." – "How big?" – "Together forty six percent." */
function statementBefore(sentences: readonly Sentence[], asked: number): string | undefined {
  const [before, question] = [sentences[asked - 1], sentences[asked]];
  if (!before || !question || question.words.length > 3 || before.participantId === question.participantId) {
    return undefined;
  }
  const text = tidyClause(before.text, { sentence: before, isStart: true });
  const isVague = isDangling(text.toLowerCase()) && before.words.filter(({ isContent }) => isContent).length < 2;
  return before.words.length > max.statementWords || isVague ? undefined : text;
}

/** "And you take?" */
function quoted({ text, words }: Sentence): string | undefined {
  const isClear =
    words.length <= max.quotedWords &&
    words.some(({ partOfSpeech, isContent }) => isContent || partOfSpeech === 'VERB') &&
    !/\b(?:it|that|they|this)\b/i.test(text);
  return isClear ? `“${readable(text)}”` : undefined;
}
