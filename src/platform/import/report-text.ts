export const formatCount = (count: number) => count.toLocaleString('en-US');

/** Returns a text such as `1 row` or `1,200 rows`. */
export const counted = (count: number, noun: string) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Lists names, at most `max` of them. */
export const listed = (names: readonly string[], max = 50) =>
  [...names.slice(0, max), ...(names.length > max ? ['…'] : [])].join(', ');
