import { describe, expect, it } from 'vitest';
import { affectedTests } from './affected-tests.ts';

const sources = new Map([
  ['test/support/random.ts', 'export const random = 4;'],
  ['test/support/meeting.ts', "import { random } from './random.ts';\nimport type { Room } from '../rooms/room.ts';"],
  ['test/rooms/room.ts', "import { meeting } from '../support/meeting.ts';"],
  ['test/rooms/room.test.ts', "import { expect } from 'vitest';\nimport { room } from './room.ts';"],
  ['test/rooms/worker.test.ts', "new Worker(new URL('../support/meeting.ts', import.meta.url));"],
  ['test/other.test.ts', "import { other } from '../src/other.ts';"],
]);

describe('affectedTests', () => {
  it.each([
    ['a changed test', ['test/other.test.ts'], ['test/other.test.ts']],
    [
      'tests that import a changed helper',
      ['test/rooms/room.ts'],
      ['test/rooms/room.test.ts', 'test/rooms/worker.test.ts'],
    ],
    [
      'tests that import a changed helper through others',
      ['test/support/random.ts', 'test/other.test.ts'],
      ['test/other.test.ts', 'test/rooms/room.test.ts', 'test/rooms/worker.test.ts'],
    ],
    ['no deleted test', ['test/deleted.test.ts'], []],
  ])('returns %s', (_, changed, tests) => {
    expect(affectedTests(changed, sources)).toEqual(tests);
  });
});
