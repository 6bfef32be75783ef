import type { Question } from './conversation.ts';
import type { Reading, Sentence, Word } from './sentence.ts';

/** An answer is what others say within so many turns before the asker goes on with more than a few words. */
const answerTurns = 6;
const interjectionWords = 3;
const substantialWords = 20;

const insightfulWords = 7;
const insightfulTopics = 2;

const endsAsking = /[?？؟]["”»')]*$/u;
const tag =
  /(?:^|[,.\s-])(?:right|okay|ok|yeah|yes|no|huh|eh|you know|you see|see|correct|alright|sorry|pardon)\s*\?+["”')]*$/i;
const tagQuestion =
  /^(?:and |so |but )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|wo|ca)(?:n['’]?t)? (?:i|you|he|she|it|we|they|that|this|there)\s*\?+$/i;

/**
 * The questions of a conversation. With question marks in the transcript, what ends in one; without any, English
 * sentences in the form of a question ("do you …", "how can we …"). Tags ("right?", "you know?", "isn't it?"), and
 * single words are none.
 *
 * Engaging: others answer with 20 words or more, within 6 turns and before the asker goes on. Never where speakers are
 * unknown. Insightful (English alone): asks how, why, what or which, but no figure or name, in 7 words or more, of
 * which 2 or more carry the subject.
 */
export function findQuestions({ sentences, isEnglish }: Reading): Question[] {
  const hasMarks = sentences.some(({ text }) => endsAsking.test(text));
  const asks = hasMarks ? ({ text }: Sentence) => endsAsking.test(text) : isEnglish ? hasQuestionForm : () => false;
  return sentences.flatMap((sentence, index) => {
    if (!asks(sentence) || (isEnglish && isRhetorical(sentence))) return [];
    return [
      {
        participant_id: sentence.participantId,
        start_ms: sentence.startMs,
        end_ms: sentence.endMs,
        text: sentence.text,
        is_engaging: answerWords(sentences, index) >= substantialWords,
        is_insightful: isEnglish && isOpenQuestion(sentence),
      },
    ];
  });
}

function isRhetorical({ text, words }: Sentence): boolean {
  const least = words.some(isQuestionWord) ? 2 : 3;
  return words.length < least || tagQuestion.test(text) || (tag.test(text) && !startsAsking(words));
}

function answerWords(sentences: readonly Sentence[], index: number): number {
  const question = sentences[index];
  if (!question || question.participantId === null) return 0;
  let count = 0;
  for (const sentence of sentences.slice(index + 1)) {
    if (sentence.turn > question.turn + answerTurns || count >= substantialWords) break;
    if (sentence.participantId !== question.participantId) {
      if (sentence.participantId !== null) count += sentence.words.length;
    } else if (sentence.turn !== question.turn && sentence.words.length > interjectionWords) break;
  }
  return count;
}

const questionWords = new Set(['how', 'why', 'what', 'which', 'who', 'whom', 'whose', 'where', 'when']);
const leads = new Set(['and', 'so', 'but', 'or', 'okay', 'ok', 'well', 'now', 'then', 'yeah', 'oh', 'just', 'also']);
const subjects = new Set([
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

const isQuestionWord = ({ normal }: Word) => questionWords.has(normal);
const isHelper = (word: Word | undefined) =>
  word !== undefined &&
  helpers.has(word.lemma) &&
  !['being', 'been', 'having', 'doing', 'done', 'be'].includes(word.normal);

function withoutLeads(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex(({ normal }) => !leads.has(normal));
  return first === -1 ? [] : words.slice(first);
}

/** "do you", "what is", "how much does": a helping verb before its subject. */
function startsAsking(words: readonly Word[]): boolean {
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

const hasQuestionForm = ({ text, words }: Sentence) => !/[.!]$/.test(text) && words.length > 2 && startsAsking(words);

const askedFigures = new Set([
  'many',
  'much',
  'long',
  'old',
  'far',
  'often',
  'big',
  'time',
  'date',
  'day',
  'year',
  'name',
  'number',
  'percent',
]);

function isOpenQuestion({ words: all }: Sentence): boolean {
  const words = withoutLeads(all);
  if (words.length < insightfulWords || words.filter(({ isContent }) => isContent).length < insightfulTopics)
    return false;
  const at = words.findIndex(({ normal }) => ['how', 'why', 'what', 'which'].includes(normal));
  if (at === -1) return false;
  // "Do you know what …" is answered by yes or no only in form; further on, the word no longer makes the question.
  const isEarly = at < 5 || words[at]?.followsMark === true;
  return isEarly && !askedFigures.has(words[at + 1]?.normal ?? '') && isAsking(words, at);
}

const reporting = new Set(['know', 'tell', 'think', 'explain', 'understand', 'wonder', 'see', 'say', 'idea', 'ask']);

/** Whether the question word opens a question, and not a clause ("what I mean is …", "…, which is …"). */
function isAsking(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  if (before === undefined) return !subjects.has(words[1]?.normal ?? '');
  if (words[at]?.normal === 'which' && at > 4) return false;
  const isReported = words.slice(Math.max(0, at - 3), at).some(({ lemma }) => reporting.has(lemma));
  return startsAsking(words.slice(at)) || (isReported && startsAsking(words));
}
