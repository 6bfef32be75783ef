export const masked = '***';

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

/** Shorter known secrets are not masked by value, because they could be ordinary words. */
const minSecretLength = 8;

/** Names before a secret in text, as in `token=…` or `"password": "…"`. */
const secretNames =
  '(?:authorization|cookie|password|secret|signature|token|access_token|refresh_token|client_secret|client_assertion|api[-_]?key)';

/** HTTP credentials, JSON Web Tokens, keys and secrets of this program, passwords in URLs, and named values. */
const secretPatterns: readonly [pattern: RegExp, replacement: string][] = [
  [/\b(bearer|basic)(\s+|%20)[\w.~+/-]{8,}=*/gi, `$1$2${masked}`],
  [/eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)*/g, masked],
  [/tcg_\w+/g, masked],
  [/(:\/\/[^\s/:@]*:)[^\s/]+@/g, `$1${masked}@`],
  // After a colon, mask only quoted values: unquoted text may be prose.
  [new RegExp(`(${secretNames}["']?\\s*(?:=|:\\s*(?=["'])))\\s*(?:"[^"]*"|'[^']*'|[^\\s&,;"']+)`, 'gi'), `$1${masked}`],
];

/** Matches every line that may contain a secret. Most lines do not match and need not be parsed. */
const mayContainSecret =
  /bearer|basic|eyJ|tcg_|:\/\/[^\s/]*@|authorization|cookie|password|secret|signature|token|api[-_]?key|params|variables/i;

/** @param known values of secrets; those with fewer than eight characters are masked only by field name or pattern */
export function createSecretMask(known: readonly string[] = []) {
  // Try longer secrets first, because one secret may contain another.
  const values = Array.from(new Set(known))
    .filter((value) => value.length >= minSecretLength)
    .toSorted((a, b) => b.length - a.length);
  const knownSecrets = values.length > 0 ? new RegExp(values.map(escaped).join('|'), 'g') : undefined;
  const inJson = values.map((value) => escaped(JSON.stringify(value).slice(1, -1)));
  const suspicious = new RegExp([mayContainSecret.source, ...inJson].join('|'), 'i');

  function maskText(text: string): string {
    const withoutKnown = knownSecrets ? text.replace(knownSecrets, masked) : text;
    return secretPatterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), withoutKnown);
  }

  function maskValue(value: unknown): unknown {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return value.map(maskValue);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    return Object.fromEntries(
      entries.map(([name, entry]) => [maskText(name), hidden.has(name) ? masked : maskValue(entry)]),
    );
  }

  return {
    text: maskText,
    /** Masks secrets in a line of JSON; the result is valid JSON. */
    line: (line: string) => (suspicious.test(line) ? `${JSON.stringify(maskValue(JSON.parse(line)))}\n` : line),
  };
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
