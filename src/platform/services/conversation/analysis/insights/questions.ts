import { findAnswered } from './engaging-questions.ts';
import type { Question } from '../conversation.ts';
import { isInsightful } from './insightful-questions.ts';
import { hasQuestionForm, isQuestionWord, startsAsking } from '../language/question-form.ts';
import type { Reading, Sentence } from '../language/sentence.ts';

const endsAsking = /[?？؟]["”»')]*$/u;
const tag =
  /(?:^|[,.\s-])(?:right|okay|ok|yeah|yes|no|huh|eh|you know|you see|see|correct|alright|sorry|pardon)\s*\?+["”')]*$/i;
const tagQuestion =
  /^(?:and |so |but )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|wo|ca)(?:n['’]?t)? (?:i|you|he|she|it|we|they|that|this|there)\s*\?+$/i;

/**
 * The questions of a conversation. With question marks in the transcript, what ends in one; without any, English
 * sentences in the form of a question ("do you …", "how can we …"). Tags ("right?", "you know?", "isn't it?") and
 * single words are left out.
 *
 * Engaging: drew a substantial answer relative to this conversation, see {@link findAnswered}; never where speakers are
 * unknown. Insightful: open and about the situation of the other side, in English alone, see {@link isInsightful}.
 */
export function findQuestions({ sentences, isEnglish }: Reading): Question[] {
  const hasMarks = sentences.some(({ text }) => endsAsking.test(text));
  const asks = hasMarks ? ({ text }: Sentence) => endsAsking.test(text) : isEnglish ? hasQuestionForm : () => false;
  const isAnswered = findAnswered(sentences);
  return sentences.flatMap((sentence, index) => {
    if (!asks(sentence) || (isEnglish && isRhetorical(sentence))) return [];
    return [
      {
        participant_id: sentence.participantId,
        start_ms: sentence.startMs,
        end_ms: sentence.endMs,
        text: sentence.text,
        is_engaging: isAnswered(index),
        is_insightful: isEnglish && isInsightful(sentence),
      },
    ];
  });
}

function isRhetorical({ text, words }: Sentence): boolean {
  const least = words.some(isQuestionWord) ? 2 : 3;
  return words.length < least || tagQuestion.test(text) || (tag.test(text) && !startsAsking(words));
}
