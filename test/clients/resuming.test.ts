import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { resuming } from '../../src/clients/resuming.ts';

type Sink = Parameters<Parameters<typeof resuming>[0]['subscribe']>[1];

describe('the documented wrapper of clients', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const closed = (code: number) => (sink: Sink) => sink.error({ code });
  const answered = (status: number) => (sink: Sink) => sink.error({ response: { status } });
  const tokenExpired = (sink: Sink) => {
    sink.next({ errors: [{ extensions: { code: 'UNAUTHENTICATED', isRetryable: false } }] });
    sink.complete();
  };

  const errorsWithoutCode = (sink: Sink) => {
    sink.next({ errors: [{ message: 'Unexpected error.' }] });
    sink.complete();
  };

  const cursorExpired = (sink: Sink) => {
    sink.next({ errors: [{ extensions: { code: 'EVENT_CURSOR_EXPIRED', isRetryable: false } }] });
    sink.complete();
  };

  /** Attempt n ends with `ends[n]`; a later attempt stays open. @returns the number of attempts */
  async function attempts(...ends: ((sink: Sink) => void)[]): Promise<number> {
    return attemptsWith(() => {}, ends);
  }

  async function attemptsWith(reload: (() => void) | undefined, ends: ((sink: Sink) => void)[]): Promise<number> {
    let begun = 0;
    const client = {
      subscribe(_request: object, sink: Sink) {
        void Promise.resolve(sink).then(ends[begun]);
        begun += 1;
        return () => {};
      },
    };
    const error = vi.fn<() => void>();
    resuming(client, reload).subscribe({ query: '' }, { next() {}, error, complete() {} });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(error).toHaveBeenCalledTimes(begun > ends.length ? 0 : 1);
    return begun;
  }

  it.each([
    ['a lost connection', closed(1006)],
    ['a missing pong', closed(4499)],
    ['a slow token', closed(4408)],
    ['a missing acknowledgement', closed(4504)],
    ['a rate limit', answered(429)],
    ['an overloaded server', answered(503)],
  ])('subscribes again after %s', async (_, end) => {
    expect(await attempts(end)).toBe(2);
  });

  it('waits up to five seconds after a lost connection', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    let begun = 0;
    const subscribe = (_request: object, sink: Sink) => {
      begun += 1;
      void Promise.resolve(sink).then(begun === 1 ? closed(1006) : undefined);
      return () => {};
    };
    resuming({ subscribe }).subscribe({ query: '' }, { next() {}, error() {}, complete() {} });
    await vi.advanceTimersByTimeAsync(4_900);
    expect(begun).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(begun).toBe(2);
  });

  it.each([
    ['a bad request', answered(400)],
    ['a socket that the server rejects', closed(4400)],
    ['errors without a code', errorsWithoutCode],
    ['errors without a code of a subscription that is rejected', (sink: Sink) => sink.error([{ message: 'No.' }])],
    ['errors with empty extensions', (sink: Sink) => sink.error([{ message: 'No.', extensions: {} }])],
  ])('reports %s', async (_, end) => {
    expect(await attempts(end)).toBe(1);
  });

  it('subscribes again if the first attempt reaches a socket with the expired token', async () => {
    expect(await attempts(tokenExpired, closed(4403))).toBe(3);
  });

  it('subscribes without a cursor and reloads when events were lost, until there is a new cursor', async () => {
    const steps: string[] = [];
    const emit = (cursor: string) => (sink: Sink) => sink.next({ data: { conversationEvents: { cursor } } });
    const ends = [cursorExpired, closed(1006), (sink: Sink) => (emit('b')(sink), closed(1006)(sink)), emit('c')];
    const client = {
      subscribe({ variables }: Parameters<Parameters<typeof resuming>[0]['subscribe']>[0], sink: Sink) {
        steps.push(`after ${String(variables?.['after'])}`);
        void Promise.resolve(sink).then(ends.shift());
        return () => {};
      },
    };
    const next = (result: { data?: object | null | undefined }) => steps.push(JSON.stringify(result.data));
    const sink = { next, error: () => steps.push('error'), complete: () => steps.push('complete') };
    resuming(client, () => steps.push('reload')).subscribe({ query: '', variables: { after: 'a' } }, sink);
    await vi.advanceTimersByTimeAsync(60_000);

    expect(steps).toEqual([
      'after a',
      'after undefined',
      'reload',
      'after undefined',
      'reload',
      '{"conversationEvents":{"cursor":"b"}}',
      'after b',
      '{"conversationEvents":{"cursor":"c"}}',
    ]);
  });

  it('reports lost events if it cannot reload', async () => {
    expect(await attemptsWith(undefined, [cursorExpired])).toBe(1);
    expect(await attempts(cursorExpired)).toBe(2);
  });

  it('reports a token that is rejected three times', async () => {
    expect(await attempts(answered(401), answered(401), answered(401))).toBe(3);
    expect(await attempts(tokenExpired, tokenExpired, tokenExpired)).toBe(3);
  });
});
