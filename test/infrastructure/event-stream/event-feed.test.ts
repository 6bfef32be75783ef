import { describe, expect, it } from 'vitest';
import { pageSize } from '../../../src/infrastructure/event-stream/event-pages.ts';
import { ringSize } from '../../../src/infrastructure/event-stream/organization-stream.ts';
import { closedFeeds, idsOf, take } from './feed-lab.ts';

describe('the event feed', () => {
  const open = closedFeeds();

  it('starts at the end of the stream and reads each change once for all readers', async () => {
    const { openAtEnd, append, emit, read, ends, end } = open();
    await append('acme', 3);
    const readers = [];
    for (let count = 0; count < 20; count += 1) readers.push(await openAtEnd('acme'));
    ends.mockClear();
    const ids = await emit('acme');

    const received = await Promise.all(readers.map((reader) => take(reader, 1)));
    const { generation } = await end('acme');
    expect(received).toEqual(readers.map(() => [expect.objectContaining({ id: ids[0], position: 4, generation })]));
    expect(read.mock.calls).toEqual([['acme', { after: { generation, position: 3 }, limit: ringSize }]]);
    expect(ends).not.toHaveBeenCalled();
  });

  it.each([0, 1, pageSize - 1, pageSize, pageSize + 1, ringSize - 1, ringSize, ringSize + 1, 2 * ringSize + 1])(
    'continues after a position with %i stored events, and then with new ones',
    async (stored) => {
      const { open: openReader, append, emit, end } = open();
      await append('acme', 2);
      const after = await end('acme');
      const old = await append('acme', stored);
      const reader = openReader('acme', after);
      expect(idsOf(await take(reader, stored))).toEqual(old);

      const waiting = take(reader, 3);
      const added = [...(await emit('acme')), ...(await emit('acme', 2))];
      expect(idsOf(await waiting)).toEqual(added);
    },
  );

  it.each([1, ringSize, ringSize + 1, 3 * ringSize])(
    'serves a slow reader after %i events that it did not read in time',
    async (count) => {
      const { openAtEnd, emit } = open();
      const [fast, slow] = [await openAtEnd('acme'), await openAtEnd('acme')];
      const ids = await emit('acme', count);

      expect(idsOf(await take(fast, count))).toEqual(ids);
      expect(idsOf(await take(slow, count))).toEqual(ids);
    },
  );
});
