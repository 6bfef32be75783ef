/** What to do about variables that earlier releases had. */
const removedVariables: Readonly<Record<string, string>> = {
  AUTH_ALGORITHMS: 'every asymmetric algorithm is accepted',
  COMPRESS_RESPONSES: 'let a proxy in front of the graph compress responses',
  SUBSCRIPTION_LIMIT: 'each caller can have 100 subscriptions on a node',
  UPLOAD_QUOTA_BYTES: 'each caller can store ten recordings of MAX_RECORDING_BYTES',
  UPLOAD_QUOTA_FILES: 'each caller can store 10,000 recordings',
};

/** Returns one sentence for each variable that an earlier release had. */
export const removedVariableFaults = (names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const advice = removedVariables[name];
    return advice === undefined ? [] : [`${name} no longer exists. Remove it: ${advice}.`];
  });

/**
 * Similar names that other software defines: npm, the SDKs of OpenTelemetry, and Marathon, which numbers ports.
 */
const foreignNames = /^(npm_|OTEL_|PORTS$|PORT\d$)/;

/** Returns one sentence for each variable that is unknown and one typo away from a known one. */
export function misspelledVariables(names: readonly string[], known: readonly string[]): string[] {
  return names.flatMap((name) => {
    if (known.includes(name) || foreignNames.test(name)) return [];
    const meant = known.find((candidate) => isOneTypoAway(name, candidate));
    return meant === undefined ? [] : [`${name} is unknown. Did you mean ${meant}?`];
  });
}

/** Whether one character was added, left out or replaced, or two neighbours were exchanged. */
function isOneTypoAway(name: string, known: string): boolean {
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
