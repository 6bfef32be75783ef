/** Whether the names are equal, or one character was added, left out or replaced, or two adjacent ones were swapped. */
export function isOneTypoAway(name: string, known: string): boolean {
  const start = commonStart(name, known);
  const [rest, knownRest] = [name.slice(start), known.slice(start)];
  const [first = '', second = ''] = rest;
  return (
    rest.slice(1) === knownRest ||
    rest === knownRest.slice(1) ||
    rest.slice(1) === knownRest.slice(1) ||
    second + first + rest.slice(2) === knownRest
  );
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
