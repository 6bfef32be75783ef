import type { ActionItem, Conversation } from '../../analysis/conversation.ts';
import { createQuotationFinder, isContentWord, wordsOf } from './quotations.ts';
import type { Answer, Item, Statement } from '../read-answer.ts';
import { createStatementCheck } from './statement-check.ts';
import type { Line } from '../transcript-lines.ts';
import { plainText } from '../../plain-text.ts';

/** Why a part of an answer was left out. `due` concerns only the day of an item, `length` the end of a long summary. */
export const omissionReasons = ['unreadable', 'evidence', 'figure', 'name', 'due', 'length'] as const;
export type OmissionReason = (typeof omissionReasons)[number];

export interface SupportedStatement {
  text: string;
  line: number;
}

export interface SupportedItem extends ActionItem {
  line: number;
}

const maxCharacters = { statement: 400, item: 300, title: 80 };
/** Minimum share of content words that two items must have in common to count as the same. */
const minOverlap = 0.8;

/** Forms of quotations. An apostrophe does not end a quotation. */
const quotations = [
  /["“„«]([^"“”„«»]+)["“”»]/gu,
  /»([^«»]+)«/gu,
  /‘([^‘]+?)’(?!\p{L})/gu,
  /‚([^‚‘]+)‘/gu,
  /[「『]([^「」『』]+)[」』]/gu,
];

/**
 * Keeps each statement that the transcript supports: its quotation was said, and so were the quotations, numbers, dates
 * and names in its text. Calls `drop` for every other statement.
 */
export function createAnswerCheck(
  conversation: Conversation,
  lines: readonly Line[],
  drop: (reason: OmissionReason) => void,
) {
  const findQuotation = createQuotationFinder(lines);
  const statementCheck = createStatementCheck(conversation, lines);

  function supported({ text, line, quote }: Statement, { max, due }: { max: number; due: string | null }) {
    const cleaned = plainModelText(text, max);
    const evidenceLine = findQuotation(quote, line);
    const omit = (reason: OmissionReason) => {
      drop(reason);
      return undefined;
    };
    if (cleaned === '') return omit('unreadable');
    if (evidenceLine === undefined) return omit('evidence');
    const fault = statementCheck.faultOf(cleaned, evidenceLine, due);
    if (fault !== undefined) return omit(fault);
    const quoted = quotations.flatMap((pattern) => Array.from(cleaned.matchAll(pattern), ([, inner = '']) => inner));
    const isMisquoted = quoted.some((one) => wordsOf(one).length > 1 && findQuotation(one, evidenceLine) === undefined);
    return isMisquoted ? omit('evidence') : { text: cleaned, line: evidenceLine };
  }

  function supportedItem(item: Item): SupportedItem[] {
    const evidenceLine = findQuotation(item.quote, item.line);
    const isDueSaid = item.due !== null && evidenceLine !== undefined && statementCheck.isDue(item.due, evidenceLine);
    const due = isDueSaid ? item.due : null;
    const statement = supported(item, { max: maxCharacters.item, due });
    if (!statement) return [];
    if (due !== item.due) drop('due');
    return [
      {
        ...statement,
        assignee_id: assigneeOf(item.assignee, conversation.participants),
        start_ms: conversation.segments[lines[statement.line]?.segment ?? -1]?.start_ms ?? null,
        is_completed: false,
        due_on: due,
      },
    ];
  }

  return {
    statements(answer: Answer): SupportedStatement[] {
      for (let count = 0; count < answer.unreadable; count += 1) drop('unreadable');
      return (answer.summary ?? []).flatMap((one) => supported(one, { max: maxCharacters.statement, due: null }) ?? []);
    },
    items: (answer: Answer): SupportedItem[] => (answer.items ?? []).flatMap(supportedItem),
    /** Returns undefined if the title is empty, or has figures or names that were not said near the beginning. */
    title(answer: Answer): string | undefined {
      const title = plainModelText(answer.title, maxCharacters.title);
      return title === '' || statementCheck.faultOf(title, 0, null) !== undefined ? undefined : title;
    },
  };
}

/** Finds the participant for "P3", "3" or a name; null if the text does not name exactly one participant. */
function assigneeOf(text: string, participants: Conversation['participants']): string | null {
  const number = /^\W*p?(\d+)\W*$/i.exec(text)?.[1];
  if (number !== undefined) return participants[Number(number)]?.id ?? null;
  const words = wordsOf(text.replace(/\(.*/, ''));
  const matching = participants.filter(({ name }) => {
    const parts = wordsOf(name ?? '');
    return words.length > 0 && words.every((word) => parts.includes(word));
  });
  return matching.length === 1 ? (matching[0]?.id ?? null) : null;
}

/** Returns items in order of time, without repetitions. */
export function mergeItems(items: readonly SupportedItem[]): ActionItem[] {
  const merged: SupportedItem[] = [];
  for (const item of items.toSorted((a, b) => a.line - b.line)) {
    const same = merged.find((other) => isSame(item, other));
    if (!same) merged.push({ ...item });
    else {
      same.assignee_id ??= item.assignee_id;
      same.due_on ??= item.due_on;
    }
  }
  return merged.map((supportedItem) => {
    const { line: _, ...item } = supportedItem;
    return item;
  });
}

function isSame(a: SupportedItem, b: SupportedItem): boolean {
  if (a.assignee_id !== null && b.assignee_id !== null && a.assignee_id !== b.assignee_id) return false;
  if (a.due_on !== null && b.due_on !== null && a.due_on !== b.due_on) return false;
  const [left, right] = [a, b].map(({ text }) => new Set(wordsOf(text).filter(isContentWord)));
  if (!left || !right) return false;
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared >= minOverlap * Math.max(1, left.size, right.size);
}

/** Joins statements without repetitions, up to the word limit. */
export function joinStatements(
  statements: readonly SupportedStatement[],
  { maxWords, drop }: { maxWords: number; drop: (reason: OmissionReason) => void },
): string {
  const texts: string[] = [];
  let words = 0;
  for (const text of new Set(statements.map((one) => one.text))) {
    const length = text.split(' ').length;
    if (texts.length > 0 && words + length > maxWords) drop('length');
    else texts.push(/[.!?。！？…]["”’)]?$/u.test(text) ? text : `${text}.`);
    // Counts a dropped statement too, so that only the end of a summary is dropped.
    words += length;
  }
  return texts.join(' ');
}

/** Control, zero-width and bidirectional characters, which can make a text look different from its content. */
const invisible = /[\p{Cc}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;
const tag = /<\/?[a-z!][^<>]{0,200}>/gi;
const link = /!?\[([^[\]]*)\]\([^()\s]*\)/g;
const emphasis = /(\*\*|__|`+)(?=\S)([^]*?\S)\1/g;
const listMark = /^(?:[-*•#>]+|\d{1,2}[.)])\s+/;

/** Returns the text of a model without markup, on one line, cut at a word. */
function plainModelText(text: string, max: number): string {
  // Cut the text first, because searching for markup takes quadratic time.
  const spaced = text
    .slice(0, 10 * max)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(invisible, '');
  const plain = plainText(
    spaced.replaceAll(tag, '').replaceAll(link, '$1').replaceAll(emphasis, '$2').trim().replace(listMark, ''),
  );
  if (plain.length <= max) return plain;
  const cut = plain.slice(0, max - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2)).trim()}…`;
}
