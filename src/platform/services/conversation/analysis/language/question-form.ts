import type { Sentence, WordForms } from './sentence.ts';

const questionWords = new Set('how why what which who whom whose where when'.split(' '));
const discourseMarkers = new Set('and so but or okay ok well now then yeah oh just also'.split(' '));
/** Words that are a subject or begin one, such as "the". */
export const subjects = new Set(
  `i you he she it we they there this that these those anybody anyone everybody everyone somebody someone the your my
  our`.split(/\s+/),
);
const auxiliaries = new Set('be do have can could will would shall should may might must'.split(' '));

const minOpenWords = 4;
const openQuestion =
  /\b(?:how|why|what|which|who|whose|where|when|tell (?:me|us)|(?:walk|talk|take|run) (?:me|us) through|describe)\b/i;

/** "How often does that happen?", "Tell me about it": not answered by yes or no. English only. */
export const isOpenQuestion = (text: string) => openQuestion.test(text) && text.split(' ').length >= minOpenWords;

export const isQuestionWord = ({ normal }: WordForms) => questionWords.has(normal);
export const isAuxiliary = (word: WordForms | undefined) =>
  word !== undefined &&
  auxiliaries.has(word.lemma) &&
  !['being', 'been', 'having', 'doing', 'done', 'be'].includes(word.normal);

/** Removes leading discourse markers, such as "and so" and "okay". */
export function withoutDiscourseMarkers<Form extends WordForms>(words: readonly Form[]): readonly Form[] {
  const first = words.findIndex(({ normal }) => !discourseMarkers.has(normal));
  return first === -1 ? [] : words.slice(first);
}

/** Subject-auxiliary inversion: "do you", "what is", "how much does". */
export function startsAsking(words: readonly WordForms[]): boolean {
  const [first, second, third] = withoutDiscourseMarkers(words);
  if (!first || !second) return false;
  if (isAuxiliary(first)) return subjects.has(second.normal === 'not' ? (third?.normal ?? '') : second.normal);
  if (!isQuestionWord(first)) return false;
  if (['how', 'what'].includes(first.normal) && second.normal === 'about') return true;
  return (
    isAuxiliary(second) ||
    (isAuxiliary(third) && ['what', 'which', 'how', 'whose'].includes(first.normal) && !subjects.has(second.normal))
  );
}

/** Whether an English sentence of three or more words, not ending in "." or "!", has the word order of a question. */
export const hasQuestionForm = ({ text, words }: Sentence) =>
  !/[.!]$/.test(text) && words.length > 2 && startsAsking(words);

export const endsWithQuestionMark = (text: string) => /[?？؟]["”»')]*$/u.test(text);
