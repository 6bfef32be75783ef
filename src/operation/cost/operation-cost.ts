import type { ToolLedger } from '../calls/tool-ledger.ts';

/** What a tool call costs, in objects: about as much as a page of ten small objects. */
export const toolCallCost = 10;

/** The length of a text, in characters, that costs as much as one object. Shorter texts are free. */
const charactersPerCost = 1000;

export const longTextCost = (length: number) => Math.floor(length / charactersPerCost);

/** The caller's rate limit, in points, in the format of Shopify's API. */
interface ThrottleStatus {
  maximumAvailable: number;
  /** Points that are left after this operation. */
  currentlyAvailable: number;
  /** Points that are restored per second. */
  restoreRate: number;
}

/** Adds up the cost: 1 for each object, 1 for each 1,000 characters of a long text, and 10 for each tool call. */
export class OperationCost {
  /** The estimated cost; undefined before it is known. */
  estimated: number | undefined;
  objects = 0;
  /** Length of all texts resolved so far. */
  characters = 0;
  /** The cost of the long texts resolved so far. */
  longTexts = 0;
  /** Size of the transcripts loaded so far, in characters. */
  loadedTranscripts = 0;
  throttleStatus: ThrottleStatus | undefined;
  readonly #ledger: Pick<ToolLedger, 'sent'>;

  constructor(ledger: Pick<ToolLedger, 'sent'>) {
    this.#ledger = ledger;
  }

  /** Sets the counts of a result that is not sent to zero. Its tool calls stay counted, because they were made. */
  discardResult(): void {
    this.objects = 0;
    this.characters = 0;
    this.longTexts = 0;
    this.loadedTranscripts = 0;
  }

  /** The cost so far. Shared and cached calls cost nothing. */
  actual(): number {
    return this.objects + this.longTexts + toolCallCost * this.#ledger.sent;
  }
}

/**
 * Returns the total length of all texts and names in a JSON value. Stops counting beyond `max`, to bound the work.
 * @param perItem how many characters each item of a list counts, besides its texts
 */
export function textLength(value: unknown, max: number, perItem = 0): number {
  let length = 0;
  measure(value);
  return length;

  function measure(part: unknown): void {
    if (typeof part === 'string') length += part.length;
    else if (Array.isArray(part)) measureList(part);
    else if (typeof part === 'object' && part !== null) measureFields(part);
  }

  function measureList(list: readonly unknown[]): void {
    for (const item of list) {
      if (length > max) return;
      length += perItem;
      measure(item);
    }
  }

  function measureFields(object: object): void {
    // `Object.entries` creates an array for each field, which takes four times as long.
    for (const name of Object.keys(object)) {
      if (length > max) return;
      length += name.length;
      measure(Reflect.get(object, name));
    }
  }
}
