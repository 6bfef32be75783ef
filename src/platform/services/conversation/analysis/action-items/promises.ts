import { joinLines } from '../language/normalise.ts';
import { namesDeadline } from './due-day.ts';

/** Recognises promises of tasks in English. All patterns expect text from `normalise`. */

export const taskVerbs = joinLines(String.raw`
  send|e-?mail|mail|forward|share(?! (?:your|my|the|a) screen)|circulate|distribute|prepare|write(?! down| about)|draft|document|schedule|
  book|reserve|arrange|organi[sz]e|set(?:ting)? up|call|contact|phone|ring|text|message|courier|follow up|check (?:with|whether|if|on|in)|
  double-check|confirm|update|review|revise|investigate|research|look into|find out|figure out|escalate|chase|nudge|
  get(?:ting)? back|come back to|report back|reach out|speak (?:to|with)|talk to|ask (?:around|\w+ (?:to|if|whether))|
  introduc(?:e|ing)|connect|put (?:you|\w+ and \w+) in touch|loop in|invite|remind|request|raise|
  putting the minutes|get (?:it|this|that|them|you|us|me)\b|submit|upload|deliver|ship|order|buy|fix|
  implement|finish|finali[sz]e|complete|compile|collect|put together|come up with|work (?:on|out)|take care of|sort out|
  test|install|sign|copy|mark|file|hire|recruit|post|publish|let (?:\w+ ){1,4}know|bring|create|make sure|provid(?:e|ing)|print|
  give \S+ (?:\w+ )?an? (?:call|ring|heads[ -]up|update|shout)|keep \w+ (?:posted|informed|updated|warm)|
  export|quote|add|sit down with|take (?:it|this|that|the \w+)(?: \w+){0,3} (?:to|up with)|run (?:it|this|that|them)(?: \w+)? (?:by|past)`);
const adverb =
  'just|also|mostly|mainly|then|definitely|probably|certainly|please|quickly|personally|gladly|happily|now|at least|first|try to|try and|go ahead and|go and|be';
export const adverbs = `(?:(?:${adverb}) )*`;
export const task = `${adverbs}(?:${taskVerbs})(?:ing)?\\b`;

/** "I'll", "I promise to". */
const shortFuture = String.raw`\bi(?:'ll| will| shall| promise to)`;
/** "I'll", "I'm going to". */
const future = String.raw`(?:${shortFuture}|\bi(?:'m| am) (?:gonna|going to))`;

/** Announcements about the call, opinions and figures of speech. */
const notPromised = joinLines(String.raw`
  (?:be (?!\w+ing\b)|say|listen|admit|never|not|see(?! (?:if|whether|to it|about|what i can)\b)|believe|think|know|need|want|ha(?:ve |f)(?:to|ta|more)|
  miss|love|like|hate|assume|guess|bet|remember|forget|wonder|agree|understand|hear|feel|die|live|learn|lose|win|
  explain|repeat|continue|come back to (?:the|that|this|it)\b|skip|move on|suggest|mention|sleep|sit (?!down with|with)|hope|suppose|i|we|you|the|an?|
  walk (?:you|us)|be (?:able|honest)|catch|just pay|find out on|tell you (?:straight|right|now)|\w+ the kettle|come with my|
  share my (?:screen|desktop|slides|view)|take (?:this|the|a|an|another) (?:opportunity|moment|minute|second|break|guess)|
  (?:ask|give) (?:\S+ ){0,5}(?:question(?! (?:back|to|away))|overview|example|quote|chance))\b`);

/** Verbs that often refer to the call or the next minutes, so they need a deadline. */
const ambiguous = String.raw`(?:be|try|show|share|tell you|give(?! (?:you|him|her|them) (?:their|his|her) )|ask (?:\w+ )?(?:you|an?|one|another|this|that|some|more)|pass|go(?! over| through| after| back to .{1,40}\b(?:and|with)\b)|keep(?! an eye| you posted| chasing)|get (?:in|to|into|started|on to|an?\b)|do (?:it|something|anything|my best)|look at (?:it|this|that)|let|make (?:it|this)|find (?:it|this|that)|draw|pause|read|hold|leave|watch|return|switch|stop|start|begin|answer|wait|end|stay|hand|see|just)\b`;

