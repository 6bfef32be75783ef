import { dayOrdinals } from '../../analysis/language/calendar-words.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const values = new Map<string, number>([
  ...small.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, index) => [word, 20 + 10 * index] as const),
  ...dayOrdinals.map((word, index) => [word, index + 1] as const),
  ['half', 0.5],
  ['dozen', 12],
]);
const scales = new Map<string, number>([
  ['hundred', 100],
  ...['thousand', 'grand', 'k', 'tausend', 'mille', 'mil'].map((word) => [word, 1000] as const),
  ...['million', 'm', 'mn', 'mio', 'millionen', 'millions', 'millones'].map((word) => [word, 1e6] as const),
  ...['billion', 'bn', 'mrd', 'milliarden', 'milliards'].map((word) => [word, 1e9] as const),
]);
const token = /\d(?:[\d.,'’]*\d)?|\p{L}+/gu;
/** Number words that often have another meaning. */
const ambiguous = new Set('one zero half first second'.split(' '));

/** A number in a text, with all that it may mean: "1.500" is 1500 or 1.5, "three eighty-nine" 389 or 3.89. */
type Readings = readonly number[];

/** Finds numbers in digits and in English words. */
export const numbersIn = (text: string): Readings[] =>
  runsOf(text).flatMap((run) => (isNumber(run) ? [readingsOf(run)] : []));

/** Returns runs of adjacent words that may form one number. */
function runsOf(text: string): string[][] {
  const runs: string[][] = [];
  let run: string[] = [];
  let end = 0;
  const close = () => {
    runs.push(run);
    run = [];
  };
  for (const { 0: word, index } of text.toLowerCase().matchAll(token)) {
    if (/[^\s-]/.test(text.slice(end, index))) close();
    end = index + word.length;
    const isDigits = /^\d/.test(word);
    // A number word does not continue digits, but a scale does: "5 million".
    if (isDigits || (values.has(word) && /^\d/.test(run[0] ?? ''))) close();
    if (isDigits || values.has(word) || scales.has(word) || (run.length > 0 && /^(?:and|a)$/.test(word)))
      run.push(word);
    else close();
  }
  close();
  return runs;
}

const isNumber = ([first = '', second]: readonly string[]) =>
  /^(?:\d|(?:hundred|thousand|million|billion)$)/.test(first) ||
  (values.has(first) && !(second === undefined && ambiguous.has(first)));

function readingsOf(run: readonly string[]): Readings {
  const [first = ''] = run;
  const scale = run.slice(1).reduce((product, word) => product * (scales.get(word) ?? 1), 1);
  if (/^\d/.test(first)) return readingsOfDigits(first).flatMap((value) => (scale === 1 ? value : [value * scale]));
  const groups = groupsOf(run);
  const [head, ...tail] = groups;
  return [
    sumOf(run),
    ...groups,
    ...(tail.length > 0 ? [Number(groups.join('')), Number(`${head}.${tail.join('')}`)] : []),
  ];
}

/** Commas and points may separate thousands or decimals, or hours from minutes. */
function readingsOfDigits(digits: string): number[] {
  const compact = digits.replaceAll(/['’]/g, '');
  const whole = Number(compact.replaceAll(/[.,](?=\d{3}(?!\d))/g, '').replace(',', '.'));
  return [whole, Number(compact.replace(',', '.'))].filter((value) => !Number.isNaN(value));
}

/** "twenty twenty-six" is 20 and 26. */
function groupsOf(run: readonly string[]): number[] {
  const groups: number[] = [];
  for (const word of run) {
    const value = values.get(word);
    if (value === undefined || !Number.isInteger(value)) continue;
    const last = groups.at(-1) ?? 0;
    if (last >= 20 && last % 10 === 0 && value > 0 && value < 10) groups.splice(-1, 1, last + value);
    else groups.push(value);
  }
  return groups;
}

/** "two hundred and forty" is 240, "half a million" 500,000. */
function sumOf(run: readonly string[]): number {
  let total = 0;
  let group: number | undefined;
  for (const word of run) {
    const value = values.get(word);
    const scale = scales.get(word) ?? 1;
    if (value !== undefined) group = (group ?? 0) + value;
    else if (scale === 100) group = (group ?? 1) * 100;
    else if (scale > 1) {
      total += (group ?? 1) * scale;
      group = undefined;
    }
  }
  return total + (group ?? 0);
}
