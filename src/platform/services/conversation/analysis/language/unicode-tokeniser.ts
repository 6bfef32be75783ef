import type { Token, Tokeniser } from './sentence.ts';

/** Words and sentences by the rules of Unicode for a language: no word forms, no parts of speech. */
export function tokeniserFor(locale: string): Tokeniser {
  const sentences = new Intl.Segmenter(locale, { granularity: 'sentence' });
  const words = new Intl.Segmenter(locale, { granularity: 'word' });
  return (text) =>
    Array.from(sentences.segment(text), ({ segment, index }) =>
      Array.from(words.segment(segment), (word): Token => {
        const normal = word.segment.toLocaleLowerCase(locale);
        const from = index + word.index;
        const isWord = word.isWordLike === true || /\p{Extended_Pictographic}/u.test(word.segment);
        return {
          from,
          to: from + word.segment.length,
          isWord,
          normal,
          lemma: normal,
          partOfSpeech: '',
          isContent: isWord && isLong(normal),
        };
      }).filter(({ normal }) => normal.trim() !== ''),
    );
}

/** Most words that only hold a sentence together have up to three letters; Chinese and Japanese words are shorter. */
const isLong = (word: string) =>
  /\p{L}/u.test(word) && (word.length > 3 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(word));
