import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readDemoRecords } from '../../../src/platform/demo/demo-records.ts';

const linesPerWrite = 1_000;

/** Writes an NDJSON file of the demo records, with `count` copies of the signals under new ids. */
export const writeSignals = (path: string, count: number): Promise<void> =>
  pipeline(Readable.from(chunks(count)), createWriteStream(path));

async function* chunks(count: number): AsyncGenerator<string> {
  const records = (await readDemoRecords('talent', new Date())).flatMap((record) => ('kind' in record ? record : []));
  const lookups = records.filter(({ kind }) => ['user', 'company', 'institution'].includes(kind));
  const signals = records.filter(({ kind }) => kind === 'signal');
  let lines = lookups.map(({ kind, fields }) => JSON.stringify({ kind, ...fields }));
  for (let index = 0; index < count; index += 1) {
    const fields = signals[index % signals.length]?.fields;
    const id = `sig_${String((index * 7919) % 1_000_003).padStart(7, '0')}`;
    lines.push(JSON.stringify({ kind: 'signal', ...fields, id, linkedin_id: `in-${index}` }));
    if (lines.length < linesPerWrite) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  yield lines.map((line) => `${line}\n`).join('');
}
