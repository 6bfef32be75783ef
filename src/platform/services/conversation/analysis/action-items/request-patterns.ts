import { adverbs, oneLine, task, time } from './task-patterns.ts';

/** The look ahead comes first because it is cheap. */
const notAsked = String.raw`\b(?=[cwm])(?<!\b(?:how|what|where|when|why|which|who|that|as)(?: \w+){0,2} )`;
const notTask = oneLine(String.raw`
  (?!see\b|hear|tell (?:me|us)|say|show|explain|repeat|imagine|believe|remember|guess|like|prefer|want|need|agree|describe|walk|
  share (?:your|my|the) screen|consider|reconsider|think|know|have|be (?:able|interested|open))`);

/** Asks for work by its verb. */
const taskRequest = new RegExp(
  oneLine(String.raw`\b(?:${notAsked}(?:can|could|would|will) you(?: guys| all)? ${task}|would you mind ${task}|
  if you (?:could|would)(?: maybe| perhaps)? ${task}|
  i(?: need|'d need|'d like|'d ask| would like| want| would ask) you to ${task}|
  you(?:'ll|'d| will| would)? (?:still )?(?:need to|have to|must|gotta) (?:give|send|get) (?:me|us)\b)`),
);
const plea = new RegExp(`^(?:(?:\\w+ )?\\w+, |and |so |then ){0,2}please ${task}`);
const namedRequest = new RegExp(`\\b(?:can|could|would|will) \\w+ ${task}`);

/** May ask for work: an acceptance tells. */
const lead = String.raw`^(?:(?:and|so|but|then|yes|ok|okay|right|also|well|in that case),? |\w+, ){0,3}`;
const looseRequest = new RegExp(
  oneLine(String.raw`(?:${notAsked}\b(?:can|could|would|will) you(?: guys| all)?(?:,? please,?)? ${adverbs}${notTask}\w+|
  \bwould you mind \w+ing|\bwould you be (?:up for|willing to|okay|ok|able to)|\b(?:any|is there a) chance (?:you|that you|of)|
  ${notAsked}\b(?:can|could|may) (?:i|we) (?:also |please )?(?:get|have|see|speak|talk)\b|
  \bi(?:'d| would)?(?: also)? (?:need|want|like|ask|have to ask) (?:you|from you|to see|to have|the|your)\b|what i(?:'d| would)? need from you|
  \byou(?:'ll|'d| will| would)? (?:still |also )?(?:need to|have to|should|must|owe)\b|
  ${lead}(?:please|send|give|get|let me have|try|drop|forward|write|bring|reach out|put (?:me|us|it)|add|make sure|check|ask|call|tell (?:them|him|her))\b(?! (?:up|in|it a|me (?:until|a|one))\b)|
  \bplease\b|\b(?:would|will|could) you\?$)`),
);

export interface Request {
  /** Whether its words alone show that work is asked for. */
  isTask: boolean;
}

/** Whether a sentence in lower case asks others to do something. */
export function requestIn(text: string, { isNamed }: { isNamed: boolean }): Request | undefined {
  if (taskRequest.test(text) || plea.test(text) || (isNamed && namedRequest.test(text))) return { isTask: true };
  return looseRequest.test(text) ? { isTask: false } : undefined;
}

/** "Let's meet on Thursday": an appointment of all. */
const meeting = new RegExp(
  oneLine(String.raw`
  \b(?:(?:let's|let us|shall we|can we|could we|how about we|we'll|we will) (?:\w+ )?(?:meet|talk|speak|sit together|sit down|
  catch up|reconvene|regroup|get together|have (?:a|another) call|pick this up)|
  (?:let's|let us|shall we|can we) (?:say|do|get (?:\w+ ){1,5}on a call))\b`),
);

export const proposesTime = (text: string) => meeting.test(text) && time.test(text);
