import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../../src/platform/database/open-database.ts';
import { foldText } from '../../../src/tools/rules/folded-text.ts';
import { databases } from '../../support/database/test-databases.ts';

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
    ['', ''],
  ])('turns %s into %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });
});

describe.each(databases())('folded_text on $name', ({ open }) => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('folds letters and punctuation as foldText does', async () => {
    const blocks = [
      [0x20, 0x24f],
      [0x370, 0x4ff],
      [0x1e00, 0x1fff],
      [0x2010, 0x203a],
      [0xac00, 0xac20],
    ] as const;
    const characters = blocks
      .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)))
      .filter((character) => /\p{L}|\p{P}/u.test(character));
    const { rows } = await sql<{ folded: string[] }>`
      select array(select folded_text(one) from unnest(${characters}::text[]) with ordinality as u(one, place)
        order by place) as folded`.execute(opened.db);
    const differing = characters.filter((character, index) => rows[0]?.folded[index] !== foldText(character));
    expect(characters.length).toBeGreaterThan(1200);
    expect(differing).toEqual([]);
  });
});
