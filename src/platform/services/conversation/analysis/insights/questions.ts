import { createEngagementCheck } from './engaging-questions.ts';
import type { Question } from '../conversation.ts';
import { isInsightful } from './insightful-questions.ts';
import { hasQuestionForm, isQuestionWord, startsAsking } from '../language/question-form.ts';
import type { ParsedConversation, Sentence } from '../language/sentence.ts';

const endsWithQuestionMark = /[?？؟]["”»')]*$/u;
/** Discourse markers that seek agreement: "right?", "you know?" */
const agreementTag =
  /(?:^|[,.\s-])(?:right|okay|ok|yeah|yes|no|huh|eh|you know|you see|see|correct|alright|sorry|pardon)\s*\?+["”')]*$/i;
/** "Isn't it?", "have you?" */
const tagQuestion =
  /^(?:and |so |but )?(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|wo|ca)(?:n['’]?t)? (?:i|you|he|she|it|we|they|that|this|there)\s*\?+$/i;

/**
 * Finds the questions of a conversation: sentences that end in a question mark. If the transcript has no question
 * marks, English sentences with the word order of a question ("do you …", "how can we …") count instead. In English,
 * tag questions ("right?", "you know?", "isn't it?") and single words are left out.
 *
 * A question is engaging if it drew a substantial response, see {@link createEngagementCheck}; this requires known
 * speakers. An English question is insightful if it is open and asks about the listener's situation, see
 * {@link isInsightful}.
 */
export function findQuestions({ sentences, isEnglish }: ParsedConversation): Question[] {
  const hasMarks = sentences.some(({ text }) => endsWithQuestionMark.test(text));
  const asks = (sentence: Sentence) =>
    hasMarks ? endsWithQuestionMark.test(sentence.text) : isEnglish && hasQuestionForm(sentence);
  const isEngaging = createEngagementCheck(sentences);
  return sentences.flatMap((sentence, index) => {
    if (!asks(sentence) || (isEnglish && isRhetorical(sentence))) return [];
    return [
      {
        participant_id: sentence.participantId,
        start_ms: sentence.startMs,
        end_ms: sentence.endMs,
        text: sentence.text,
        is_engaging: isEngaging(index),
        is_insightful: isEnglish && isInsightful(sentence),
      },
    ];
  });
}

function isRhetorical({ text, words }: Sentence): boolean {
  const minWords = words.some(isQuestionWord) ? 2 : 3;
  return words.length < minWords || tagQuestion.test(text) || (agreementTag.test(text) && !startsAsking(words));
}
