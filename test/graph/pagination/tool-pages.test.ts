// @module-tag never-excused
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../src/connector/talent/talent-client.ts';
import {
  coveringPages,
  coveringPagesWithPrevious,
  endOf,
  furthestPageAhead,
  furthestPageBack,
  startOf,
} from '../../../src/graph/pagination/tool-pages.ts';

const numbersTo = (size: number) => Array.from({ length: size }, (_, item) => item);
const sizes = numbersTo(100).map((size) => size + 1);

/** The distinct indexes of the nodes in the pages. */
const shownBy = (pages: Page[]) =>
  new Set(pages.flatMap((page) => numbersTo(page.limit).map((position) => startOf(page) + position)));

/** Whether a single page that the tool supports covers a slice. */
const fitsOnePage = (offset: number, count: number) =>
  sizes.some((size) => size >= count && Math.floor(offset / size) === Math.floor((offset + count - 1) / size));

describe('coveringPages', () => {
  it('returns the smallest page that contains the slice, or two neighbouring pages', () => {
    const wrong: unknown[] = [];
    for (let offset = 0; offset <= 400; offset += 1) {
      for (let count = 1; count <= 100; count += 1) {
        const pages = coveringPages(offset, count);
        const smallest = sizes.find(
          (size) => size >= count && Math.floor(offset / size) === Math.floor((offset + count - 1) / size),
        );
        const [first = { page: 0, limit: 0 }, last = first] = pages;
        const isCovered = startOf(first) <= offset && endOf(last) >= offset + count && last.page - first.page < 2;
        const expected = smallest === undefined ? { limit: count, pages: 2 } : { limit: smallest, pages: 1 };
        if (!isCovered || first.limit !== expected.limit || pages.length !== expected.pages) {
          wrong.push({ offset, count, pages });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    [0, 25, [{ page: 1, limit: 25 }]],
    [25, 25, [{ page: 2, limit: 25 }]],
    [10, 25, [{ page: 1, limit: 35 }]],
    [30, 10, [{ page: 4, limit: 10 }]],
    [25, 10, [{ page: 3, limit: 12 }]],
    [99, 2, [{ page: 34, limit: 3 }]],
    [
      50,
      100,
      [
        { page: 1, limit: 100 },
        { page: 2, limit: 100 },
      ],
    ],
  ])('asks at offset %i for %i by %j', (offset, count, pages) => {
    expect(coveringPages(offset, count)).toEqual(pages);
  });
});

describe('coveringPagesWithPrevious', () => {
  it('returns pages without a gap that contain the slice and the node before it, one page where possible', () => {
    const wrong: unknown[] = [];
    for (let offset = 1; offset <= 400; offset += 1) {
      for (let count = 1; count <= 100; count += 1) {
        const pages = coveringPagesWithPrevious(offset, count);
        const shown = shownBy(pages);
        const isCovered = numbersTo(count + 1).every((position) => shown.has(offset - 1 + position));
        const expected = fitsOnePage(offset - 1, count + 1) ? 1 : 2;
        const isAllowed = pages.every(({ page, limit }) => page >= 1 && limit >= 1 && limit <= 100);
        const isInOrder = pages.every((page, turn) => turn === 0 || endOf(pages[turn - 1] ?? page) === startOf(page));
        if (!isCovered || !isAllowed || !isInOrder || pages.length !== expected) wrong.push({ offset, count, pages });
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    [25, 25, [{ page: 1, limit: 50 }]],
    [50, 25, [{ page: 2, limit: 38 }]],
    [
      100,
      100,
      [
        { page: 100, limit: 1 },
        { page: 2, limit: 100 },
      ],
    ],
    [
      30,
      100,
      [
        { page: 1, limit: 100 },
        { page: 2, limit: 100 },
      ],
    ],
  ])('asks at offset %i for %i by %j', (offset, count, pages) => {
    expect(coveringPagesWithPrevious(offset, count)).toEqual(pages);
  });
});

describe('the furthest page', () => {
  it('contains the adjacent node and as many beyond it as a page can', () => {
    const wrong: unknown[] = [];
    for (let place = 1; place <= 1_000; place += 1) {
      const back = furthestPageBack(place);
      const ahead = furthestPageAhead(place);
      const starts = sizes.map((limit) => (Math.ceil(place / limit) - 1) * limit);
      const ends = sizes.map((limit) => (Math.floor(place / limit) + 1) * limit);
      const isRight =
        startOf(back) === Math.min(...starts) &&
        endOf(back) >= place &&
        startOf(ahead) <= place &&
        endOf(ahead) === Math.max(...ends);
      if (!isRight) wrong.push({ place, back, ahead });
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    [38, { page: 1, limit: 38 }],
    [100, { page: 1, limit: 100 }],
    [101, { page: 2, limit: 51 }],
  ])('back from %i is %j', (end, page) => {
    expect(furthestPageBack(end)).toEqual(page);
  });
});
