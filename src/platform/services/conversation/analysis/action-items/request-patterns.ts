import { adverbs, joinLines, meetingTimePattern, task } from './task-patterns.ts';

/** Excludes "how can you …". The lookahead comes first because it is cheaper than the lookbehind. */
const notAfterQuestionWord = String.raw`\b(?=[cwm])(?<!\b(?:how|what|where|when|why|which|who|that|as)(?: \w+){0,2} )`;
/** Requests about the conversation itself: "can you see …", "could you explain …". */
const notTask = joinLines(String.raw`
  (?!see\b|hear|tell (?:me|us)|say|show|explain|repeat|imagine|believe|remember|guess|like|prefer|want|need|agree|describe|walk|
  share (?:your|my|the) screen|consider|reconsider|think|know|have|be (?:able|interested|open))`);

/** "could you send …", "I need you to review …". */
const taskRequest = new RegExp(
  joinLines(String.raw`\b(?:${notAfterQuestionWord}(?:can|could|would|will) you(?: guys| all)? ${task}|would you mind ${task}|
  if you (?:could|would)(?: maybe| perhaps)? ${task}|
  i(?: need|'d need|'d like|'d ask| would like| want| would ask) you to ${task}|
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
  ${notAfterQuestionWord}\b(?:can|could|may) (?:i|we) (?:also |please )?(?:get|have|see|speak|talk)\b|
  \bi(?:'d| would)?(?: also)? (?:need|want|like|ask|have to ask) (?:you|from you|to see|to have|the|your)\b|what i(?:'d| would)? need from you|
  \byou(?:'ll|'d| will| would)? (?:still |also )?(?:need to|have to|should|must|owe)\b|
  ${lead}(?:please|send|give|get|let me have|try|drop|forward|write|bring|reach out|put (?:me|us|it)|add|make sure|check|ask|call|tell (?:them|him|her))\b(?! (?:up|in|it a|me (?:until|a|one))\b)|
  \bplease\b|\b(?:would|will|could) you\?$)`),
);

/** A possible request counts only if another speaker accepts. */
export type Request = 'explicit' | 'possible';

/** @param options.hasAddressee whether the sentence names a participant; only then is "can Ann send …" a request */
export function findRequest(text: string, { hasAddressee }: { hasAddressee: boolean }): Request | undefined {
  if (taskRequest.test(text) || pleaseRequest.test(text) || (hasAddressee && namedRequest.test(text)))
    return 'explicit';
  return possibleRequest.test(text) ? 'possible' : undefined;
}

/** "Let's meet", "shall we talk". */
const meetingProposal = new RegExp(
  joinLines(String.raw`
  \b(?:(?:let's|let us|shall we|can we|could we|how about we|we'll|we will) (?:\w+ )?(?:meet|talk|speak|sit together|sit down|
  catch up|reconvene|regroup|get together|have (?:a|another) call|pick this up)|
  (?:let's|let us|shall we|can we) (?:say|do|get (?:\w+ ){1,5}on a call))\b`),
);

/** "Let's meet on Thursday". */
export const proposesMeeting = (text: string) => meetingProposal.test(text) && meetingTimePattern.test(text);
