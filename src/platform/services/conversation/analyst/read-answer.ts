import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import { calendarDay } from '../../../../tools/rules/date-bounds.ts';
import { lenient } from '../../../../tools/wire.ts';

/** A statement as the model wrote it. `line` and `quote` are its evidence in the transcript. */
export interface Statement {
  text: string;
  line: number | undefined;
  quote: string;
}

export interface Item extends Statement {
  /** Number or name of a participant; empty if the item has no assignee. */
  assignee: string;
  due: string | null;
}

export interface Answer {
  title: string;
  /** Undefined if the answer does not have this output. */
  summary: Statement[] | undefined;
  items: Item[] | undefined;
  /** Number of statements and items without a text or quotation. */
  unreadable: number;
}

const maxStatements = 200;
const maxCandidates = 20;
const maxCharacters = 500_000;

const textual = z.union([z.string(), z.number()]).transform(String);
const firstText = z.union([textual, z.tuple([textual], z.unknown()).transform(([first]) => first)]);
/** Accepts 12, "12", "line 12" and [12, 13]. */
const lineNumber = lenient(firstText).transform((value) => {
  const digits = /\d+/.exec(value ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
});
const statement = z
  .looseObject({ text: lenient(textual), task: lenient(textual), line: lineNumber, quote: firstText })
  .transform(({ text, task, line, quote }) => ({ text: text ?? task ?? '', line, quote }));
const item = z
  .looseObject({
    assignee: lenient(textual),
    due: lenient(
      z
        .string()
        .transform((day) => day.slice(0, 10))
        .pipe(calendarDay),
    ),
  })
  .transform(({ assignee, due }) => ({ assignee: assignee ?? '', due: due ?? null }));
const listed = lenient(z.array(z.unknown()));
const answer = z.looseObject({
  title: lenient(z.string()),
  summary: listed,
  statements: listed,
  items: listed,
  action_items: listed,
});

/** Reads the first outermost JSON value with a summary or items from a text; undefined if there is none. */
export function readAnswer(content: string): Answer | undefined {
  for (const json of jsonValues(content)) {
    const { success, data } = answer.safeParse(isItemList(json) ? { items: json } : json);
    if (!success) continue;
    const summary = data.summary ?? data.statements ?? undefined;
    const items = data.items ?? data.action_items ?? undefined;
    if (!summary && !items) continue;
    let unreadable = 0;
    const readable = <Value>(list: readonly unknown[], read: (value: unknown) => Value | undefined) =>
      list.slice(0, maxStatements).flatMap((value) => {
        const found = read(value);
        if (found === undefined) unreadable += 1;
        return found ?? [];
      });
    const readStatement = (value: unknown) => statement.safeParse(value).data;
    return {
      title: data.title ?? '',
      summary: summary && readable(summary, readStatement),
      items:
        items &&
        readable(items, (value) => {
          const [one, rest] = [readStatement(value), item.safeParse(value).data];
          return one && rest && { ...one, ...rest };
        }),
      unreadable,
    };
  }
  return undefined;
}

/** A list without objects can be a remark in brackets, such as [unclear]. */
const isItemList = (json: unknown) => Array.isArray(json) && json.some((one) => typeof one === 'object');

/** Yields the values that begin at a bracket outside of other values. Damaged and truncated values are repaired. */
function* jsonValues(content: string): Generator {
  // Skip the thoughts that reasoning models write before their answer.
  const text = content.slice(0, maxCharacters).replace(/^[^]*<\/think>/, '');
  let from = 0;
  for (let candidate = 0; candidate < maxCandidates; candidate += 1) {
    const distance = text.slice(from).search(/[{[]/);
    if (distance === -1) return;
    const start = from + distance;
    const end = endOfValue(text, start);
    const value = parse(text.slice(start, end));
    if (value !== undefined) yield value;
    from = value === undefined ? start + 1 : end;
  }
}

/** Returns the offset after the matching bracket, or the end of a truncated text. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return text.length;
}

function parse(text: string): unknown {
  for (const read of [JSON.parse, (damaged: string) => JSON.parse(jsonrepair(damaged))]) {
    try {
      return read(text);
    } catch {
      // Damaged JSON can often be repaired.
    }
  }
  return undefined;
}
