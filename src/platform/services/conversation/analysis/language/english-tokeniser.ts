import type { WinkMethods } from 'wink-nlp';
import type { Token, Tokeniser } from './sentence.ts';

let loaded: Promise<WinkMethods> | undefined;

/** The English model takes a tenth of a second and 60 MB: it is loaded at the first analysis, never at start. */
export async function loadEnglish(): Promise<Tokeniser> {
  loaded ??= load();
  const language = await loaded;
  return (text) => tokenise(language, text);
}

async function load(): Promise<WinkMethods> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ]);
  return wink(model, ['sbd', 'pos']);
}

const contentParts = new Set(['NOUN', 'PROPN', 'VERB', 'ADJ', 'NUM']);

/** Content words by their part of speech that say nothing in talk, beyond the model's own list of stop words. */
const emptyWords = new Set(
  `be have do get go come say see know think mean want make take put let look need use try give guess talk happen
  thing stuff lot bit way kind sort something anything everything nothing someone people guy one two okay ok yeah yes
  no right sure good nice cool great fine well really maybe actually basically probably just like gonna wanna gotta
  'cause dunno thank thanks please sorry hello hi bye wow`.split(/\s+/),
);

/** The library knows no plurals of words with a hyphen. */
const singular = (lemma: string, partOfSpeech: string) =>
  partOfSpeech === 'NOUN' && lemma.includes('-') ? lemma.replace(/(?<=[^s])s$/, '') : lemma;

/** The library's own type of its lemma function does not fit where that function is taken. */
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
        isWord && !stops[index] && contentParts.has(partOfSpeech) && lemma.length > 1 && !emptyWords.has(lemma),
    };
  });
  return doc
    .sentences()
    .out(its.span)
    .map(([first, last]) => all.slice(Number(first), Number(last) + 1));
}
