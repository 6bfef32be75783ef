import { joinLines } from '../language/normalise.ts';

/** All of these patterns expect text from `normalise`. */

export const taskVerbs = joinLines(String.raw`
  send|e-?mail|mail|forward|share(?! (?:your|my|the|a) screen)|circulate|distribute|prepare|write(?! down| about)|draft|document|schedule|
  book|reserve|arrange|organi[sz]e|set(?:ting)? up|call|contact|phone|ring|text|message|courier|follow up|check (?:with|whether|if|on|in)|
  double-check|confirm|update|review|revise|investigate|research|look into|find out|figure out|escalate|chase|nudge|
  get(?:ting)? back|come back to|report back|reach out|speak (?:to|with)|talk to|ask (?:around|\w+ (?:to|if|whether))|
  introduc(?:e|ing)|connect|put (?:you|\w+ and \w+) in touch|loop in|invite|remind|request|raise|
  put (?:it|this|that|the|my|our)[^.?!]{0,60} (?:folder|online|document|calendar|wiki|drive|website)|
  putting the minutes|get (?:it|this|that|them|you|us|me)\b|submit|upload|deliver|ship|order|buy|fix|
  implement|finish|finali[sz]e|complete|compile|collect|put together|come up with|work (?:on|out)|take care of|sort out|
  test|install|sign|copy|mark|file|hire|recruit|post|publish|let (?:\w+ ){1,4}know|bring|create|make sure|provid(?:e|ing)|print|
  give \S+ (?:\w+ )?an? (?:call|ring|heads[ -]up|update|shout)|keep \w+ (?:posted|informed|updated|warm)|
  export|quote|add|sit down with|take (?:it|this|that|the \w+)(?: \w+){0,3} (?:to|up with)|run (?:it|this|that|them)(?: \w+)? (?:by|past)`);
const adverb =
  'just|also|mostly|mainly|then|definitely|probably|certainly|please|quickly|personally|gladly|happily|now|at least|first|try to|try and|go ahead and|go and|be';
export const adverbs = `(?:(?:${adverb}) )*`;
export const task = `${adverbs}(?:${taskVerbs})(?:ing)?\\b`;
