import { expect, it } from 'vitest';
import { createReporter } from '../../../src/platform/import/import-report.ts';
import { textSink } from './import-lab.ts';

it('draws a progress bar on a terminal, with bad lines above it', () => {
  const [results, faults] = [textSink(true), textSink()];
  const reporter = createReporter({ results: results.stream, faults: faults.stream });
  reporter.start('cities.csv', 1000);
  reporter.onBytes(500);
  reporter.onFault({ line: 7, fault: 'is not JSON' });
  reporter.onBatch(20_000);
  reporter.end({
    file: 'cities.csv',
    read: 20_000,
    counts: new Map([['city', { stored: 19_999, added: 19_998 }]]),
    badLines: 1,
  });
  const drawn = results.texts.join('');
  expect(drawn).toContain(' 0% cities.csv');
  expect(drawn).toContain(' 50% cities.csv');
  expect(drawn).not.toContain('records so far');
  expect(results.texts.at(-1)).toBe(
    'cities.csv: 20,000 records read: 19,998 new cities, 1 already there; 1 bad line\n',
  );
  expect(faults.texts).toEqual(['cities.csv:7: is not JSON\n']);
});

it('writes plain lines without a terminal', () => {
  const [results, faults] = [textSink(), textSink()];
  const reporter = createReporter({ results: results.stream, faults: faults.stream });
  reporter.start('cities.csv', 1000);
  reporter.onBytes(500);
  reporter.onBatch(9_999);
  reporter.onBatch(10_499);
  reporter.onBatch(19_999);
  reporter.end({ file: 'cities.csv', read: 19_999, counts: new Map(), badLines: 0, rejection: 'is empty' });
  expect(results.texts).toEqual(['cities.csv: 10,000 records so far\n']);
  expect(faults.texts).toEqual(['cities.csv: is empty\n']);
});

it('reports progress every ten seconds, even after few records', () => {
  const [results, faults] = [textSink(), textSink()];
  let time = 0;
  const reporter = createReporter({ results: results.stream, faults: faults.stream }, () => time);
  reporter.start('meetings.ndjson', 1000);
  for (const read of [3, 7, 12, 15]) {
    time += 6000;
    reporter.onBatch(read);
  }
  expect(results.texts).toEqual(['meetings.ndjson: 7 records so far\n', 'meetings.ndjson: 15 records so far\n']);
});
