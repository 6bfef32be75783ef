import type { Sentence, Word } from './sentence.ts';

/** Any other word of one or two letters counts as cut off ("bo we", "th all"). */
const shortWords = new Set(
  `a i o ah ad ai am an as at be by do ex go ha he hi if in is it me my no of oh ok on or ow so to tv uh um up us we ya
  al ce da de du el en es et il la le se si un von va cm gb kb kg km lb mb ml mm oz pc vs`.split(/\s+/),
);
const oneOrTwoLetters = /(?<![\p{L}\p{N}'’.&/-]|\p{N} )\p{Ll}{1,2}(?![\p{L}\p{N}'’.&/-])/gu;

/** "the the", "a is", "my I think". */
const misplacedDeterminer =
  /(?<![\p{L}'’-])(?:[Tt]he|[Aa]n?|[Mm]y|[Yy]our|[Oo]ur|[Tt]heir) (?:(?:the|an?|my|your|our|their|this|these|those|is|are|was|were|am|and|but|or|because|if|whether|when|to|of|with|for|from|on|at)(?![\p{L}'’-])|(?:we|he|she|they|it|there)(?:['’]\p{L}+)?(?![\p{L}-])|I(?:['’]\p{L}+)? \p{Ll})/u;
/** A capitalised function word where a new sentence begins: "I've The only remotes", "even This". */
const restart =
  /[\p{L}'’] (?:This|These|Those|That|The|A|An|It|It['’]s|There|There['’]s|He|She|We|You|They|And|But|Or|So|If|Because|When|Then|What|How|Is|Are|Was|Do|Just|Well)(?: \p{Ll}|[.?!]?$)/u;
const brokenOff = /(?:[-–—]|\p{L}-)["”]?\s*[.,]?$/u;
const openEndings = new Set(
  `the a an my your our their and but or because cause if than nor unless whereas although`.split(/\s+/),
);
const contractedVerb = /['’](?:m|re|s|ve|ll|d)(?!\p{L})/u;

/** Whether a sentence is broken or lacks a finite verb. */
export const isFragment = (sentence: Pick<Sentence, 'text' | 'words'>) =>
  isBroken(sentence) || !(sentence.words.some(isFiniteVerb) || contractedVerb.test(sentence.text));

/** Whether a sentence breaks off, restarts, or contains a cut-off word or a misplaced determiner. */
export function isBroken({ text, words }: Pick<Sentence, 'text' | 'words'>): boolean {
  return (
    brokenOff.test(text) ||
    openEndings.has(words.at(-1)?.normal ?? '') ||
    misplacedDeterminer.test(text) ||
    (restart.test(text) && !isTitle(text)) ||
    (text.match(oneOrTwoLetters) ?? []).some((word) => !shortWords.has(word))
  );
}

/** Whether most words are capitalised, as in headings and some captions. */
const isTitle = (text: string) => (text.match(/(?<!\p{L})\p{Lu}/gu)?.length ?? 0) * 2 > text.split(' ').length;

const isFiniteVerb = ({ partOfSpeech, normal }: Word) =>
  partOfSpeech === 'AUX' || (partOfSpeech === 'VERB' && !normal.endsWith('ing'));
