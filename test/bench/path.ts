import { pathToFileURL } from 'node:url';
import { authentication } from '../support/network/caller-token.ts';
import { atMost, type BenchCase } from './figure.ts';
import { graphSettings, startMeasured, startRecordedUpstream } from './measured-process.ts';
import { createClient } from './peers/measure.ts';

const signals = '{ signals(first: 50, filter: { minScore: 6 }) { nodes { id fullName headline country score } } }';
const warmUps = 50;

/**
 * Counts the source files that one repeated request runs, and its moves: functions called from another file of src, each
 * once per calling file, so that the length of the page does not matter.
 */
export const path: BenchCase = {
  name: 'path',
  async measure({ copy: root = '.' }) {
    await using upstream = await startRecordedUpstream();
    const environment = { ...graphSettings(upstream.url), ...authentication };
    await using graph = await startMeasured({ file: 'src/main.ts', root, environment });
    const client = await createClient(graph, { documents: [signals], repetitions: 1 });
    for (let sent = 0; sent < warmUps; sent += 1) await client.answers();
    const entries = await graph.entriesOf(async () => {
      const [answer = ''] = await client.answers();
      if (answer.includes('"errors"')) throw new Error(answer);
    });
    await client.close();
    const folder = pathToFileURL(`${root}/src/`).href;
    const files = new Set(entries.map(({ file }) => file));
    const moves = new Set(
      entries
        .filter(({ file, caller }) => caller?.startsWith(folder) && caller !== file)
        .map(({ name, file, caller }) => `${caller} ${file} ${name}`),
    );
    for (const file of files) console.error(`  ${file.slice(folder.length)}`);
    return [
      atMost('files of src with a function that runs for a repeated signals(filter)', { value: files.size, max: 85 }),
      atMost('moves between these files', { value: moves.size, max: 300 }),
    ];
  },
};
