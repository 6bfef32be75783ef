/** The sentences in which people take on work, as regular expressions over English speech. */

/** What is done after a meeting; "go", "say", "see" and "remind" are promised within it. */
const taskVerbs = String.raw`
  send|e-?mail|mail|forward|share(?! (?:your|my|the|a) screen)|circulate|distribute|prepare|write(?! down| about)|draft|document|schedule|
  book|arrange|organi[sz]e|set(?:ting)? up|call|contact|phone|ring|follow up|check (?:with|whether|if|on|in)|
  double-check|confirm with|update|review|revise|investigate|research|look into|find out|figure out|
  get(?:ting)? back|report back|reach out|speak (?:to|with)|talk to|ask (?:around|\w+ (?:to|if|whether))|
  put (?:it|this|that|the|my|our)[^.?!]* (?:folder|online|document|calendar|wiki|drive|website)|
  putting the minutes|get (?:it|this|that|them) (?:out|over|back|to)|submit|upload|deliver|ship|order|buy|fix|
  implement|finish|finali[sz]e|complete|compile|collect|put together|come up with|work on|take care of|sort out|
  test|install|sign|file|hire|recruit|post|publish|let \w+ know|bring|create|make sure|provide|print`.replace(
  /\n */g,
  '',
);
const adverbs = `(?:(?:just|also|then|definitely|probably|certainly|please|quickly|personally|try to|go ahead and|go and|be) )*`;
export const task = `${adverbs}(?:${taskVerbs})(?:ing)?\\b`;

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const day = [
  '(?:(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|noon',
  'next (?:week|month|meeting|time)|the (?:next meeting|weekend)',
  '(?:the )?end of (?:the |this )?(?:day|week|month|quarter|year)',
  String.raw`the (?:\d{1,2}|first|second|third)(?:st|nd|rd|th)?|(?:${months})\b)`,
].join('|');
export const deadline = new RegExp(
  `\\b(?:(?:by|before|until|till|for|on) ${day}|tomorrow|tonight|today|next week|this (?:week|afternoon|evening)|asap|as soon as possible)`,
  'i',
);

export const marker =
  /^(?:so |okay |and )*(?:action items?|action points?|to-?dos?|next steps?|follow-?ups?)(?: (?:is|are|for \w+(?: is)?))?\s*[:,-]?\s+(?=\w+ \w+)/i;
export const own = new RegExp(
  `(?<!\\b(?:what|how|where|that|when) )\\bi(?:['’]ll| will| shall|['’]m gonna|['’]m going to| am going to| promise to| can) ${task}`,
  'i',
);
export const ownWeak = /\bi can /i;
export const request = new RegExp(
  `\\b(?:(?:can|could|would|will) you(?: guys| all)? ${task}|would you mind ${task}|i(?: need|['’]d like| would like| want) you to ${task})`,
  'i',
);
export const plea = new RegExp(`^(?:[\\w ]{1,30}, )?(?:and |so |then )?please ${task}`, 'i');
export const duty = new RegExp(`\\byou(?:['’]ll| will)?(?: need to| have to| should| must| gotta) ${task}`, 'i');
/** What a team has to do in general, and what it has to do next, are told apart by the day. */
export const vague =
  /\b(?:make sure|work(?:ing)? on|take care|create|bring|provide|call|ask|figure out|come up with)\b/i;
export const ours = new RegExp(
  `\\bwe(?:['’]ll| will)?(?: also| still| really)?(?: need to| have to| must| gotta|['’]ve got to) ${task}`,
  'i',
);
export const oursWeak = new RegExp(
  `\\b(?:we should|let['’]s|we can|we['’]ll|we will|we['’]re gonna|we['’]re going to) ${task}`,
  'i',
);
export const conditional =
  /\b(?:if (?:i|we|you)|would have|could have|should have|used to|(?:will|'ll|’ll|would|can|could|need|have) ?n[o'’]?t|won['’]t|never)\b/i;
