import { foldText } from '../../../../tools/rules/folded-text.ts';
import { toAscii } from '../ascii.ts';
import { isGivenName } from './nicknames.ts';
import { greekSurname, respell, slavicSurname } from './spelling.ts';

/** A character for a whole syllable or word; `any-ascii` would join its spelling to the next character's. */
export const eastAsianCharacter = /[\p{Script=Han}\p{Script=Hangul}]/gu;
/** Two Greek letters that are transliterated as a pair; `any-ascii` would transliterate each letter separately. */
const greekPair = /[οό][υύ]|[αά][υύ]|[εέ][υύ]|γγ|(?<!\p{L})(?:μπ|ντ|γκ)/giu;
const greekPairs: Record<string, string> = { ου: 'ou', αυ: 'av', ευ: 'ev', γγ: 'ng', μπ: 'b', ντ: 'd', γκ: 'g' };

const pairsOf = (text: string) =>
  text.split(' ').map((pair) => {
    const [key = '', value = ''] = pair.split(':');
    return [key, value] as const;
  });
/** Korean surnames as most people spell them. */
const koreanSurnames =
  '김:kim 이:lee 박:park 최:choi 정:jung 강:kang 조:cho 윤:yoon 장:jang 임:lim 신:shin 권:kwon 안:ahn 류:ryu 홍:hong 문:moon 배:bae 백:baek';
/** Frequent Chinese surnames, most frequent first. */
const chineseSurnames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤';
const hangulSurnames = new Map(pairsOf(koreanSurnames));
/** A Korean surname before a given name of one or two syllables, or before a space. */
const hangulSurname = new RegExp(
  `(?<!\\p{L})[${[...hangulSurnames.keys()].join('')}](?=\\p{Script=Hangul}{1,2}(?!\\p{L})|\\s)`,
  'gu',
);

/** Transliterates a name; Chinese characters and Korean syllables become words. */
export const spelledInAscii = (text: string): string =>
  toAscii(
    text
      .normalize('NFC')
      .replace(hangulSurname, (surname) => ` ${hangulSurnames.get(surname)} `)
      .replace(eastAsianCharacter, ' $& ')
      .replace(greekPair, (pair) => greekPairs[foldText(pair)] ?? pair),
  );

interface Script {
  /** Endings of surnames of the language in Latin letters. */
  surnameEnding: RegExp;
  /** Letters of the script by their spelling in Latin letters. */
  letters: Readonly<Record<string, string>>;
  /** Latin letters that can stand for different letters of the script. */
  ambiguous: RegExp;
}

const alphabet = (text: string) => Object.fromEntries(pairsOf(text));
const scripts: readonly Script[] = [
  {
    surnameEnding: slavicSurname,
    letters: alphabet(
      'shch:щ zh:ж kh:х ts:ц ch:ч sh:ш a:а b:б v:в w:в g:г d:д e:е k:к l:л m:м n:н o:о p:п r:р s:с t:т u:у f:ф z:з',
    ),
    ambiguous: /s(?=ch)|(?<=s)(?=k)|(?<=l)(?=[^aeiouyj])|[yij][aeou]?|e(?=va?$)|(?<![kzcs])h|[qx]|c(?!h)/,
  },
  {
    surnameEnding: greekSurname,
    letters: alphabet('th:θ ch:χ ps:ψ ks:ξ x:ξ ou:ου a:α e:ε g:γ d:δ z:ζ k:κ l:λ m:μ n:ν p:π r:ρ s:σ t:τ'),
    ambiguous: /n(?=[gkx])|ph|[vfiyjwqb]|(?<![ct])h|o(?!u)|(?<!o)u/,
  },
];
/** Minimum length of a search text, because shorter texts occur in too many names. */
const minOtherLength = 3;

/**
 * Returns two search texts for a person whose surname is the first or last word: `latin`, which every spelling of the
 * surname in Latin letters contains, and `other`, a part of either word in its other script, such as Cyrillic. Returns
 * null for names of most languages.
 */
export function inBothScripts(words: readonly string[]): { latin: string; other: string | null } | null {
  const [first = '', last = first] = [words[0], words.at(-1)];
  const candidates = first === last || isGivenName(respell(first)) ? [last] : [last, first];
  for (const { surnameEnding, letters, ambiguous } of scripts) {
    const family = candidates.find((word) => surnameEnding.test(word));
    if (family === undefined) continue;
    const letter = new RegExp(Object.keys(letters).join('|'), 'g');
    const [ofFamily = '', ofOtherWord = ''] = [family, family === last ? first : last].map((word) =>
      stablePart(word, ambiguous),
    );
    const latin = stablePart(longestPart(family), ambiguous);
    const other = [ofFamily, ofOtherWord].map((text) => text.replace(letter, (each) => letters[each] ?? each));
    return {
      latin: latin.length >= minPartLength ? latin : longestPart(family),
      other: other.find((text) => text.length >= minOtherLength) ?? null,
    };
  }
  const surname = [...surnames.keys()].find((word) => candidates.includes(word));
  return surname === undefined ? null : { latin: surname, other: surnames.get(surname) ?? null };
}

/** Surnames of one character, by their spelling in ASCII: the most frequent of those with the same spelling. */
const surnames = new Map([...hangulSurnames].map(([character, spelling]) => [spelling, character] as const));
for (const character of chineseSurnames) {
  const spelling = toAscii(character).toLowerCase();
  if (!surnames.has(spelling)) surnames.set(spelling, character);
}

/** Returns the longest part of a word between letters that have several spellings, or that may be doubled. */
const stablePart = (word: string, ambiguous: RegExp): string =>
  longest(
    word
      .replaceAll(/(.)(?=\1)/g, '$1 ')
      .split(' ')
      .flatMap((part) => part.split(ambiguous)),
  );

const longest = (texts: readonly string[]): string => texts.reduce((a, b) => (b.length > a.length ? b : a), '');

const minPartLength = 4;
const minSpelledLength = 5;

/** Returns a word's longest part between letters with several spellings, or a longer part if that part is short. */
export function longestPart(word: string): string {
  const part = longest(word.split(/['^]|[aou]e/));
  const spelled = stablePart(
    part,
    /^(?:[ae]l|d[aei]|l[ae]|d(?=[aeiou])|o(?![aeiou]))(?=.{5})|[ckp]h|ks|o[ou]|[jwxy]|i$|(?<=^m[ou]ham)[ae]d$/,
  );
  if (spelled.length >= (/^[ae]l.{5}/.test(part) ? minPartLength : minSpelledLength)) return spelled;
  return part.length >= minPartLength ? part : longest(word.replaceAll('^', '').split("'"));
}
