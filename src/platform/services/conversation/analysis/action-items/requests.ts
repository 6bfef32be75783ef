import { joinLines, matches } from '../language/normalise.ts';
import { namesDeadline } from './due-day.ts';
import { adverbs, taskVerbs } from './promises.ts';

/** Recognises requests, offers and proposals, which another speaker must accept. Expects text from `normalise`. */

/** Excludes "how can you …". The lookahead comes first because it is cheaper than the lookbehind. */
const notAfterQuestionWord = String.raw`\b(?=[cw])(?<!\b(?:how|what|where|when|why|which|who|that|as)(?: \w+){0,2} )`;
/** Tasks that are done during the call, such as "open the settings" or "repeat that". */
const inCall =
  joinLines(String.raw`(?:open|pass(?:ing)?|click|scroll|type|try|look at|hold|wait|speak|turn|mute|unmute|read|give (?:me|us) (?:an? )?(?:\w+ )?(?:idea|sense|example|name|number|id|
  second|minute|moment|overview|summary|account|picture)|give (?:me|us) (?:the|your)|talk (?:me|us|about)|elaborate|expand|clarify|introduce yourself|stop|slow|back up|spell|zoom|press|
  refresh|log|restart|plug|come|sit|start|be|do|make it|live with|go|get (?:in|on|to|into)|take (?:a|me|us|one)|work|pick|comment|confirm (?:that|your|the)|handle|use|support|see|hear|
  tell(?! (?:them|him|her|my|your|our|the)\b)|say|show|explain|repeat|imagine|believe|remember|guess|like|prefer|want|need|agree|describe|walk|share|consider|think|know|have|recommend|rather|mind|ever|please)\b`);

/** "And then …", "Ann, …". */
const lead = String.raw`^(?:(?:and|so|but|then|yes|ok|okay|right|also|well|in that case),? |\w+, ){0,3}`;
/** "Could you send …", "I need you to …", "please forward …", "on my desk by Friday". */
export const requestsTask = matches(String.raw`
  (?:${notAfterQuestionWord}(?:can|could|would|will) you(?: guys| all)?,?(?: please,?| also| maybe| at least)*|\bi(?:'d| would)? (?:need|like|want) you to|
  \bif you (?:could|would|can)(?: please| also| maybe| just)*|\bi was (?:hoping|wondering) (?:if |whether |that )?you(?:'d| could| would| might)|
  ^(?:\w+,? ){0,3}(?:how about|what if|why don't) you|(?:^|[,.] |\bdo you |\bwould you )mind(?= \w+ing\b)|\b(?:any way|think) you could|
  \b(?:any|is there a) chance (?:that )?you(?: could| can|'d| would)?) ${adverbs}(?!${inCall})\w+ \S|
  ${notAfterQuestionWord}(?:can|could) (?:your (?!(?:system|software|app|tool|platform|product|service)\b)\w+|they|it|he|she) (?:let|get|come back|come|send|give|call|ring|write to|look|scan|count) (?:\S+ ){0,3}?(?:us|me|that|those|them|it|back)\b|
  \bon my desk (?:by|at|before|on|first)\b|
  ${lead}(?:then )?(?:just |also |please |do )*(?:${taskVerbs}|ping|drop|give (?:me|us|him|her|them)(?! (?:an?|one|two|some) (?:more )?(?:day|week|month|hour|minute|moment|second)s?\b)|have (?!you|i|we|they|to|a|an)(?:\w+ ){1,2}\w+|
  remember to \w+|don't forget to \w+|keep|use|put|leave (?:it|that|them) (?:at|in|on|with)|hand (?:me|us|it|them)|pick up|move|cancel)\b`);

/** The beginning of an offered task. Excludes what is done during the call: "should I share my screen?" */
const offered = String.raw`(?!ask (?:you|an?|one|something|another)\b|spell|interrupt|add|jump|share|say|start|begin|go|show|help|see|tell|be|do|only|come|try|stop|have|get you|bring up|explain|imagine|understand|think|live|hear|is\b|just\b|not\b|never|assure|eat|drink|handle|use\b|recommend|promise|offer|give you (?:an?|some)\b|${inCall})`;
/** "Should I send …?", "do you want me to …", "I can change that", "I'd come over to you on Friday". */
export const offersTask = matches(String.raw`
  \b(?:should|shall) i ${offered}\w+ \S|\b(?:do you |would you )?(?:want|like) (?:me|us) to ${adverbs}${offered}\w+|\bi(?:'m|'d be| would be| am) (?:also )?happy to ${adverbs}${offered}\w+ \S|
  (?:^|[,;.] |\b(?:and|so|but|then) )(?:i|we) (?:can|could) (?:also |always )?${offered}\w+ \S|
  (?:^|[,;.] |\b(?:and|so|but|then|before|be) )i(?:'d| could| can| would) (?:come|pop|drop|drive|swing) (?:over|by|round|in)\b`);

const meeting = matches(String.raw`
  \b(?:let's|let us|shall we|can we|could we|how about we|we'll|we will) (?:\w+ )?(?:meet|see each other|talk|speak|sit down|catch up|reconvene|get together|have (?:a|another) call|pick this up|say|do)\b`);

const month = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const timeWord = String.raw`one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|noon|midday|lunch|tomorrow|tonight|\d{1,2}(?::\d\d)?(?:st|nd|rd|th|am|pm)?|(?:twenty|thirty)(?:-\w+)?|\w+teenth|twentieth|thirtieth|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|(?:mon|tues|wednes|thurs|fri|satur|sun)day`;
/** Excludes "half of it" and "ten people", but not "first of May" and "ten people Friday, okay". */
const notCounting = String.raw`(?!\w| (?:of (?!${month})|percent\b|people|euros|pounds|dollars)\b(?! \w+,))`;
/** "The fourth, half past nine, the three of us?", "how about Monday?", "does Monday at nine suit you?" */
export const proposesTime = matches(String.raw`
  ^(?:(?:so|then|and|or|well|okay|say|on|at|around|about|maybe|the|this|next),? )*(?:same time|(?:${timeWord})${notCounting})[^?]*\?$|
  \b(?:how|what) about (?:\w+ ){0,4}?(?:${timeWord})\b|\b(?:does|would|will|is) (?:\w+ ){0,3}?(?:${timeWord})\b.{0,30}\b(?:suit|work|okay|ok|good|fine|possible|convenient)\b`);
const anyTimeWord = new RegExp(`(?<![\\w'])(?:${timeWord})(?!\\w)`, 'g');

/** "Let's meet on Thursday". */
export const proposesMeeting = (text: string) =>
  meeting(text) && (namesDeadline(text) || text.match(anyTimeWord) !== null);

/** "Shall I ring you at three? – At three.": whether the beginning of the reply repeats only times that were proposed. */
export function echoesTime(proposal: string, reply: string): boolean {
  const [beginning = ''] = reply.split(/[,;.!]/, 1);
  const repeated = beginning.match(anyTimeWord) ?? [];
  const proposed: readonly string[] = proposal.match(anyTimeWord) ?? [];
  const isPlain = !/\?|\b(?:no|not|never|can't|won't|isn't|too|but|busy|impossible)\b/.test(reply);
  return isPlain && repeated.length > 0 && repeated.every((word) => proposed.includes(word));
}
