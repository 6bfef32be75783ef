import type { ActionItem, Participant, Question } from '../conversation.ts';
import type { ParsedConversation, Sentence } from '../language/sentence.ts';
import { isSmallTalk } from '../language/small-talk.ts';
import { createSpeakerQuotes } from '../participant-names.ts';

const maxKeySentences = 4;
const maxActionItems = 5;
const maxOpenQuestions = 2;
/** Minimum and maximum length of a quoted sentence, in words. */
const lengths = { min: 6, max: 35 };
/** Number of sentences at the beginning that may name the purpose of the call. */
const openingSentences = 20;
/** Maximum share of the content words of a key sentence that the sentences chosen before it also contain. */
const maxOverlap = 0.5;
/** Minimum score of a key sentence, as a share of the highest score. */
const minCentrality = 0.6;

/** "I'm calling about …", "the goal of this meeting". */
const purpose =
  /\b(?:(?:i|we)(?:['’]m| am|['’]re| are) (?:calling|ringing|here) (?:because|about|to)|i wanted to (?:talk|speak|discuss|ask)|(?:reason|purpose|point|goal|aim) (?:of|for|why)|(?:meeting|call|session|interview) is (?:about|to|for|on)|(?:i|we)(?:['’]d| would) like to (?:talk|discuss|go (?:over|through))|let['’]s talk about|(?:calling|call|here|meet(?:ing)?) (?:about|because of|regarding))\b/i;
/** "We don't know", "let me check". */
const leftOpen =
  /\b(?:(?:i|we) don['’]t know|not sure|no idea|have to (?:check|ask|think)|find out|get back to you|let me check|depends|have(?:n['’]t| not) decided)\b/i;

interface Findings {
  participants: readonly Participant[];
  actionItems: readonly ActionItem[];
  questions: readonly Question[];
}

/**
 * Returns a short extract, with a paragraph per line: who met and why if it was said, the action items with owner and
 * day, the questions that were left open, and the most central sentences in order. Everything is quoted as it was said;
 * nothing is presented as agreed. In languages other than English, the extract has only the most central sentences. It
 * is empty if nothing was said.
 */
export function summarise(
  { sentences, isEnglish }: ParsedConversation,
  { participants, actionItems, questions }: Findings,
): string {
  const { nameOf, quote } = createSpeakerQuotes(participants, { isEnglish });
  if (!isEnglish) return keySentences(sentences).map(quote).join(' ');
  const actionItemStarts = new Set(actionItems.map((item) => item.start_ms));
  const isActionItem = ({ startMs }: Sentence) => actionItemStarts.has(startMs);
  const isReason = ({ text, words }: Sentence) => purpose.test(text) && words.length <= lengths.max;
  const reason = sentences.slice(0, openingSentences).filter(isReason).slice(0, 1);
  const questionStarts = new Set(questions.map((question) => question.start_ms));
  const open = openQuestions(sentences, (one) => questionStarts.has(one.startMs) && !isActionItem(one));
  const more = actionItems.length - maxActionItems;
  const items = [
    ...actionItems
      .slice(0, maxActionItems)
      .map(({ text, due_on: due }) => (due === null ? text : `${text} (due ${due})`)),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ];
  const key = keySentences(sentences.filter((one) => !isActionItem(one) && !reason.includes(one)));
  const parts = { 'Action items': items, 'Open questions': open.map(quote), 'Key sentences': key.map(quote) };
  const paragraphs = Object.entries(parts).flatMap(([label, texts]) =>
    texts.length === 0 ? [] : `${label}: ${texts.join(' ')}`,
  );
  if (paragraphs.length === 0 && reason.length === 0) return '';
  const speakers = [...new Set(sentences.flatMap(({ participantId }) => nameOf(participantId) ?? []))];
  const met = speakers.length > 1 ? [`${new Intl.ListFormat('en').format(speakers)} met.`] : [];
  const opening = [...met, ...reason.map(quote)].join(' ');
  return [...(opening === '' ? [] : [opening]), ...paragraphs].join('\n');
}

/** Questions of the last turn, and questions that another participant answers with "I don't know" or similar. */
function openQuestions(sentences: readonly Sentence[], isQuestion: (sentence: Sentence) => boolean): Sentence[] {
  const evasive = new Map(
    sentences
      .filter(({ text }) => leftOpen.test(text))
      .map(({ turnIndex, participantId }) => [turnIndex, participantId]),
  );
  const isLeftOpen = ({ turnIndex, participantId }: Sentence) =>
    turnIndex === sentences.at(-1)?.turnIndex ||
    [turnIndex + 1, turnIndex + 2].some((next) => evasive.has(next) && evasive.get(next) !== participantId);
  return sentences
    .filter((one) => isQuestion(one) && one.words.length >= lengths.min && !isSmallTalk(one.text) && isLeftOpen(one))
    .slice(-maxOpenQuestions);
}

/**
 * Chooses key sentences greedily by the mean weight of content words, as in SumBasic (Nenkova & Vanderwende, 2005), but
 * the weight of a word is log(1 + number of turns in which it occurs), and short sentences score less.
 */
function keySentences(sentences: readonly Sentence[]): Sentence[] {
  const contentOf = ({ words }: Sentence) => [
    ...new Set(words.flatMap(({ lemma, isContent }) => (isContent ? lemma : []))),
  ];
  const turns = new Map<string, Set<number>>();
  for (const sentence of sentences) {
    for (const lemma of contentOf(sentence)) turns.set(lemma, (turns.get(lemma) ?? new Set()).add(sentence.turnIndex));
  }
  const scored = sentences.flatMap((sentence) => {
    const { length } = sentence.words;
    const content = contentOf(sentence);
    if (length > lengths.max || content.length === 0 || isSmallTalk(sentence.text) || /[?？]["”]?$/.test(sentence.text))
      return [];
    const weight = content.reduce((sum, lemma) => sum + Math.log(1 + (turns.get(lemma)?.size ?? 0)), 0);
    // The summand 2 and the two factors lower the scores of short sentences.
    const score = (weight / (content.length + 2)) * Math.min(1, length / lengths.min) * Math.min(1, content.length / 3);
    return [{ sentence, content, score }];
  });
  const chosen: Sentence[] = [];
  const covered = new Set<string>();
  const minScore = minCentrality * scored.reduce((max, { score }) => Math.max(max, score), 0);
  for (const { sentence, content, score } of scored.toSorted((a, b) => b.score - a.score)) {
    if (chosen.length === maxKeySentences || score < minScore) break;
    if (content.filter((lemma) => covered.has(lemma)).length > maxOverlap * content.length) continue;
    chosen.push(sentence);
    for (const lemma of content) covered.add(lemma);
  }
  return chosen.toSorted((a, b) => a.startMs - b.startMs);
}
