import { describe, expect, it } from 'vitest';
import { createEventTurns } from '../../../../src/http/graphql/subscription/event-turns.ts';

/** Occupies the event loop for longer than events may in one turn. */
function block() {
  const end = performance.now() + 6;
  while (performance.now() < end);
}

const { signal } = new AbortController();

describe('the turns of events', () => {
  it('let other work run between executions that block the event loop', async () => {
    const turns = createEventTurns();
    let loops = 0;
    const count = () => {
      loops += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await Promise.all(Array.from({ length: 48 }, () => turns.run({ identifier: 'ada', signal }, async () => block())));
    clearImmediate(timer);
    expect(loops).toBeGreaterThanOrEqual(2);
  });

  it('are shared by all callers, and do not wait for what the executions wait for', async () => {
    const turns = createEventTurns();
    const started: string[] = [];
    const never = new Promise<void>(() => {});
    const run = (identifier: string) =>
      turns.run({ identifier, signal }, async () => {
        started.push(identifier);
        return never;
      });
    for (let index = 0; index < 100; index += 1) void run('ada');
    void run('ben');
    await expect.poll(() => started.length).toBe(101);
    expect(started.indexOf('ben')).toBeLessThan(20);
  });

  it('end with the subscription that waits, and with the error of the execution', async () => {
    const turns = createEventTurns();
    const controller = new AbortController();
    const running = Array.from({ length: 16 }, () => turns.run({ identifier: 'ada', signal }, async () => 'result'));
    let isStarted = false;
    const waiting = turns.run({ identifier: 'ada', signal: controller.signal }, async () => (isStarted = true));
    controller.abort(new Error('ended'));
    await expect(waiting).rejects.toThrow('ended');
    expect([isStarted, new Set(await Promise.all(running))]).toEqual([false, new Set(['result'])]);
    const failed = turns.run({ identifier: 'ada', signal }, async () => {
      throw new Error('failed');
    });
    await expect(failed).rejects.toThrow('failed');
  });
});
