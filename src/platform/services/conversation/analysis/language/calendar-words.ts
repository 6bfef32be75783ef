/** Names of the months, as alternatives of a pattern. */
export const months = 'january|february|march|april|may|june|july|august|september|october|november|december';

const unitOrdinals = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
/** Ordinals of the days of a month, with "first" at index 0. */
export const dayOrdinals = [
  ...unitOrdinals,
  ...'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  ),
  ...unitOrdinals.map((word) => `twenty-${word}`),
  'thirtieth',
  'thirty-first',
];
