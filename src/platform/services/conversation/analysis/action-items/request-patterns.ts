import { joinLines } from '../language/normalise.ts';
import { meetingTimePattern } from '../language/time-patterns.ts';
import { adverbs, task, taskVerbs } from './task-patterns.ts';

/** Excludes "how can you …". The lookahead comes first because it is cheaper than the lookbehind. */
const notAfterQuestionWord = String.raw`\b(?=[cwm])(?<!\b(?:how|what|where|when|why|which|who|that|as)(?: \w+){0,2} )`;
/** Requests about the conversation itself: "can you see …", "could you explain …". */
const notTask = joinLines(String.raw`
  (?!see\b|hear|tell (?:me|us)|say|show|explain|repeat|imagine|believe|remember|guess|like|prefer|want|need|agree|describe|walk|
  share (?:your|my|the) screen|consider|reconsider|think|know|have|be (?:able|interested|open))`);

/** Done during the call, such as "open the settings" or "repeat that". */
const inCall =
  joinLines(String.raw`(?:open|pass(?:ing)?|click|scroll|type|try|look at|hold|wait|speak|turn|mute|unmute|read|give (?:me|us) (?:an? )?(?:\w+ )?(?:idea|sense|example|name|number|id|
  second|minute|moment|overview|summary|account|picture)|give (?:me|us) (?:the|your)|talk (?:me|us|about)|speak|elaborate|expand|clarify|introduce yourself|stop|slow|back up|spell|zoom|press|
  refresh|log|restart|plug|come|sit|start|be|do|make it|live with|go|get (?:in|on|to|into)|take (?:a|me|us|one)|work|pick|elaborate|comment|confirm (?:that|your|the)|handle|use|support|see|hear|
  tell(?! (?:them|him|her|my|your|our|the)\b)|say|show|explain|repeat|imagine|believe|remember|guess|like|prefer|want|need|agree|describe|walk|share|consider|reconsider|think|know|have|recommend|rather|mind|ever|please)\b`);
/** "could you send …", "I need you to review …". */
const taskRequest = new RegExp(
  joinLines(String.raw`\b(?:${notAfterQuestionWord}(?:can|could|would|will) (?:you(?: guys| all)?|someone|somebody|anyone|anybody|one of you) ${task}|would you mind ${task}|
  (?:can|could|may|might) i ask you to ${task}|would you be able to ${task}|
  if you (?:could|would)(?: maybe| perhaps)? ${task}|
  i(?:'d| would) (?:be grateful|appreciate it) if you (?:could|would) \w|i(?: need|'d need|'d like|'d ask| would like| want| would ask) you to ${task}|
  you(?:'ll|'d| will| would)? (?:still )?(?:need to|have to|must|gotta) (?:give|send|get) (?:me|us)\b)`),
);
/** "Please send …" */
const pleaseRequest = new RegExp(`^(?:(?:\\w+ )?\\w+, |and |so |then ){0,2}please ${task}`);
/** "Can Ann send …" */
const namedRequest = new RegExp(`\\b(?:can|could|would|will) \\w+ ${task}`);

/** "and then …", "Ann, …". */
const lead = String.raw`^(?:(?:and|so|but|then|yes|ok|okay|right|also|well|in that case),? |\w+, ){0,3}`;
const possibleRequest = new RegExp(
  joinLines(String.raw`(?:${notAfterQuestionWord}\b(?:can|could|would|will) you(?: guys| all)?(?:,? please,?)? ${adverbs}${notTask}\w+|
  \bwould you mind \w+ing|\bwould you be (?:up for|willing to|okay|ok|able to)|\b(?:any|is there a) chance (?:you|that you|of)|
  ${notAfterQuestionWord}\b(?:can|could|may|might) (?:i|we) (?:also |please )?(?:get|have|see|speak|talk)\b|
  \bi(?:'d| would)?(?: also)? (?:need|want|like|ask|have to ask) (?:you|from you|to see(?! you\b)|to have|the|your)\b|what i(?:'d| would)? need from you|\bfor (?:that|this),? (?:i|we|they)(?:'ll|'d| will| would)? (?:also )?(?:need|want)\b|
  \byou(?:'ll|'d| will| would)? (?:still |also )?(?:need to|have to|should|must|owe)\b|
  ${lead}(?:please|send|give|get|let me have|try|drop|forward|write|bring|reach out|put (?:me|us|it)|add|make sure|check|ask|call|tell (?:them|him|her))\b(?! (?:up|in|it a|me (?:until|a|one))\b)|
  \bplease\b|\b(?:would|will|could) you\?$)`),
);

