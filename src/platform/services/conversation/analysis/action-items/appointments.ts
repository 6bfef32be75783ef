import type { Sentence } from '../language/sentence.ts';
import { joinLines, normalise } from '../language/normalise.ts';

const timeWords =
  joinLines(String.raw`(?<!\bthe )one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon|midday|lunch|tomorrow|tonight|
  hundred|thousand|\d{1,2}(?::\d\d)?(?:st|nd|rd|th|am|pm)?|(?:twenty|thirty)(?:-\w+)?|\w+teenth|twentieth|thirtieth|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|
  (?:mon|tues|wednes|thurs|fri|satur|sun)day`);
const anyTimeWord = new RegExp(`(?<![\\w'])(?:${timeWords})(?!\\w)`, 'g');
const lead = '(?:(?:so|then|and|or|well|okay|say|on|at|around|about|maybe|the|this|next),? )*';
/** "The fourth, half past nine, the three of us?", "two o'clock at your place?" */
const timeProposal = new RegExp(
  `^${lead}(?:same time|(?:${timeWords})(?!\\w| (?:of|percent|people|euros|pounds|dollars)\\b(?! \\w+,)))[^?]*\\?$`,
);
const maxWords = 14;
/** "Was it three?", "half past ten last night?" */
const aboutPast = /\b(?:was|were|did|had|been|ago|last|yesterday)\b/;
/** What the speakers talk about before they propose a time. */
const meetingCue = new RegExp(
  joinLines(String.raw`\b(?:meet|see you|see (?:her|him|them) |come (?:over|to|by|round|along)|visit|on site|together|call|talk|when (?:can|do|shall|could|should) (?:i|we)|company|appointment|
  the (?:two|three|four) of us|(?:your|my|our) place|in front of|same time|suit you|diary|calendar)\b`),
);
const maxCueDistance = 3;

/** Whether a sentence proposes a time for a meeting without a verb; the sentences before it must be about a meeting. */
export function proposesTime(sentences: readonly Sentence[], index: number): boolean {
  const sentence = sentences[index];
  const text = normalise(sentence?.text ?? '');
  if (!sentence || sentence.words.length > maxWords || !timeProposal.test(text) || aboutPast.test(text)) return false;
  return sentences
    .slice(Math.max(0, index - maxCueDistance), index + 1)
    .some((one) => meetingCue.test(normalise(one.text)));
}

/** "Shall I ring you at three? – At three.": whether the beginning of the reply repeats only times that were proposed. */
export function echoesTime(proposal: readonly Sentence[], reply: Sentence): boolean {
  const [start = ''] = normalise(reply.text).split(/[,;.!]/, 1);
  const repeated = start.match(anyTimeWord) ?? [];
  const proposed = new Set(proposal.flatMap(({ text }) => normalise(text).match(anyTimeWord) ?? []));
  const isPlain = !/\?|\b(?:no|not|never|can't|won't|isn't|too|but|busy|impossible)\b/.test(normalise(reply.text));
  return isPlain && repeated.length > 0 && repeated.every((word) => proposed.has(word));
}
