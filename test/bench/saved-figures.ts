import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Figure } from './figure.ts';

const savedSchema = z.record(z.string(), z.string());

/** Figures of an earlier run: their values by name. */
export type SavedFigures = z.output<typeof savedSchema>;

/** Writes the values of figures to a file, for `readFigures`. @throws Error that names the file */
export function saveFigures(file: string, figures: readonly Figure[]): void {
  const values = Object.fromEntries(figures.map(({ name, value }) => [name, value]));
  try {
    writeFileSync(file, `${JSON.stringify(values, null, 2)}\n`);
  } catch (error) {
    throw new Error(`The figures cannot be saved to ${file}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Reads the figures that `saveFigures` wrote. @throws Error that names the file and what is wrong with it */
export function readFigures(file: string): SavedFigures {
  try {
    return savedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`There is no saved run in ${file}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'it is not a JSON object of names and values.';
  return error instanceof Error ? error.message : String(error);
}

export interface Change {
  figure: string;
  old: string;
  new: string;
  /** The new value divided by the old; empty if one of them is missing or does not start with a number. */
  ratio: string;
}

/** The changes since a saved run: one row per figure of either run, in the order of the new one. */
export function changesSince(saved: SavedFigures, figures: readonly Figure[]): Change[] {
  const current = Object.fromEntries(figures.map(({ name, value }) => [name, value]));
  return Object.keys({ ...current, ...saved }).map((figure) => {
    const [before = '', after = ''] = [saved[figure], current[figure]];
    const ratio = amountOf(after) / amountOf(before);
    return { figure, old: before, new: after, ratio: Number.isFinite(ratio) ? `×${ratio.toFixed(2)}` : '' };
  });
}

/** The number at the start of a value such as `17.5 ms` or `10,001 rows`; NaN if there is none. */
const amountOf = (value: string) => Number.parseFloat(value.replaceAll(/(?<=\d),(?=\d{3})/g, ''));