/** "Just send me …", "ping me in January", "remember to …", "have them send …": the sentence begins with a bare verb. */
const imperative = new RegExp(
  joinLines(String.raw`${lead}(?:then )?(?:just |also |please |do )*(?:${taskVerbs}|ping|drop|give (?:me|us|him|her|them)(?! (?:an?|one|two|some) (?:more )?(?:day|week|month|hour|minute|moment|second)s?\b)|have (?!you|i|we|they|to|a|an)(?:\w+ ){1,2}\w+|remember to \w+|don't forget to \w+|
  do me a favou?r|keep|use|put|leave (?:it|that|them) (?:at|in|on|with)|hand (?:me|us|it|them)|pick up|move|cancel)\b`),
);
/** "Could you copy them", "mind sending me …", "it'd be great if you could …", "I was hoping you'd …", "how about you write …". */
const anyRequest = new RegExp(
  joinLines(String.raw`(?:${notAfterQuestionWord}(?:(?:can|could|would|will) you|you couldn't)(?: guys| all)?,?(?: please,?| also| maybe| at least)*|
  \bif you (?:could|would|can)(?: please| also| maybe| just)*|\bi was (?:hoping|wondering) (?:if |whether |that )?you(?:'d| could| would| might)(?: be able to)?|
  ^(?:\w+,? ){0,3}(?:how about|what if|why don't) you|(?:^|[,.] |\bdo you |\bwould you )mind(?= \w+ing\b)|\b(?:any way|think) you could|^(?:(?:and|so|then|but|okay|ok),? )*you(?= (?:send|bring|mail|call|ring|write|let) (?:me|us)\b)) ${adverbs}(?!${inCall})\w+ \S`),
);

/** "Any chance that you mail me that?", "could your electrician let us have it?", "and on my desk at four". */
const indirectRequest = new RegExp(
  joinLines(String.raw`\b(?:any|is there a) chance (?:that )?you(?: could| can|'d| would)? (?!${inCall})\w+ \S|
  \b(?:can|could)(?:n't)? (?:your (?!(?:system|software|app|tool|platform|product|service)\b)\w+|they|it|he|she) (?:let|get|come back|come|send|give|call|ring|write to|look|scan|count) (?:\S+ ){0,3}?(?:us|me|that|those|them|it|back)\b|
  \bon my desk (?:by|at|before|on|first)\b`),
);

/** "Could I get it if I waited until May?" */
const hypothetical = /\bif (?:i|we) (?:\w+ed|were|had|got|took|went|came|gave|did)\b/;

const volunteerQuestion = new RegExp(
  joinLines(String.raw`\bwho(?:'s (?:doing|taking|writing|bringing|calling|going to)| (?:can|could|will|would|wants to|is going to) (?!(?:like to |want to )?(?:go|start|begin|share|say)\b))|
  \b(?:some|any)(?:one|body) (?:has|needs|should|must|ought|will have)\b|\bany volunteers\b`),
);
/** "Who can take the notes?", "somebody needs to tell them". */
export const seeksVolunteer = (text: string) => volunteerQuestion.test(text);

/** "Give my love to Ann", "take care". */
const farewell = /^(?:\w+,? ){0,2}(?:give (?:my|our) (?:love|best|regards)|take care|say hi)\b/;

/** A possible request counts only if another speaker promises it, a plain request also if another speaker agrees to it. */
export type Request = 'explicit' | 'plain' | 'possible';

