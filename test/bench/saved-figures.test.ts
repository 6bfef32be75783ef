import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Figure } from './figure.ts';
import { changesSince, readFigures, saveFigures } from './saved-figures.ts';

const figure = (name: string, value: string): Figure => ({ name, value, baseline: '', target: '', reached: true });
const file = (name: string) => join(mkdtempSync(join(tmpdir(), 'saved-figures-')), name);

describe('saved figures', () => {
  it('are compared with those of a new run', () => {
    const saved = file('run.json');
    saveFigures(saved, [figure('page', '20 ms'), figure('rows', '1,000 read'), figure('removed', '3')]);

    const changes = changesSince(readFigures(saved), [
      figure('page', '5.00 ms'),
      figure('rows', '1,500 read'),
      figure('added', '7'),
    ]);

    expect(changes).toEqual([
      { figure: 'page', old: '20 ms', new: '5.00 ms', ratio: '×0.25' },
      { figure: 'rows', old: '1,000 read', new: '1,500 read', ratio: '×1.50' },
      { figure: 'added', old: '', new: '7', ratio: '' },
      { figure: 'removed', old: '3', new: '', ratio: '' },
    ]);
  });

  it('name the file that is missing', () => {
    const missing = file('missing.json');

    expect(() => readFigures(missing)).toThrow(`There is no saved run in ${missing}: ENOENT`);
  });

  it.each([
    ['not JSON', '{', 'Expected property name'],
    ['another file', '{ "figures": [] }', 'it is not a JSON object of names and values.'],
  ])('name a file with %s', (_, content, reason) => {
    const unreadable = file('run.json');
    writeFileSync(unreadable, content);

    expect(() => readFigures(unreadable)).toThrow(`There is no saved run in ${unreadable}: ${reason}`);
  });

  it('name the file that cannot be written', () => {
    const folder = file('no/such/folder.json');

    expect(() => saveFigures(folder, [])).toThrow(`The figures cannot be saved to ${folder}: ENOENT`);
  });
});
