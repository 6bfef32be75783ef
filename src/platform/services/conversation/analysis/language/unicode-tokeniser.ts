import type { Token, Tokeniser } from './sentence.ts';

/** @param locale a canonical BCP 47 tag, such as de-DE */
export function createUnicodeTokeniser(locale: string): Tokeniser {
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
          isContent: isWord && isContentWord(normal),
        };
      }).filter(({ normal }) => normal.trim() !== ''),
    );
}

/** Most function words have at most three letters; Chinese, Japanese and Korean content words may be that short. */
const isContentWord = (word: string) =>
  /\p{L}/u.test(word) && (word.length > 3 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(word));