/** @param options.hasAddressee whether the sentence names a participant; only then is "can Ann send …" a request */
export function findRequest(text: string, { hasAddressee }: { hasAddressee: boolean }): Request | undefined {
  if (taskRequest.test(text) || pleaseRequest.test(text) || (hasAddressee && namedRequest.test(text)))
    return 'explicit';
  if (hypothetical.test(text) || farewell.test(text)) return undefined;
  if (!/\bnow[.?!]?$/.test(text) && (anyRequest.test(text) || indirectRequest.test(text))) return 'plain';
  if (imperative.test(text)) return /\b(?:me|us|please|will you|would you|favou?r)\b/.test(text) ? 'plain' : 'possible';
  return possibleRequest.test(text) ? 'possible' : undefined;
}

const offered = String.raw`(?!ask (?:you|an?|one|something|another)\b|spell|interrupt|add|jump|share|say|start|begin|go|show|help|see|tell|be|do|only|come|try|stop|have|get you|bring up|explain|imagine|understand|think|live|hear|give you (?:an?|some)\b)`;
/** "Should I send …?", "do you want me to …", "I'm happy to …", "I can …", "would you like the slides?" */
const offer = new RegExp(
  joinLines(String.raw`(?:\b(?:should|shall) i (?=${task})${offered}\w+ \S|\b(?:do you |would you )?(?:want|like) (?:me|us) to ${adverbs}${offered}\w+|
  \bwould you like (?:a copy|the|our|some) \w|\bi(?:'m|'d be| would be| am) (?:also )?happy to ${adverbs}${offered}\w+ \S|
  (?:^|[,;.] |\b(?:and|so|but) )(?:i (?:can|could)|we (?:can|could)(?=.{0,80}\byour?\b)) (?:also |always )?(?=${task})${offered}\w+ \S)`),
);

/** "Shall I put one aside?", "I can change that", "I'd come over to you on Friday", "we could lend you one for a week". */
const plainOffer = new RegExp(
  joinLines(String.raw`\b(?:should|shall) i (?!is\b|just\b|${inCall})(?!${offered.slice(3)}\w+ \S|
  (?:^|[,;.] |\b(?:and|so|but|then) )(?:i|we) (?:can|could) (?:also )?(?:change|put|lend|move|swap|carry|drop|fetch|collect|swing by|pop (?:over|round|in)) \S|
  (?:^|[,;.] |\b(?:and|so|but|then) )(?:i|we) (?:can|could) (?:also )?(?!do\b|have\b|handle|use\b|recommend|assure|promise|offer)(?!${offered.slice(3)}\w+ (?:\w+ )?you\b|
  (?:^|[,;.] |\b(?:and|so|but|then|before|be) )i(?:'d| could| can| would) (?:come|pop|drop|drive|swing) (?:over|by|round|in)\b`),
);

/** "Do you want the link?", but not "do you want the blue or the red one?" */
const thingOffer = /\b(?:do|would) you (?:want|like) (?:the|a copy of|a|our|my|some) (?!(?:\S+ ){0,8}or\b)\w/;

export const offersThing = (text: string) => thingOffer.test(text);

const anyOffer = new RegExp(
  String.raw`(?:^|[,;.] |\b(?:and|so|but|then) )(?:i|we)(?:'d| could| can| would)(?: also| always)? (?!not\b|never|assure|eat|drink|${inCall})(?!${offered.slice(3)}\w+ \S`,
);
/** Any other verb, if the other side asks for it: "I could ask my brother. – Yes, please." */
export const offersAnything = (text: string) => anyOffer.test(text);

export const offersTask = (text: string) => [offer, plainOffer].some((pattern) => pattern.test(text));

/** "Let's meet", "shall we talk". */
const meetingProposal = new RegExp(
  joinLines(String.raw`
  \b(?:(?:let's|let us|shall we|can we|could we|how about we|we'll|we will) (?:\w+ )?(?:meet|see each other|talk|speak|sit together|sit down|
  catch up|reconvene|record|regroup|get together|have (?:a|another) call|pick this up)|
  (?:let's|let us|shall we|can we) (?:say|do|get (?:\w+ ){1,5}on a call))\b`),
);

/** "Let's meet on Thursday". */
export const proposesMeeting = (text: string) => meetingProposal.test(text) && meetingTimePattern.test(text);
