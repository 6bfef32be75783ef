import { capitalise } from './normalise.ts';

/** {vocalsound}, [laughter], <inaudible>. */
const annotation = /\{[^{}]{0,40}\}|\[[^[\]]{0,40}\]|<[^<>]{0,40}>/g;

/** A long run without a space, for which the tokeniser takes quadratic time. */
const longRun = /\S{80}/gu;

/** "uh", "erm", "mm-hmm". */
const filledPause =
  /(?<![\w'’-])(?:(?:mm?|uh) ?-? ?(?:hm+|huh|mm+)|u+h+|u+m+|uhm|e+rm?|m+h*m+|h+m+)(?![\w'’-])(?: ?[,.](?= ))?/gi;
/** Repeated numbers are not removed: "five five" can be part of a phone number. */
const numberWord = /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)\b/i;
/** A whole word, because partial matches would cause backtracking within long words. */
const spokenWord = String.raw`[\p{L}'’]+(?![\w'’])`;
/** One to three words said twice or more in a row. */
const repetition = new RegExp(
  String.raw`(?<![\w'’])(${spokenWord}(?: ${spokenWord}){0,2})(?:(?: ?[,-])? \1(?![\w'’]))+`,
  'giu',
);

/** Contractions that form no other common word without their apostrophe: "dont", but not "well". */
const contractions = new Map(
  `I'm I've I'd've don't doesn't didn't can't couldn't wouldn't shouldn't isn't aren't wasn't weren't hasn't haven't
  hadn't won't that's there's what's who's he's she's you're you've you'll they're they've they'll that'll it'll we've
  y'all`
    .split(/\s+/)
    .map((word) => [word.replaceAll("'", '').toLowerCase(), word]),
);
const bareContraction = new RegExp(`(?<![\\w'’-])(?:${[...contractions.keys()].join('|')})(?![\\w'’-])`, 'gi');
/** "ill send", but not "she is ill", "so ill that" or "mentally ill". */
const bareFuture =
  /(?<![\w'’-])(?<!(?:\b(?:am|is|are|was|were|be|been|being|feel|feels|felt|feeling|fall|fell|fallen|falling|got|get|gets|getting)|'s|'re|'m) (?:(?:so|very|really|too|quite|still) )?|\b(?:the|an|very|seriously|terminally|mentally|critically|of) )ill(?= (?!(?:health|will|that|and|with|or|but|in|at|for|from|without|again|patients?|people|person|effects?|advised|equipped|prepared)\b)[a-z]+)/gi;

export const withoutAnnotations = (text: string) => text.replace(annotation, ' ');

/** In languages other than English, disfluencies such as "uh" may be words, so only annotations are removed. */
export function removeDisfluencies(text: string, { isEnglish }: { isEnglish: boolean }): string {
  const plain = collapseSpaces(withoutAnnotations(text).replace(longRun, '$& '));
  // Split long runs again: removing repetitions and spaces may have joined them.
  return (isEnglish ? withoutEnglishDisfluencies(plain) : plain).replace(longRun, '$& ').trim();
}

/** Removes disfluencies, and restores the apostrophes of a machine transcript: "ill send it, im late". */
const withoutEnglishDisfluencies = (plain: string) =>
  collapseSpaces(plain.replace(filledPause, ' '))
    .replace(repetition, (said, once: string) => (numberWord.test(once) ? said : once))
    .replace(bareContraction, (word) => contractions.get(word.toLowerCase()) ?? word)
    .replace(bareFuture, "I'll")
    // The removed words can leave punctuation marks doubled, or at the beginning.
    .replace(/([,.?!])(?:\s*[,.](?!\S))+/g, '$1')
    .replace(/^[\s,.;:-]+(?=\s|$|\p{L})/u, '')
    .trim();

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim();

/** "Okay, so", "I think", at the beginning. */
const opener =
  /^(?:(?:okay|ok|'?kay|oh|ah|well|so|yeah|yep|and|but|now|alright|all right|anyway|you know|i mean|i think|i guess)(?: ?[,.-])?|(?:right|yes|no|sure|like|basically|actually) ?,) +/i;

/** Makes a spoken sentence readable: removes discourse markers ("Okay, so"), capitalises it and adds a full stop. */
export function polishSentence(sentence: string): string {
  let text = sentence.replace(/\s-\s*$/, '');
  while (opener.test(text)) text = text.replace(opener, '');
  const capitalised = capitalise(text.replace(/(?<![\s,;:-])[\s,;:-]+$/, ''));
  return /[.?!…。？！]["”»']?$/u.test(capitalised) ? capitalised : `${capitalised}.`;
}
