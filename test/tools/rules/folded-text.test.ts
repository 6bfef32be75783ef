import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../../src/tools/rules/folded-text.ts';
import { describeOnDatabases } from '../../support/database/suite-database.ts';

describe('foldText', () => {
  it.each([
    ['Tomás', 'tomas'],
    ['Łukasz Ørsted', 'lukasz orsted'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['don’t “quote”', `don't "quote"`],
    ['Rolls‑Royce – Derby', 'rolls-royce - derby'],
    ['a\u00a0b', 'a b'],
    ['각', '각'],
    ['Ελλάδα', 'ελλαδα'],
    ['ΝΊΚΟΣ Νίκος νικοσ', 'νικοσ νικοσ νικοσ'],
    ['', ''],
  ])('turns %s into %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('leaves out marks after the 30th in a row, so that it folds a million of them in time', () => {
    expect(foldText(`a${'\u0316\u0301'.repeat(500_000)}B`)).toBe('ab');
    expect(foldText(`א${'\u05ae'.repeat(31)}B${'\u05ae'.repeat(30)}`)).toBe(
      `א${'\u05ae'.repeat(30)}b${'\u05ae'.repeat(30)}`,
    );
  });
});

describeOnDatabases('folded_text', ({ db }) => {
  it('folds every letter and all punctuation as foldText does', async () => {
    const characters = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
      .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
      .map((codePoint) => String.fromCodePoint(codePoint))
      .filter((character) => /\p{L}|\p{P}/u.test(character));
    // Puts each character at the end and at the beginning of a word.
    const texts = characters.map((character) => `A${character} ${character}a`);
    const { rows } = await sql<{ folded: string[] }>`
      select array(select folded_text(one) from unnest(${texts}::text[]) with ordinality as u(one, place)
        order by place) as folded`.execute(db);
    const differing = texts.filter((text, index) => rows[0]?.folded[index] !== foldText(text));
    expect(characters.length).toBeGreaterThan(140_000);
    expect(differing).toEqual([]);
  });
});
