import type { WinkMethods } from 'wink-nlp';
import type { Token, Tokeniser } from './sentence.ts';

let loaded: Promise<WinkMethods> | undefined;

/** Loads the tokeniser at the first analysis, because its model takes 0.1 seconds and 60 MB. */
export async function loadEnglishTokeniser(): Promise<Tokeniser> {
  loaded ??= load();
  const wink = await loaded;
  return (text) => tokenise(wink, text);
}

async function load(): Promise<WinkMethods> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ]);
  // Sentence boundary detection and part-of-speech tagging.
  return wink(model, ['sbd', 'pos']);
}

const contentPartsOfSpeech = new Set(['NOUN', 'PROPN', 'VERB', 'ADJ', 'NUM']);

const spokenStopWords = new Set(
  `be have do get go come say see know think mean want make take put let look need use try give guess talk happen
  thing stuff lot bit way kind sort something anything everything nothing someone people guy one two okay ok yeah yes
  no right sure good nice cool great fine well really maybe actually basically probably just like gonna wanna gotta
  'cause dunno thank thanks please sorry hello hi bye wow`.split(/\s+/),
);

/** The library does not lemmatise hyphenated nouns. */
const singular = (lemma: string, partOfSpeech: string) =>
  partOfSpeech === 'NOUN' && lemma.includes('-') ? lemma.replace(/(?<=[^s])s$/, '') : lemma;

/** The type that the library declares for `its.lemma` does not fit the parameter of `out`. */
interface LemmaFeature {
  lemma(index: number, document: unknown, addons: unknown): string;
}

function tokenise({ readDoc, its }: WinkMethods, text: string): Token[][] {
  const { lemma: lemmaOf }: LemmaFeature = its;
  const doc = readDoc(text);
  const tokens = doc.tokens();
  const values = tokens.out();
  const spaces = tokens.out(its.precedingSpaces);
  const normals = tokens.out(its.normal);
  const lemmas = tokens.out(lemmaOf);
  const parts = tokens.out(its.pos);
  const types = tokens.out(its.type);
  const stops = tokens.out(its.stopWordFlag);
  let offset = 0;
  const all = values.map((value, index): Token => {
    const from = offset + (spaces[index]?.length ?? 0);
    offset = from + value.length;
    const partOfSpeech = parts[index] ?? '';
    const lemma = singular(lemmas[index] ?? value, partOfSpeech);
    const isWord = types[index] !== 'punctuation' && partOfSpeech !== 'PUNCT' && partOfSpeech !== 'SPACE';
    return {
      from,
      to: offset,
      isWord,
      normal: normals[index] ?? value,
      lemma,
      partOfSpeech,
      isContent:
        isWord &&
        !stops[index] &&
        contentPartsOfSpeech.has(partOfSpeech) &&
        lemma.length > 1 &&
        !spokenStopWords.has(lemma),
    };
  });
  return doc
    .sentences()
    .out(its.span)
    .map(([first, last]) => all.slice(Number(first), Number(last) + 1));
}

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
