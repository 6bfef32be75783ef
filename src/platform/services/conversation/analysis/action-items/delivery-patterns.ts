import { joinLines } from '../language/normalise.ts';

/** All of these patterns see a promise from the side of its receiver: "you'll have it by Friday". */

const destination = String.raw`(?:from (?:me|us)|in your (?:inbox|mail|post|folder)|in writing|on your desk|through your (?:door|letterbox))\b`;
/** "You'll hear from me", "expect it in your inbox", "what you're getting from me is …". */
const announcedDelivery = new RegExp(
  joinLines(String.raw`
  (?:\byou(?:'ll| will| shall)(?: also)?(?: all| both| two)? (?:have|get|receive|hear|find|see)|\b(?:and|so|then|what) you're (?:getting|having)|
  (?:^|[,.] |\byou can |\bso )expect) .{0,120}\b${destination}`),
);
/** "Then you get the notes from me", not "the mails that you get from me". */
const presentDelivery =
  /(?:^|[,;.] |\b(?:and|so|then),? )you(?: all| both| two)? (?:get|have|hear|receive) (?:\S+ ){0,12}?from (?:me|us|our \w+)\b(?! every| each)/;
/** "All of that reaches you by mail." */
const reachesReceiver =
  /\b(?:reaches you|will reach you|lands (?:on your desk|in your inbox)|(?:comes|goes) to you (?:by|from))\b/;
/** "It'll be with you", "they are on their way". */
const inTransit = joinLines(String.raw`
  \b(?:will|shall|is|are|(?:it|that|they|\w+)(?:'ll|'s|'re))(?: be)?(?: all| both)? (?:with you|in (?:your|everyone's) (?:inbox|mail)|
  on your desk|on (?:its|their) way|on the way to you|coming your way|in the post)\b`);
const delivery = new RegExp(`${inTransit}|^(?:on (?:its|their) way|coming your way)\\b`);
/** "You'll get them", "you'll have it well before." */
const pronounDelivery =
  /(?:^|[,.] )(?:then )?you(?:'ll| will) (?:also )?(?:get|have|receive) (?:it|them|that|those|one|both|all of (?:it|them))(?: (?:well )?(?:before(?:hand)?|soon|shortly|first thing|then|from me|in writing))?[.!]?$/;

/** "You'll get them today with the photos", "it goes out tomorrow", "they'll be with you at noon". */
const deliveredPronoun = new RegExp(
  joinLines(String.raw`
  ^(?:(?:and|then|so),? )?(?:you(?:'ll| will)? (?:also )?(?:get|have|receive) (?:it|them|that|those|both)\b|
  (?:it|they|that|those|both) (?:go(?:es)? out|reach(?:es)? you)\b|(?:it|they|that|those|both)(?:'ll| will) be (?:with you|in your|on your|there|ready|done)\b)`),
);
export const deliversPronoun = (text: string) => deliveredPronoun.test(text);

export const deliveries = [announcedDelivery, presentDelivery, reachesReceiver, delivery, pronounDelivery];

/** "Everyone gets the minutes", "you're having it", but not "did you get home". */
const receipt = joinLines(String.raw`
  (?<!\b(?:did|do|when|if|once|until|before|after|what|where|how) )\b(?:you|everyone|everybody)(?:(?:'ll| will| shall| can)? (?:also )?(?:have|gets?|receive) (?!to\b|home\b|there\b|up\b)|'re (?:getting|having) (?:it|them|that|one|the|a)\b)`);
/** "The offer goes out tomorrow", but not "that goes out tomorrow": nothing says that the speaker sends it. */
const dispatch = String.raw`(?:\bgo(?:es)? out to you |(?<!\b(?:it|that|this) )\bgo(?:es)? out )(?:by \w+ )?(?:today|tonight|tomorrow|this|on|by|first)\b`;
/** "It'll be up for review by lunch", "the numbers are there before I go", "they're in there tonight". */
const completion = joinLines(String.raw`
  (?<!\b(?:if|when|once|until|hope|think|whether|as soon as) )(?:\b(?:it|that|this|they|those)(?:'ll| will) be (?:up|there|in there|ready|done|finished|fixed|online|yours)\b|
  \b(?:it's|they're) in there\b|(?:^|[,.] |\bso )(?:the|your) \w+ (?:is|are|will be) (?:there|ready|done|up|out) (?:by|before|tonight|today|tomorrow|this)\b)`);

/** Promises only in a sentence with a deadline. */
export const datedDeliveries = [receipt, dispatch, completion].map((source) => new RegExp(source));
