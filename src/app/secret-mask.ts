/** What stands in the place of a secret. */
export const masked = '***';

/** Names under which nothing is written, whatever it is. */
export const hiddenNames = [
  'authorization',
  'cookie',
  'token',
  'accessToken',
  'access_token',
  'secret',
  'clientSecret',
  'client_secret',
  'password',
  'signature',
  'params',
  'variables',
];

const hidden = new Set(hiddenNames);

/** Shorter values are too likely to be a word of their own. */
const shortestKnown = 8;

const named =
  '(?:authorization|cookie|password|secret|signature|token|access_token|refresh_token|client_secret|client_assertion|api[-_]?key)';

/** What secrets look like wherever they come from, and what is left of them. */
const shapes: readonly [RegExp, string][] = [
  [/\b(bearer|basic)(\s+|%20)[\w.~+/-]{8,}=*/gi, `$1$2${masked}`],
  [/eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)*/g, masked],
  [/tcg_\w+/g, masked],
  [/(:\/\/[^\s/:@]*:)[^\s/]+@/g, `$1${masked}@`],
  // Unquoted only behind an equals sign: behind a colon may stand a sentence.
  [new RegExp(`(${named}["']?\\s*(?:=|:\\s*(?=["'])))\\s*(?:"[^"]*"|'[^']*'|[^\\s&,;"']+)`, 'gi'), `$1${masked}`],
];

/** Whether one of the names or shapes may be in a line of JSON, where some characters are escaped. */
const mayBeThere =
  /bearer|basic|eyJ|tcg_|:\/\/[^\s/]*@|authorization|cookie|password|secret|signature|token|api[-_]?key|params|variables/i;

export interface SecretMask {
  /** @returns the text with every secret in it replaced */
  text(text: string): string;
  /** @returns the line of JSON with every secret in its names and texts replaced, still a line of JSON */
  line(line: string): string;
}

/** @param known secrets by their value; those of less than eight characters are told by their name or shape alone */
export function createSecretMask(known: readonly string[] = []): SecretMask {
  // A value that holds another one goes first.
  const values = Array.from(new Set(known))
    .filter((value) => value.length >= shortestKnown)
    .toSorted((a, b) => b.length - a.length);
  const anyKnown = values.length > 0 ? new RegExp(values.map(escaped).join('|'), 'g') : undefined;
  const inJson = values.map((value) => escaped(JSON.stringify(value).slice(1, -1)));
  const suspicious = new RegExp([mayBeThere.source, ...inJson].join('|'), 'i');

  function maskText(text: string): string {
    const withoutKnown = anyKnown ? text.replace(anyKnown, masked) : text;
    return shapes.reduce((rest, [shape, left]) => rest.replace(shape, left), withoutKnown);
  }

  function maskValue(value: unknown): unknown {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return value.map(maskValue);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, held]) => [maskText(name), hidden.has(name) ? masked : maskValue(held)]),
    );
  }

  return {
    text: maskText,
    line: (line) => (suspicious.test(line) ? `${JSON.stringify(maskValue(JSON.parse(line)))}\n` : line),
  };
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
