import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { exactName, toolPrefix } from '../../../src/tools/rules/field-rules.ts';

const faults = (text: string) => exactName.safeParse(text).error?.issues.map(({ message }) => message) ?? [];

describe('an exact name', () => {
  it.each(['talent', 'Talent (EU)', 'ada@acme.example', 'Ægir 日本', 'x'.repeat(255)])('can be %j', (text) => {
    expect(faults(text)).toEqual([]);
  });

  it.each([
    ['', 'must not be empty'],
    ['x'.repeat(256), 'must be at most 255 characters'],
    ['talent ', 'must not begin or end with a blank'],
    ['a\u001b[2Jb', 'must be well-formed text without control characters'],
    ['a\u009bb', 'must be well-formed text without control characters'],
    ['a\0b', 'must be well-formed text without control characters'],
    ['a\ud800', 'must be well-formed text without control characters'],
  ])('cannot be %j', (text, fault) => {
    expect(faults(text)).toEqual([fault]);
  });

  it('is required of connections and callers in the environment', () => {
    const read = () => readConfig({ TALENT_CONNECTION: 'talent ', DEV_IDENTIFIER: 'a\u0007b' });
    expect(read).toThrow(
      /^TALENT_CONNECTION must not begin or end with a blank; it is "talent "\.\nDEV_IDENTIFIER must be/,
    );
  });
});

describe('a tool prefix', () => {
  it.each(['', 'talent_', 'acme.v2-'])('can be %j', (text) => expect(toolPrefix.safeParse(text).success).toBe(true));

  it.each(['a b', String.raw`x\y`, 'a\nb'])('cannot be %j', (text) => {
    expect(toolPrefix.safeParse(text).success).toBe(false);
  });
});
