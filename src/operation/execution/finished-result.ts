import type { Operation } from '../operation.ts';
import { maxResultLength } from '../operation-limits.ts';
import { objectsWithoutTurns, resultTooLong, textLength } from './result-limits.ts';

/** Characters of a result that are printed in one step, which takes a few milliseconds. */
export const lengthPerStep = 500_000;

const printed = new WeakMap<object, string>();

/**
 * Stops the operation if its complete result is too long, including names, which are not counted as fields are resolved.
 * Prints a large result in steps, between which other callers take turns; `printedResult` then only joins the parts.
 */
export async function finishResult(data: unknown, operation: Operation): Promise<void> {
  if (typeof data !== 'object' || data === null) return;
  const { cost, account } = operation;
  const measure = () => textLength(data, maxResultLength);
  const length = cost.objects > objectsWithoutTurns ? await account.resultSteps.step(measure) : measure();
  if (length > maxResultLength) return operation.stop(resultTooLong());
  if (length <= lengthPerStep) return;
  const texts: string[] = [];
  const parts = partsOf(data);
  while (await account.resultSteps.step(() => printNext(parts, texts))) if (operation.signal.aborted) return;
  printed.set(data, texts.join(''));
}

export function printedResult(result: object): string {
  const fields = entriesOf(result).flatMap(([name, value]) => {
    const text = printedValue(value);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  return `{${fields.join()}}`;
}

const entriesOf = (object: object): [string, unknown][] => Object.entries(object);

/** Undefined for what JSON leaves out. */
const printedValue = (value: unknown): string | undefined =>
  (typeof value === 'object' && value !== null && printed.get(value)) || JSON.stringify(value);

/** Prints one step of the result. Returns whether parts are left. */
function printNext(parts: Iterator<string>, texts: string[]): boolean {
  let text = '';
  let next = parts.next();
  for (; !next.done; next = parts.next()) {
    text += next.value;
    if (text.length >= lengthPerStep) break;
  }
  texts.push(text);
  return !next.done;
}

/** Prints a value in parts of limited length, unless a single text is longer. */
function* partsOf(value: unknown): Generator<string, void> {
  if (typeof value !== 'object' || value === null || textLength(value, lengthPerStep / 10) <= lengthPerStep / 10) {
    yield JSON.stringify(value);
    return;
  }
  let separator = '';
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  for (const [key, item] of entriesOf(value)) {
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
    separator = ',';
    yield* partsOf(item);
  }
  yield isList ? ']' : '}';
}
