import { restoreApostrophes } from './contractions.ts';
import { capitalise } from './normalise.ts';

/** {vocalsound}, [laughter], <inaudible>. */
const annotation = /\{[^{}]{0,40}\}|\[[^[\]]{0,40}\]|<[^<>]{0,40}>/g;

/** The tokeniser takes quadratic time for text without spaces. */
const longRun = /\S{80}/gu;

/** Some transcripts are already tokenised: `you 're ready , Bob ?` */
const spaceBeforePunctuation = / +(?=[,.;:?!%)](?:\s|$))/g;
const spaceBeforeClitic = / +(?=['’](?:s|re|ve|ll|d|m|t)\b)/gi;
const spelledLetters = /\b(?:[A-Z]_)+/g;

/** "uh", "erm", "mm-hmm". */
const filledPause =
  /(?<![\w'’-])(?:(?:mm?|uh) ?-? ?(?:hm+|huh|mm+)|u+h+|u+m+|uhm|e+rm?|m+h*m+|h+m+)(?![\w'’-])(?: ?[,.](?= ))?/gi;
/** Broken off within a word: "th there". */
const falseStart = /(?<=^|\s)(\p{L}{1,12}) +(?=\1\p{L})/giu;
/** These are not false starts, even before a longer word that begins like them: "in individual cases". */
const completeWords = new Set(
  `a i an am as at be by do go he hi if in is it me my no of oh ok on or so to up us we all and any are art ask bad
  ban bar big but buy can car day did due end eye far few for fun get guy had has her him his how its job key kid law
  let lot low man may men met mid new nor not now off old one our out own pan par pay pen per pet pro put ran red run
  sad sat saw say sea see set she sit six sky son sun tax ten the too top try two use van via war was way web who why
  win won yes yet you`.split(/\s+/),
);
const numberWord = /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)\b/i;
/** Partial matches would cause backtracking within long words. */
const spokenWord = String.raw`[\p{L}'’]+(?![\w'’])`;
/** One to three words said twice or more in a row. */
const repetition = new RegExp(
  String.raw`(?<![\w'’])(${spokenWord}(?: ${spokenWord}){0,2})(?:(?: ?[,-])? \1(?![\w'’]))+`,
  'giu',
);

export const withoutAnnotations = (text: string) => text.replace(annotation, ' ');

/** In languages other than English, disfluencies such as "uh" may be words, so only annotations are removed. */
export function removeDisfluencies(text: string, { isEnglish }: { isEnglish: boolean }): string {
  const plain = collapseSpaces(withoutAnnotations(text).replace(longRun, '$& '))
    .replace(spaceBeforePunctuation, '')
    .replace(spelledLetters, (letters) => letters.replaceAll('_', ''));
  // Split long runs again: removing repetitions and spaces may have joined them.
  return (isEnglish ? withoutEnglishDisfluencies(plain) : plain).replace(longRun, '$& ').trim();
}

function withoutEnglishDisfluencies(plain: string): string {
  const fluent = collapseSpaces(plain.replace(spaceBeforeClitic, '').replace(filledPause, ' '))
    .replace(falseStart, (broken, start: string) => (completeWords.has(start.toLowerCase()) ? broken : ''))
    .replace(repetition, (said, once: string) => (numberWord.test(once) ? said : once));
  return restoreApostrophes(fluent)
    .replace(spaceBeforePunctuation, '')
    .replace(/([,.?!])(?:\s*[,.](?!\S))+/g, '$1')
    .replace(/^[\s,.;:-]+(?=\s|$|\p{L})/u, '')
    .trim();
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim();

/** "Okay, so", "I think", at the beginning. */
const opener =
  /^(?:(?:okay|ok|'?kay|oh|ah|well|so|yeah|yep|and|but|now|alright|all right|anyway|you know|i mean|i think|i guess)(?: ?[,.-])?|(?:right|yes|no|sure|like|basically|actually) ?,) +/i;
/** "You know", "sort of", in the middle, but not "let you know the dates". */
const aside =
  /(?<!\b(?:let|if|do|did|as|that|what|when|before|until)),? (?:you know|i mean|sort of|kind of)(?=,| (?:the|a|an|we|it|they|this|that|to|of|is|are)\b)/gi;

/** Makes a spoken sentence readable: removes discourse markers ("Okay, so"), capitalises it and adds a full stop. */
export function polishSentence(sentence: string): string {
  let text = sentence.replace(aside, '').replace(/\s-\s*$/, '');
  while (opener.test(text)) text = text.replace(opener, '');
  text = text.replace(/(?<![\s,;:-])[\s,;:-]+$/, '');
  const capitalised = capitalise(text);
  return /[.?!…。？！]["”»']?$/u.test(capitalised) ? capitalised : `${capitalised}.`;
}
