const maxCachedWords = 20_000;

/** Caches the results of recent words, because most words occur in many names. */
function cached<Result>(compute: (word: string) => Result): (word: string) => Result {
  const results = new Map<string, Result>();
  return (word) => {
    const known = results.get(word);
    if (known !== undefined) return known;
    const result = compute(word);
    if (results.size >= maxCachedWords) results.clear();
    results.set(word, result);
    return result;
  };
}

/**
 * Unifies ASCII spellings of a name that differ only by the transliteration or by a habit of one language: `Soeren` and
 * `Soren`, `Dmitry` and `Dmitrii`, `Ohno` and `Ono`. Changes less in short words: `Joe` is not `Jo`, and `Terry` is not
 * `Terri`.
 */
export const respell = cached((word) =>
  word.length < 5
    ? word
        .replace(/(?<=^[aou])h(?=[mnrt])/, '')
        .replaceAll('th', 't')
        .replaceAll(/ck|c(?![eihyz])/g, 'k')
    : word
        .replaceAll(/c(?![eihyz])/g, 'k')
        .replaceAll(/(?<![aeou])([aou])e(?!l)/g, '$1') // Soeren, but not Samuel
        .replaceAll(/([b-df-hj-np-tv-z])\1/g, '$1') // Philipp
        .replaceAll('ks', 'x')
        .replaceAll('th', 't')
        .replaceAll(/kh|(?<=[aeiou])ch(?=[aeiou])|^ch(?=r)/g, 'h') // Mikhail, Michail
        .replaceAll('w', 'v')
        .replaceAll(/o[ou]/g, 'u') // Youssef
        .replaceAll('ee', 'i')
        .replace(/^el(?=[^aeioul].{3})/, 'al')
        .replace(/(?<=sk)[ay]?[iy]?a$/, 'a')
        .replace(/(?<=.{3})i?[yj](?=[aou])/, 'i')
        .replace(word.length > 5 ? /(?<=.{3})(?:iy|yi|ii|ij|[iy])$/ : /iy$|yi$|ii$|ij$/, 'i'),
);

/** Unifies spellings by different transliterations: `Müller` and `Mueller`; `Юлия`, `Yulia` and `Iuliia`. */
export const foldSpelling = cached((word) => {
  const folded = respell(
    word
      .replaceAll('dj', 'd')
      .replaceAll(/(?<=[ae])[yj](?=ev)/g, '')
      .replaceAll('zh', 'z')
      .replaceAll('g', 'h')
      .replaceAll(/[yj]/g, 'i')
      .replaceAll(/w?oo|wu|eo/g, 'u')
      .replaceAll(/([aou])e|a(?=a)/g, '$1')
      .replaceAll(/ii|ei|ee/g, 'i')
      .replaceAll(/i[eo]/g, 'e'),
  );
  // `Jo` and `Joe` stay: a single letter would be an initial, unless it spells a Korean syllable, as in `Hyun-woo`.
  return word.length < 3 || (folded.length < 2 && folded !== 'u') ? word : folded;
});

/** Endings of surnames with several spellings in Latin letters. */
export const slavicSurname =
  /(?:[oe]v|[dhklnryz]in|sh[iy]n|sk[iy]{0,2}|[^aeiou]ko|[iyh]uk|[dhlt]n[iy]k|[iy]ch|[jnvl]ic)a?$|(?:sk|ov|ev|in)a[yij]a$/;
export const isSlavicSurname = cached((word) => slavicSurname.test(word));
export const greekSurname = /(?:poulos|poulou|[ai]kis|aki|idis|idou|iadou|akos|oglou|oulis|[ia]ou|iann[ai]s?|elli?s)$/;
