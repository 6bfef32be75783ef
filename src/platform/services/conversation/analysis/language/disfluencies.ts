/** Marks that transcribers put between the words: {vocalsound}, [laughter], <inaudible>. */
const transcriberMark = /\{[^{}]{0,40}\}|\[[^[\]]{0,40}\]|<[^<>]{0,40}>/g;

const longRun = /\S{80}/gu;

/** Texts that were tokenised before they came here: `you 're ready , Bob ?` */
const spaceBeforePunctuation = / +(?=[,.;:?!%)](?:\s|$))/g;
const spaceBeforeClitic = / +(?=['’](?:s|re|ve|ll|d|m|t)\b)/gi;
const spelledLetters = /\b(?:[A-Z]_)+/g;

const filler =
  /(?<![\w'’-])(?:(?:mm?|uh) ?-? ?(?:hm+|huh|mm+)|u+h+|u+m+|uhm|e+rm?|m+h*m+|h+m+)(?![\w'’-])(?: ?[,.](?= ))?/gi;
const wordStart = /(?<=^|\s)(\p{L}{1,12}) +(?=\1\p{L})/giu;
const shortWords = new Set(
  `a i an am as at be by do go he hi if in is it me my no of oh ok on or so to up us we all and any are art ask bad
  ban bar big but buy can car day did due end eye far few for fun get guy had has her him his how its job key kid law
  let lot low man may men met mid new nor not now off old one our out own pan par pay pen per pet pro put ran red run
  sad sat saw say sea see set she sit six sky son sun tax ten the too top try two use van via war was way web who why
  win won yes yet you`.split(/\s+/),
);
const numberWord = /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand)\b/i;
/** Whole words only, so that long ones are not tried letter by letter. */
const spokenWord = String.raw`[\p{L}'’]+(?![\w'’])`;
const repetition = new RegExp(
  String.raw`(?<![\w'’])(${spokenWord}(?: ${spokenWord}){0,2})(?:(?: ?[,-])? \1(?![\w'’]))+`,
  'giu',
);

/**
 * The words of a segment without what the transcriber put between them. In English, fillers ("uh", "mm-hmm"), broken
 * starts of words ("th there") and words said twice in a row go as well; in other languages they may be words.
 */
export function cleanSpeech(text: string, { isEnglish }: { isEnglish: boolean }): string {
  // The tokeniser needs quadratic time for text without spaces.
  const plain = collapseSpaces(text.replace(transcriberMark, ' ').replace(longRun, '$& '))
    .replace(spaceBeforePunctuation, '')
    .replace(spelledLetters, (letters) => letters.replaceAll('_', ''));
  if (!isEnglish) return plain;
  const fluent = collapseSpaces(plain.replace(spaceBeforeClitic, '').replace(filler, ' '))
    .replace(wordStart, (broken, start: string) => (shortWords.has(start.toLowerCase()) ? broken : ''))
    .replace(repetition, (said, once: string) => (numberWord.test(once) ? said : once));
  return fluent
    .replace(spaceBeforePunctuation, '')
    .replace(/([,.?!])(?:\s*[,.](?!\S))+/g, '$1')
    .replace(/^[\s,.;:-]+(?=\s|$|\p{L})/u, '')
    .trim();
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ').trim();

const opener =
  /^(?:(?:okay|ok|'?kay|oh|ah|well|so|yeah|yep|and|but|now|alright|all right|anyway|you know|i mean|i think|i guess)(?: ?[,.-])?|(?:right|yes|no|sure|like|basically|actually) ?,) +/i;
const aside = /,? (?:you know|i mean|sort of|kind of)(?=,| (?:the|a|an|we|it|they|this|that|to|of|is|are)\b)/gi;

/** A spoken sentence to be read: no "Okay, so" before it, a capital at its beginning and a mark at its end. */
export function asWritten(sentence: string): string {
  let text = sentence.replace(aside, '').replace(/\s-\s*$/, '');
  while (opener.test(text)) text = text.replace(opener, '');
  text = text.replace(/[\s,;:-]+$/, '');
  const [first = ''] = text;
  const capital = first.toUpperCase() + text.slice(first.length);
  return /[.?!…。？！]["”»']?$/u.test(capital) ? capital : `${capital}.`;
}
