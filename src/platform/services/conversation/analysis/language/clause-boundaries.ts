import { joinLines } from './normalise.ts';

/** In words. A longer sentence without commas is probably from a machine transcript. */
const maxUnpunctuated = 14;

const subject = String.raw`(?:i|we|you|he|she|it|they|there|that|this|those|these|the|our|my|your|what|if|nobody|everybody|everyone)(?:['’]\w+)?(?![\w'’-])`;
const boundary = joinLines(String.raw`
  (?<=[,;:…])\s+|\s+[–—-]\s+|\s+(?=(?:and|but|so|then|while|though|unless) (?:then |that |if |so )?${subject})|
  \s+(?=(?:because|cause|which|although|whereas|otherwise|provided|unless|and then)\b)`);
/** Words after which a subject does not begin a new clause: "because we", "is the". */
const continuing = joinLines(String.raw`
  and|but|so|then|if|when|that|because|cause|what|how|where|which|who|than|as|like|do|did|can|could|would|will|is|are|was|the|of|to|for|with|in|on|at|by|
  say|says|said|think|know|until|before|after|once|why|not|just`);
const newSubject = joinLines(String.raw`
  (?<!\b(?:${continuing})) (?=(?:i|we|you|he|she|it|they|there|that|those)['’]\w+ |
  (?:i|we|they|he|she|there) (?:have|has|had|are|were|was|is|can|could|need|want|pay|think|know|call|said|do|don['’]t)\b|
  its (?:between|about|around|more|like|all|not) |you (?:filled|wrote|mentioned|asked|said)\b|(?:an?|the|my|mr|mrs|your|our) (?:\w+ ){1,3}(?:is|are|was|were|has|had|gets|says|said|told|won't|can't) )`);
const boundaries = {
  punctuated: new RegExp(boundary, 'gi'),
  unpunctuated: new RegExp(`${boundary}|${newSubject}`, 'gi'),
};

/** Splits a sentence at commas, conjunctions and dashes; the pieces need not be clauses of their own. */
export function splitClauses(text: string): string[] {
  const isPunctuated = /[,;:.?!…]\s/u.test(text) || text.split(' ').length <= maxUnpunctuated;
  return text.split(isPunctuated ? boundaries.punctuated : boundaries.unpunctuated).filter((piece) => piece !== '');
}
