import { months, ordinals, unitOrdinals } from './calendar-words.ts';
import { capitalise } from './normalise.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const values = new Map([
  ...small.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, 20 + 10 * index] as const),
]);
const scales = new Map([
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);

/** Smaller numbers stay words. */
const minNumber = 10;

const numberWord = [...values.keys(), ...scales.keys(), 'hundred', 'half', 'point'].join('|');
const spokenNumber = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?<!\b(?:half|(?:quarter|third|fifth) of) (?:an? )?)(?:an? (?=hundred|thousand|million|billion))?(?:${numberWord})(?:(?:-| (?:and (?:a )?)?)(?:${numberWord}))*(?![\p{L}\p{N}])(?![ -](?:${unitOrdinals.join('|')})\b)`,
  'giu',
);

const ordinal = String.raw`(?:(?:twenty|thirty)[ -](?:${unitOrdinals.join('|')})|${ordinals.filter((one) => !one.includes('-')).join('|')})`;
const dayBeforeMonth = new RegExp(String.raw`\b(?:the )?(${ordinal})(?: of)? (${months})\b`, 'gi');
const dayAfterMonth = new RegExp(String.raw`\b(${months}) (?:the )?(${ordinal})\b`, 'gi');
const dayAlone = new RegExp(String.raw`\b(?<!\b(?:a|an|one|two|three|four|half a) )(${ordinal})\b`, 'gi');

/**
 * Writes numbers from ten on and dates with digits: "two hundred and forty" becomes 240, "the second of June" 2 June.
 * Leaves what is not a complete number: "one eighty-four" may be a price of 1.84 or 184.
 */
export const withDigits = (text: string) =>
  text
    .replace(dayBeforeMonth, (_, day: string, name: string) => `${dayOf(day)} ${capitalise(name.toLowerCase())}`)
    .replace(dayAfterMonth, (_, name: string, day: string) => `${capitalise(name.toLowerCase())} ${dayOf(day)}`)
    .replace(dayAlone, (said) => (dayOf(said) >= minNumber ? `${dayOf(said)}${suffix(dayOf(said))}` : said))
    .replace(spokenNumber, (said) => digitsOf(said) ?? said);

const dayOf = (said: string) => ordinals.indexOf(said.toLowerCase().replace(' ', '-')) + 1;
const suffix = (day: number) => (day < 20 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'));

function digitsOf(said: string): string | undefined {
  const words = said.toLowerCase().split(/[ -]/);
  let at = 0;
  let total = 0;
  let lowestScale = Number.POSITIVE_INFINITY;
  let group: number | undefined;
  let decimals = 0;
  while (at < words.length) {
    const start = at;
    const followsAnd = words[at - 1] === 'and';
    group = readGroup();
    if (group === undefined || (followsAnd && group >= 100)) return undefined;
    if (words[at] === 'point') group += readDecimals() ?? Number.NaN;
    if (words.slice(at, at + 3).join(' ') === 'and a half') {
      group += 0.5;
      decimals = 1;
      at += 3;
    }
    const scale = scales.get(words[at] ?? '') ?? 1;
    if (scale > 1) at += 1;
    if (scale >= lowestScale || Number.isNaN(group) || at === start) return undefined;
    if (scale > 1000 && total === 0 && at === words.length) {
      return `${group.toLocaleString('en')} ${words.at(-1)}`;
    }
    lowestScale = scale;
    total += group * scale;
    if (words[at] === 'and') at += 1;
  }
  if (total < minNumber && Number.isInteger(total) && decimals === 0) return undefined;
  return total.toLocaleString('en', { maximumFractionDigits: 3 });

  /** Up to 999, or hundreds of up to 99: "nineteen hundred". */
  function readGroup(): number | undefined {
    if (words[at] === 'a' || words[at] === 'an') {
      at += 1;
      if (scales.has(words[at] ?? '')) return 1;
    }
    const first = words[at] === 'hundred' ? 1 : readTens();
    if (first === undefined || words[at] !== 'hundred') return first;
    at += words[at + 1] === 'and' && values.has(words[at + 2] ?? '') ? 2 : 1;
    return first * 100 + (values.has(words[at] ?? '') ? (readTens() ?? 0) : 0);
  }

  function readTens(): number | undefined {
    const value = values.get(words[at] ?? '');
    if (value === undefined) return undefined;
    at += 1;
    const unit = values.get(words[at] ?? '') ?? 0;
    if (value < 20 || unit < 1 || unit > 9) return value;
    at += 1;
    return value + unit;
  }

  function readDecimals(): number | undefined {
    at += 1;
    let text = '0.';
    while ((values.get(words[at] ?? '') ?? 10) < 10) {
      text += values.get(words[at] ?? '');
      at += 1;
    }
    decimals = text.length - 2;
    return decimals > 0 ? Number(text) : undefined;
  }
}
