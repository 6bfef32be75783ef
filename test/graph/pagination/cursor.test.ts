// @module-tag never-excused
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type CursorScope, cursorCodec, offsetPosition } from '../../../src/graph/pagination/cursor.ts';
import { InvalidInputError } from '../../../src/graph/core/input.ts';

const scope = { field: 'signals', arguments: { minScore: 7, cities: { in: ['Bern'], notIn: null } } };
const cursors = cursorCodec(scope, offsetPosition);
const cursor = cursors.encode(25);
const decoded = Buffer.from(cursor, 'base64url').toString();
const encode = (text: string) => Buffer.from(text).toString('base64url');
const refusal = new InvalidInputError([
  { path: ['after'], message: 'must be a cursor that signals returned for the same arguments' },
]);

describe('cursors', () => {
  it.each([0, 1, 25, 999_999_999])('decode to position %i', (position) => {
    expect(cursors.decode(cursors.encode(position))).toBe(position);
  });

  it('decode to a position with several parts', () => {
    const places = cursorCodec(scope, z.tuple([z.int(), z.string().nullable()]));

    expect(places.decode(places.encode([7, 'Zürich']))).toEqual([7, 'Zürich']);
    expect(places.decode(places.encode([7, null]))).toEqual([7, null]);
  });

  it.each([undefined, null])('decode %s to no position', (absent) => {
    expect(cursors.decode(absent)).toBeUndefined();
  });

  it.each<[string, CursorScope]>([
    ['the order of keys', { field: 'signals', arguments: { cities: { notIn: null, in: ['Bern'] }, minScore: 7 } }],
    ['null arguments', { field: 'signals', arguments: { minScore: 7, cities: { in: ['Bern'] }, fullName: null } }],
    [
      'undefined arguments',
      { field: 'signals', arguments: { minScore: 7, cities: { in: ['Bern'] }, types: undefined } },
    ],
  ])('are valid regardless of %s in the arguments', (_what, same) => {
    expect(cursorCodec(same, offsetPosition).decode(cursor)).toBe(25);
  });

  it.each<[string, CursorScope]>([
    ['another field', { ...scope, field: 'activities' }],
    ['no arguments', { ...scope, arguments: {} }],
    ['another value', { ...scope, arguments: { minScore: 8, cities: { in: ['Bern'] } } }],
    ['another name', { ...scope, arguments: { minScore: 7, cities: { in: ['Basel'] } } }],
    ['an additional name', { ...scope, arguments: { minScore: 7, cities: { in: ['Bern', 'Basel'] } } }],
  ])('are rejected for %s', (_what, other) => {
    const theirs = cursorCodec(other, offsetPosition);

    expect(() => theirs.decode(cursor)).toThrow(`must be a cursor that ${other.field} returned for the same arguments`);
  });

  it.each([
    ['an empty text', ''],
    ['garbage', 'garbage'],
    ['characters outside its alphabet', '!!!'],
    ['a truncated cursor', cursor.slice(0, -1)],
    ['a cursor without its first character', cursor.slice(1)],
    ['a longer cursor', `${cursor}A`],
    ['a padded cursor', `${cursor}==`],
    ['a cursor with a space', `${cursor} `],
    ['its text without encoding', decoded],
    ['its text in hexadecimal', Buffer.from(decoded).toString('hex')],
    ['its text in another base64', Buffer.from('9?.>>>>>>>>>>').toString('base64')],
    ['a negative position', encode(decoded.replace('25', '-25'))],
    ['a fractional position', encode(decoded.replace('25', '2.5'))],
    ['a position with a leading zero', encode(decoded.replace('25', '025'))],
    ['a position in scientific notation', encode(decoded.replace('25', '2e1'))],
    ['a position that is too large', encode(decoded.replace('25', '1000000000'))],
    ['a position that is not a number', encode(decoded.replace('25', '"25"'))],
    ['no position', encode(decoded.replace('25', ''))],
    ['no checksum', encode('25')],
    ['an empty checksum', encode('25.')],
    ['another checksum', encode(`25.${'A'.repeat(10)}`)],
  ])('are rejected when they are %s', (_what, text) => {
    expect(() => cursors.decode(text)).toThrow(refusal);
  });
});
