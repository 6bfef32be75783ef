import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BenchCase, Figure } from './figure.ts';
import { authentication } from './load/caller-token.ts';
import { createClient } from './peers/measure.ts';
import { type MeasuredProcess, startMeasured, startRecordedUpstream } from './peers/measured-process.ts';
import { nodeSettings } from './peers/servers.ts';

const signals = '{ signals(first: 50, filter: { minScore: 6 }) { nodes { id fullName headline country score } } }';
const summary = '{ activities(first: 1, filter: { status: COMPLETED }) { nodes { summary { content } } } }';
const warmUps = 50;

/** Number of source files with a function that runs for one repeated request, in front of a recorded upstream. */
export const path: BenchCase = {
  name: 'path',
  async measure({ list }) {
    await using upstream = await startRecordedUpstream();
    const environment = { ...nodeSettings(upstream.url), ...authentication };
    await using graph = await startMeasured({ file: 'src/main.ts', environment });
    const paths = {
      'signals(filter)': await filesOf(graph, signals),
      'Activity.summary': await filesOf(graph, summary),
    };
    if (list)
      console.log(
        Object.entries(paths)
          .map(([name, files]) => [`${name}:`, ...files].join('\n  '))
          .join('\n'),
      );
    return [
      figureOf('signals(filter)', { count: paths['signals(filter)'].length, max: 80 }),
      figureOf('Activity.summary', { count: paths['Activity.summary'].length }),
    ];
  },
};

async function filesOf(graph: MeasuredProcess, document: string): Promise<string[]> {
  const client = await createClient(graph, { documents: [document], hasToken: true, repetitions: 1 });
  for (let sent = 0; sent < warmUps; sent += 1) await client.answers();
  await graph.coveredScripts();
  // The first request after the coverage has started compiles its functions again.
  await client.answers();
  await graph.coveredScripts();
  const [answer = ''] = await client.answers();
  const scripts = await graph.coveredScripts();
  await client.close();
  if (answer.includes('"errors"')) throw new Error(answer);
  const root = pathToFileURL('src/').href;
  return scripts
    .filter((url) => url.startsWith(root))
    .map((url) => relative('.', fileURLToPath(url)))
    .toSorted();
}

const figureOf = (name: string, { count, max }: { count: number; max?: number }): Figure => ({
  name: `files of src with a function that runs for a repeated ${name}`,
  value: String(count),
  baseline: '',
  target: max === undefined ? '' : `at most ${max}`,
  reached: max === undefined || count <= max,
});
