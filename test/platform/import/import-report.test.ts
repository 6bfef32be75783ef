import { expect, it } from 'vitest';
import type { FileResult } from '../../../src/platform/import/import-file.ts';
import { createReporter } from '../../../src/platform/import/import-report.ts';
import { timeLimit } from '../../support/time-limit.ts';
import { textSink } from './import-lab.ts';

/** A reporter of a file of 1,000 bytes, and what it writes. */
function openReporter(file: string, { isTTY = false, clock }: { isTTY?: boolean; clock?: () => number } = {}) {
  const [results, faults] = [textSink(isTTY), textSink()];
  const reporter = createReporter({ results: results.stream, faults: faults.stream, clock });
  reporter.start(file, 1000);
  return { reporter, results: results.texts, faults: faults.texts };
}

const result: FileResult = { file: 'cities.csv', read: 20_000, counts: new Map(), badLines: 0, partialLines: 0 };

it('escapes what a name of a file could do to a terminal', () => {
  const [results, faults] = [textSink(true), textSink()];
  const reporter = createReporter({ results: results.stream, faults: faults.stream });
  reporter.start('\u001B]0;title\u0007\u202Efile\nx.csv', 10);
  reporter.onBytes(10);
  reporter.onFault({ line: 1, fault: 'is bad' });
  reporter.stop();
  for (const text of ['\u001B]', '\u202E']) expect(results.texts.join('')).not.toContain(text);
  expect(faults.texts).toEqual(['\\u001b]0;title\\u0007\\u202efile x.csv:1: is bad\n']);
});

it('draws a progress bar on a terminal', () => {
  const { reporter, results, faults } = openReporter('cities.csv', { isTTY: true });
  reporter.onBytes(500);
  reporter.onFault({ line: 7, fault: 'is not JSON' });
  reporter.onBatch(20_000);
  reporter.end({ ...result, counts: new Map([['city', { stored: 19_999, added: 19_998 }]]), badLines: 1 });
  expect(results.join('')).toMatch(/ 0% cities\.csv.* 50% cities\.csv/s);
  expect(results.join('')).not.toContain('records so far');
  expect(results.at(-1)).toBe('cities.csv: 20,000 records read: 19,998 new cities, 1 already there; 1 bad line\n');
  expect(faults).toEqual(['cities.csv:7: is not JSON\n']);
});

it('writes plain lines without a terminal', () => {
  const { reporter, results, faults } = openReporter('cities.csv');
  reporter.onBytes(500);
  reporter.onBatch(9_999);
  reporter.onBatch(10_499);
  reporter.onBatch(19_999);
  reporter.end({ ...result, rejection: 'is empty' });
  expect(results).toEqual(['cities.csv: 10,000 records so far\n']);
  expect(faults).toEqual(['cities.csv: is empty\n']);
});

it('reports progress every ten seconds, even after few records', () => {
  let time = 0;
  const { reporter, results } = openReporter('meetings.ndjson', { clock: () => time });
  for (const read of [3, 7, 12, 15]) {
    time += 6000;
    reporter.onBatch(read);
  }
  expect(results).toEqual(['meetings.ndjson: 7 records so far\n', 'meetings.ndjson: 15 records so far\n']);
});

it('reports a fault of many lines once, with their number', () => {
  const { reporter, faults } = openReporter('people.ndjson');
  for (let line = 2; line <= 31; line += 1) {
    reporter.onFault({ line, fault: 'signal: score: must be a whole number' });
    if (line < 4) reporter.onFault({ line, fault: `view: user: there is no user with the id "usr_${line}"` });
  }
  expect(faults).toEqual([]);
  reporter.stop();
  expect(faults).toEqual([
    'people.ndjson:2: signal: score: must be a whole number (30 such lines)\n',
    'people.ndjson:2: view: user: there is no user with the id "usr_2"\n',
    'people.ndjson:3: view: user: there is no user with the id "usr_3"\n',
  ]);
});

it('reports the first hundred faults, and how many more faults there are', () => {
  const { reporter, faults } = openReporter('people.ndjson');
  for (let line = 1; line <= 103; line += 1) reporter.onFault({ line, fault: `city: key${line}: is not known` });
  reporter.stop();
  expect(faults.slice(99)).toEqual([
    'people.ndjson:100: city: key100: is not known\n',
    'people.ndjson: 3 more faults; correct these first\n',
  ]);
});

// Asserts lengths only, because a comparison of the whole text can take a minute.
it('shortens and escapes the faults that a hostile file causes', { timeout: timeLimit(20) }, () => {
  const { reporter, faults } = openReporter('people.ndjson');
  reporter.onFault({ line: 1, fault: `signal: ${'"'.repeat(100_000)} is not known` });
  reporter.onFault({ line: 2, fault: 'signal: a\u001b[2J\u009b: is not known' });
  reporter.stop();

  expect(faults.map((text) => text.length)).toEqual([1018, 56]);
  expect(faults[1]).toBe('people.ndjson:2: signal: a\\u001b[2J\\u009b: is not known\n');
});
