import { expect } from 'vitest';
import type { Emitted, StreamLab } from './stream-lab.ts';
import { timeLimit } from '../../../../support/time-limit.ts';

export const event = (id: string) => ({
  done: false,
  value: expect.objectContaining({ data: { conversationEvents: { id, cursor: expect.any(String) } } }),
});
export const lastResult = (extensions: Record<string, unknown>) =>
  expect.objectContaining({
    done: false,
    value: expect.objectContaining({
      errors: [expect.objectContaining({ extensions: expect.objectContaining(extensions) })],
    }),
  });
export const ended = { done: true, value: undefined };
/** Makes `expect.poll` wait longer than by default: the machine can be busy with other tests. */
export const patient = { timeout: timeLimit(10) };

export const transports = ['sse', 'websocket'] as const;

/** Begins to read, and waits until the server reads events for one more subscription. */
export async function begin(lab: StreamLab, results: AsyncIterator<Emitted>) {
  const { readers } = lab.events;
  const first = results.next();
  first.catch(() => {});
  await expect.poll(() => lab.events.readers, patient).toBe(readers + 1);
  return { ...results, first, next: () => results.next(), leave: async () => results.return?.() };
}

/** The log lines of subscriptions that have ended. */
export const endsOf = (lab: StreamLab) => lab.logged.filter(({ msg }) => msg === 'subscription ended');
