import type { ActionItem, Conversation } from '../conversation.ts';

/** Who writes summary and action items instead of the embedded analysis. Nothing said: an empty text, no items. */
export interface Analyst {
  /** @throws AnalystError */
  summarise(conversation: Conversation, signal?: AbortSignal): Promise<string>;
  /** @throws AnalystError */
  findActionItems(conversation: Conversation, signal?: AbortSignal): Promise<ActionItem[]>;
}

/**
 * The analyst gave no usable answer. A job tries again while `isRetryable`, and analyses without the analyst at its
 * last attempt: a conversation is never left without an analysis because an endpoint is down.
 */
export class AnalystError extends Error {
  readonly isRetryable: boolean;

  constructor(message: string, { isRetryable, cause }: { isRetryable: boolean; cause?: unknown }) {
    super(message, { cause });
    this.name = 'AnalystError';
    this.isRetryable = isRetryable;
  }
}
