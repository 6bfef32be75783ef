import type { Sentence, Word } from './sentence.ts';

const questionWords = new Set(['how', 'why', 'what', 'which', 'who', 'whom', 'whose', 'where', 'when']);
const leads = new Set(['and', 'so', 'but', 'or', 'okay', 'ok', 'well', 'now', 'then', 'yeah', 'oh', 'just', 'also']);
export const subjects = new Set([
  'i',
  'you',
  'he',
  'she',
  'it',
  'we',
  'they',
  'there',
  'this',
  'that',
  'these',
  'those',
  'anybody',
  'anyone',
  'everybody',
  'everyone',
  'somebody',
  'someone',
  'the',
  'your',
  'my',
  'our',
]);
const helpers = new Set([
  'be',
  'do',
  'have',
  'can',
  'could',
  'will',
  'would',
  'shall',
  'should',
  'may',
  'might',
  'must',
]);

export const isQuestionWord = ({ normal }: Word) => questionWords.has(normal);
const isHelper = (word: Word | undefined) =>
  word !== undefined &&
  helpers.has(word.lemma) &&
  !['being', 'been', 'having', 'doing', 'done', 'be'].includes(word.normal);

/** Leaves out what leads into a question: "and so", "okay". */
export function withoutLeads(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex(({ normal }) => !leads.has(normal));
  return first === -1 ? [] : words.slice(first);
}

/** Whether a helping verb comes before its subject: "do you", "what is", "how much does". */
export function startsAsking(words: readonly Word[]): boolean {
  const [first, second, third] = withoutLeads(words);
  if (!first || !second) return false;
  if (isHelper(first)) return subjects.has(second.normal === 'not' ? (third?.normal ?? '') : second.normal);
  if (!isQuestionWord(first)) return false;
  if (['how', 'what'].includes(first.normal) && second.normal === 'about') return true;
  return (
    isHelper(second) ||
    (isHelper(third) && ['what', 'which', 'how', 'whose'].includes(first.normal) && !subjects.has(second.normal))
  );
}

/** Whether an English sentence without punctuation has the word order of a question. */
export const hasQuestionForm = ({ text, words }: Sentence) =>
  !/[.!]$/.test(text) && words.length > 2 && startsAsking(words);
