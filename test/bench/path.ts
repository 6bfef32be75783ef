import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { authentication } from '../support/network/caller-token.ts';
import { atMost, type BenchCase } from './figure.ts';
import { graphSettings, type MeasuredProcess, startMeasured, startRecordedUpstream } from './measured-process.ts';
import { createClient } from './peers/measure.ts';

const signals = '{ signals(first: 50, filter: { minScore: 6 }) { nodes { id fullName headline country score } } }';
const warmUps = 50;

/** Number of source files with a function that runs for one repeated request, in front of a recorded upstream. */
export const path: BenchCase = {
  name: 'path',
  async measure() {
    await using upstream = await startRecordedUpstream();
    const environment = { ...graphSettings(upstream.url), ...authentication };
    await using graph = await startMeasured({ file: 'src/main.ts', environment });
    const files = await filesOf(graph, signals);
    console.error(`  ${files.join('\n  ')}`);
    return [
      atMost('files of src with a function that runs for a repeated signals(filter)', { value: files.length, max: 85 }),
    ];
  },
};

async function filesOf(graph: MeasuredProcess, document: string): Promise<string[]> {
  const client = await createClient(graph, { documents: [document], repetitions: 1 });
  for (let sent = 0; sent < warmUps; sent += 1) await client.answers();
  await graph.coveredScripts();
  // Starting the coverage makes the next request recompile its functions, so do not count it.
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