/** "I'll send …", "I'm going to call …" */
const taskPromise = new RegExp(`${future} (?!${adverbs}${notPromised})${task}`);
/** Also "I'll pick it up", "I'll try the office and call you back". */
const anyPromise = new RegExp(
  `${shortFuture} (?!${adverbs}${notPromised})${adverbs}(?:(?!${ambiguous})\\S+ \\S|\\S+ [^,.;]{1,60}\\band (?:then )?${task})`,
);
const datedPromise = new RegExp(`${future} (?!${adverbs}${notPromised})${adverbs}\\S+`);

/** Promises in other words than "I'll": tasks that the speaker takes over. */
const otherPromises = [
  /** "Let me check with Ann", "let me see and come back to you". */
  String.raw`\blet me (?:${task}|.{1,80}\b(?:and|then) (?:i'll )?(?:then )?(?:(?:get|come|report) back|let you know|call you|write to you)\b)`,
  String.raw`\bwhat i(?:'ll| will|'m going to) do is \w`,
  /** "Leave it to me", "that's my job, I suppose", "the cake's mine". */
  String.raw`\bleave (?:it|that|this|them|the \w+) (?:to|with) (?:me|us)\b|^(?:and |then |so )*that(?:'s| is) (?:my job|mine),? (?:then|i (?:suppose|guess|think|reckon))\b|^(?:and |then |so )*the (?!(?:fault|mistake|error|pleasure|idea|choice|first|last|house|car|blame)\b)\w+(?: \w+)?(?:'s| is| are) mine(?=[.,!]|$)`,
  /** "I'm booking that for you". */
  String.raw`\bi(?:'m| am) ${adverbs}(?:(?:gett|send|book|pass|tak|mail|bring|forward|credit|order|refund|transferr)ing (?:\S+ ){1,8}(?:to|for|off) (?:you|them|him|her|our|your|the)\b|putting (?:you|your|his|her|their) (?:\w+ )?(?:forward|before|to|on)\b)(?!.{0,40}\b(?:chat|screen|hold|mute|now)\b)`,
  /** "You'll hear from me", "expect it in your inbox". */
  String.raw`(?:\byou(?:'ll| will| shall)(?: also)?(?: all| both| two)? (?:have|get|receive|hear|find|see)|\b(?:and|so|then|what) you're (?:getting|having)|(?:^|[,.] |\byou can |\bso )expect) .{0,120}\b(?:from (?:me|us)|in your (?:inbox|mail|post|folder)|in writing|on your desk|through your (?:door|letterbox))\b`,
  /** "It'll be with you", "they are on their way". */
  String.raw`(?:\b(?:will|shall|is|are|(?:it|that|they|\w+)(?:'ll|'s|'re))(?: be)?(?: all| both)? (?:with you|in (?:your|everyone's) (?:inbox|mail)|on your desk|coming your way|in the post|on the way to you|on (?:its|their) way)|^(?:on (?:its|their) way|coming your way))\b`,
].map((source) => new RegExp(source));

const datedPromises = [
  /** "I'm ringing the office." */
  String.raw`\b(?:i(?:'m| am)|we(?:'re| are)(?= (?:send|shipp|order|bring|refund|replac|credit)ing)) ${adverbs}(?:${task}|(?!(?:go|do|hav|be|com|hop|think|look|wait|try|see|say|us|work|stay|meet|read)ing\b)\w+ing (?:it|that|this|them|those|you|him|her|the|an?|your|my|our|his|their|both|everyone)\b)`,
  /** "Then I call them." */
  String.raw`(?:^|[,;.] |\b(?:then|and|so|yes|okay),? )i (?:${task}|(?:get|bring|take|carry|drive|fetch|hand|deliver|finish|send|mail) )`,
  /** "I need to send it by Friday", "I can bring it on Monday". */
  String.raw`\bi (?:(?:need|have|plan|intend) to|can) ${adverbs}${task}`,
  /** "Everyone gets the minutes", but not "did you get home". */
  String.raw`(?<!\b(?:did|do|when|if|once|until|before|after|what|where|how) )\b(?:you|everyone|everybody)(?:(?:'ll| will| shall| can)? (?:also )?(?:have|gets?|receive) (?!to\b|home\b|there\b|up\b)|'re (?:getting|having) (?:it|them|that|one|the|a)\b)`,
].map((source) => new RegExp(source));

/** "I'll send …", "let me check with …", "you'll have it by Friday". */
export function promisesTask(text: string): boolean {
  const isDated = namesDeadline(text);
  const dated = isDated ? [...datedPromises, datedPromise] : [];
  return [...otherPromises, taskPromise, anyPromise, ...dated].some((pattern) => pattern.test(text));
}
