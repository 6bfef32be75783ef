import type { Logger } from 'pino';
import type { z } from 'zod';
import { compiledSchema, type InputIssue, inputIssues, issueText } from '../tools/rules/input-issues.ts';
import { decoderOf, undecodable } from '../tools/payload-decoder.ts';
import { ToolError } from '../tools/errors/tool-error.ts';
import type { Tool } from '../tools/tool.ts';

/** @returns the parsed payload as `data`, or the `issues` for which the schema rejects it */
export const parsePayload = <Schema extends z.ZodType>(schema: Schema, payload: unknown) =>
  inputIssues(compiledSchema(schema), payload, 'is missing');

/** @param fault what is wrong with the payload, such as `id is missing` */
export const malformedPayload = (tool: string, fault: string, cause?: unknown) =>
  new ToolError({
    code: 'MALFORMED_PAYLOAD',
    message: `${tool} returned an unexpected payload: ${fault}`,
    tool,
    cause,
  });

/** Parses a payload and drops its unreadable items. @throws ToolError `MALFORMED_PAYLOAD` if the rest is unusable */
export function readPayload({ tool, log }: { tool: Tool; log: Logger }, payload: unknown): unknown {
  // The decoder is faster than zod, but cannot say whether and why a payload is invalid.
  const decoded = decoderOf(tool.output)(payload);
  if (decoded !== undecodable) return decoded;
  const parsed = parsePayload(tool.output, payload);
  if ('data' in parsed) return parsed.data;
  const rest = withoutUnreadableItems(payload, parsed.issues);
  const readable = rest && parsePayload(tool.output, rest.payload);
  if (!readable || 'issues' in readable) {
    const textOfIssues = (maxIssues: number) => issueText(parsed.issues.slice(0, maxIssues), 'it');
    throw malformedPayload(tool.name, textOfIssues(1), new Error(textOfIssues(20)));
  }
  for (const { path, message } of rest.dropped) {
    log.warn({ tool: tool.name, path: path.join('.'), reason: message }, 'dropped an unreadable item of a payload');
  }
  return readable.data;
}

/** Lists in records whose unreadable items are dropped, because the record remains useful without them. */
const listsWithinRecords = new Set(['educations', 'entries', 'experiences', 'screenings', 'taggings', 'views']);

/**
 * Copies a payload without its unreadable items. In a page of a listing, `undefined` replaces the item, so that the
 * other items keep their positions (the schema must allow it). From a list inside a record, the item is removed.
 * @returns the copy, or undefined if something other than an item is unreadable or no item of the page is left
 */
function withoutUnreadableItems(
  payload: unknown,
  issues: readonly InputIssue[],
): { payload: unknown; dropped: InputIssue[] } | undefined {
  const dropped = new Map<string, InputIssue>();
  for (const { path, message } of issues) {
    const place = placeOfItem(path);
    if (!place) return undefined;
    dropped.set(place.join('.'), { path: place, message });
  }
  const copy: unknown = structuredClone(payload);
  const shortenedLists = new Set<unknown>();
  for (const { path } of dropped.values()) {
    const parent = path.slice(0, -1).reduce((value: unknown, key): unknown => Reflect.get(Object(value), key), copy);
    Reflect.set(Object(parent), path.at(-1) ?? '', undefined);
    const isPageItem = path.length === 2 && path[0] === 'items';
    if (!isPageItem) shortenedLists.add(parent);
  }
  for (const list of shortenedLists) {
    if (Array.isArray(list)) list.splice(0, list.length, ...list.filter((item) => item !== undefined));
  }
  const page: unknown = Reflect.get(Object(copy), 'items');
  if (Array.isArray(page) && page.every((item) => item === undefined)) return undefined;
  return { payload: copy, dropped: [...dropped.values()] };
}

/** Returns the path of the innermost droppable item that contains the value at `path`. */
function placeOfItem(path: readonly string[]): string[] | undefined {
  // All `entries` of a list can be dropped at once: no field of the graph uses them.
  if (path.length === 1 && path[0] === 'entries') return [...path];
  const listIndex = path.findLastIndex((key, index) => {
    const isPage = index === 0 && key === 'items';
    const isItemNext = /^\d+$/.test(path[index + 1] ?? '');
    return isItemNext && (isPage || listsWithinRecords.has(key));
  });
  return listIndex === -1 ? undefined : path.slice(0, listIndex + 2);
}
