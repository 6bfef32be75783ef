import type { Sentence } from '../language/sentence.ts';
import { joinLines, normalise } from '../language/normalise.ts';

const timeWords =
  joinLines(String.raw`(?<!\bthe )one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon|midday|lunch|tomorrow|tonight|
  hundred|thousand|\d{1,2}(?::\d\d)?(?:st|nd|rd|th|am|pm)?|(?:twenty|thirty)(?:-\w+)?|\w+teenth|twentieth|thirtieth|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|
  (?:mon|tues|wednes|thurs|fri|satur|sun)day`);
const anyTimeWord = new RegExp(`(?<![\\w'])(?:${timeWords})(?!\\w)`, 'g');
const months = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const lead = '(?:(?:so|then|and|or|well|okay|say|on|at|around|about|maybe|the|this|next),? )*';
/** "The fourth, half past nine, the three of us?", "two o'clock at your place?" */
const timeProposal = new RegExp(
  `^${lead}(?:same time|(?:${timeWords})(?!\\w| (?:of (?!${months})|percent\\b|people|euros|pounds|dollars)\\b(?! \\w+,)))[^?]*\\?$`,
);
const anyDay = joinLines(String.raw`
  (?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|next (?:week|month)|\w+teenth|\d{1,2}(?:st|nd|rd|th)|(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth) of|
  the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|twentieth|thirtieth)|twelfth|twentieth|at (?:noon|half|\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b)(?=[?.,]|$| (?:of|at|in|morning|afternoon|evening|night|noon|then|or|around|for|with|after|instead|suit|work|okay|ok|be|good|fine)\b)`);
/** "How about the twelfth", "does Monday at nine suit you", "are you free tomorrow". */
const timeQuestion = new RegExp(
  joinLines(String.raw`\b(?:how|what) about (?:\w+ ){0,4}?${anyDay}|\b(?:does|would|will|is) (?:\w+ ){0,3}?${anyDay}.{0,30}\b(?:suit|work|okay|ok|good|fine|possible|all right|convenient)\b|
  \b(?:can|could) (?:you|we) (?:do|make|manage)(?: it)? (?:\w+ ){0,3}?${anyDay}|\bnext (?:meeting|call|session|one|time) (?:\w+ ){0,4}?(?:from today|from now|next week|${anyDay})|\bare you (?:free|available|around|in) (?:\w+ ){0,3}?${anyDay}|\bdo you have (?:time|a slot|an hour|half an hour) (?:\w+ ){0,3}?${anyDay}`),
);
const day = new RegExp(`\\b${anyDay}`);
/** "When could it start?" */
const whenQuestion = /\bwhen (?:can|could|shall|should|would|do) (?:you|we|i|it)\b|\bwhat (?:day|date|time)\b/;
const maxWords = 14;
const maxAnswerWords = 6;
/** "Was it three?", "half past ten last night?" */
const aboutPast = /\b(?:was|were|did|had|been|ago|last|yesterday)\b/;
/** What the speakers talk about before they propose a time. */
const meetingCue = new RegExp(
  joinLines(String.raw`\b(?:meet|see you|see (?:her|him|them) |come (?:over|to|by|round|along)|visit|on site|together|call|talk|when (?:can|do|shall|could|should) (?:i|we)|company|appointment|
  the (?:two|three|four) of us|(?:your|my|our) place|in front of|same time|suit you|diary|calendar)\b`),
);
const maxCueDistance = 3;

/** Whether a sentence proposes a day, or a time while the speakers talk about a meeting. */
export function proposesTime(sentences: readonly Sentence[], index: number): boolean {
  const sentence = sentences[index];
  const text = normalise(sentence?.text ?? '');
  if (!sentence || aboutPast.test(text)) return false;
  if (timeQuestion.test(text)) return true;
  if (sentence.words.length > maxWords) return false;
  const before = sentences.slice(Math.max(0, index - maxCueDistance), index).map((one) => normalise(one.text));
  const previous = sentences[index - 1];
  const isShort = sentence.words.length <= maxAnswerWords;
  if (
    isShort &&
    previous &&
    previous.participantId !== sentence.participantId &&
    whenQuestion.test(before.at(-1) ?? '')
  ) {
    if (timeProposal.test(`${text.replace(/[.!?]$/, '')}?`)) return true;
  }
  // "Monday?" after "We open on Monday" asks again.
  const isNew = !before.some((one) => one.includes(day.exec(text)?.[0] ?? ' '));
  return (
    timeProposal.test(text) && ((day.test(text) && isNew) || [...before, text].some((one) => meetingCue.test(one)))
  );
}

/** "Shall I ring you at three? – At three.": whether the beginning of the reply repeats only times that were proposed. */
export function echoesTime(proposal: readonly Sentence[], reply: Sentence): boolean {
  const [start = ''] = normalise(reply.text).split(/[,;.!]/, 1);
  const repeated = start.match(anyTimeWord) ?? [];
  const proposed = new Set(proposal.flatMap(({ text }) => normalise(text).match(anyTimeWord) ?? []));
  const isPlain = !/\?|\b(?:no|not|never|can't|won't|isn't|too|but|busy|impossible)\b/.test(normalise(reply.text));
  return isPlain && repeated.length > 0 && repeated.every((word) => proposed.has(word));
}
