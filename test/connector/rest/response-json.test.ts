import { describe, expect, it, vi } from 'vitest';
import { parseJsonBytes } from '../../../src/connector/transports/response-json.ts';
import { parseJson } from '../../../src/tools/rules/json.ts';
import { type Random, randomFrom } from '../../support/random.ts';

const texts = ['', 'Ada', 'Zoë', 'Ã©', 'Łukasz', '日本', '🎧', 'tab\t', 'quote "', '\ufeff'];
/** Texts that JSON writes with the characters of an escape: they make the parser decode the whole text. */
const escapes = ['\\u00e9', '\u0001', '\ud800'];
const keys = ['id', 'full_name', '__proto__', '0', 'größe', '名'];

function randomValue(
  random: Random,
  usedTexts = random.chance(90) ? texts : [...texts, ...escapes],
  depth = 0,
): unknown {
  const kind = random.int(0, depth < 5 ? 6 : 4);
  if (kind < 3) return random.pick(usedTexts) + random.pick(usedTexts);
  if (kind < 5) return random.pick([null, true, false, 0, -1.5]);
  const values = Array.from({ length: random.int(0, 5) }, () => randomValue(random, usedTexts, depth + 1));
  if (kind === 5) return values;
  // Few objects have other keys than ASCII: one of them makes the parser decode the whole text.
  const allowedKeys = random.chance(98) ? keys.slice(0, 4) : keys;
  return Object.fromEntries(values.map((value) => [random.pick(allowedKeys), value]));
}

/** Makes a text large, and allows a hundred strings to be decoded one by one. */
const padding = 'x'.repeat(66_000);

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify([value, padding]));
const parseText = (bytes: Buffer) => parseJson(new TextDecoder().decode(bytes));

describe('parseJsonBytes', () => {
  it('returns what JSON.parse returns for the decoded text', () => {
    const random = randomFrom(1);
    for (let round = 0; round < 1_000; round += 1) {
      const bytes = bytesOf(randomValue(random));
      expect(JSON.stringify(parseJsonBytes(bytes))).toBe(JSON.stringify(parseText(bytes)));
    }
  });

  it('returns what JSON.parse returns if one byte is damaged', () => {
    const random = randomFrom(2);
    const counts = { json: 0, other: 0 };
    for (let round = 0; round < 1_000; round += 1) {
      const bytes = bytesOf([randomValue(random), 'Zoë', '日本']);
      bytes[random.int(0, bytes.length - padding.length - 4)] = random.int(0x80, 0xff);
      const expected = parseText(bytes);
      expect(JSON.stringify(parseJsonBytes(bytes))).toBe(JSON.stringify(expected));
      counts[expected === undefined ? 'other' : 'json'] += 1;
    }
    expect(Math.min(counts.json, counts.other)).toBeGreaterThan(100);
  });

  const names = (count: number) => Array.from({ length: count }, (_, index) => `Zoë ${index}`);
  it.each<[how: string, what: string, value: unknown, decodings: number]>([
    ['decodes a small text', 'at once', names(10), 1],
    ['decodes the strings of a large text', 'one by one', [names(100), padding], 0],
    ['decodes a large text', 'at once if it has many strings in a list', [names(1_000), padding], 1],
    [
      'decodes a large text',
      'at once if it has many strings in objects',
      [Object.fromEntries(names(1_000).entries()), padding],
      1,
    ],
    ['decodes a large text', 'at once if it has a key that is not ASCII', [{ é: 'é' }, padding], 1],
    ['decodes a large text', 'at once if it has an escape', ['é\u0001', padding], 1],
    ['decodes a text above 1 MiB', 'at once', ['é', 'x'.repeat(1024 * 1024)], 1],
  ])('%s %s', (_, __, value, decodings) => {
    const bytes = Buffer.from(JSON.stringify(value));
    using decode = vi.spyOn(TextDecoder.prototype, 'decode');
    expect(parseJsonBytes(bytes)).toEqual(value);
    expect(decode).toHaveBeenCalledTimes(decodings);
  });

  it.each([
    ['a byte order mark', `\ufeff["é","${padding}"]`, ['é', padding]],
    ['a single string', `"é${padding}"`, `é${padding}`],
    ['null', 'null', null],
  ])('decodes %s', (_, text, expected) => {
    expect(parseJsonBytes(Buffer.from(text))).toEqual(expected);
  });

  it.each(['', ' ', 'é', '["é"', '<html>é</html>'])('returns undefined for %j', (text) => {
    expect(parseJsonBytes(Buffer.from(text))).toBeUndefined();
    expect(parseJsonBytes(Buffer.from(text + ' '.repeat(66_000)))).toBeUndefined();
  });

  it('decodes strings at any depth', () => {
    const depth = 100_000;
    let value = parseJsonBytes(Buffer.from(`${'['.repeat(depth)}"é"${']'.repeat(depth)}`));
    for (let level = 0; level < depth; level += 1) value = Array.isArray(value) ? value[0] : undefined;
    expect(value).toBe('é');
  });
});
