import { analyseEmbedded } from '../../../src/platform/services/conversation/analysis/analyse.ts';
import { readTranscript } from '../../../src/platform/services/conversation/processing/transcription/read-transcript.ts';
import { hostileFiles } from '../../support/hostile/hostile-files.ts';
import { hostileShapes } from '../../support/hostile/hostile-shapes.ts';
import { type BenchCase, type Figure, milliseconds } from '../figure.ts';

const sizes = [50_000, 100_000, 200_000];
const rounds = 5;
const maxGrowth = 2.6;
/** Below this time, garbage collection and compilation say more than the transcript. */
const minMs = 20;

/** The CPU time of reading and analysing hostile transcripts, which must grow linearly with their size. */
export const analysisTime: BenchCase = {
  name: 'analysis time',
  async measure() {
    const figures: Figure[] = [];
    for (const [name, shape] of Object.entries(hostileShapes)) {
      figures.push(await growth(name, (size) => analyseEmbedded(shape(size))));
    }
    for (const [name, file] of Object.entries(hostileFiles)) {
      figures.push(await growth(`file with ${name}`, (size) => readTranscript(file(size))));
    }
    return figures;
  },
};

/** Measures a task at all sizes: the largest growth per doubling of the size. */
async function growth(name: string, run: (size: number) => Promise<unknown>): Promise<Figure> {
  const times = sizes.map(() => Infinity);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, size] of sizes.entries()) {
      const before = process.cpuUsage();
      await run(size);
      const { user, system } = process.cpuUsage(before);
      times[index] = Math.min(times[index] ?? Infinity, (user + system) / 1000);
    }
  }
  const factors = times.slice(1).map((ms, index) => Math.max(ms, minMs) / Math.max(times[index] ?? 0, minMs));
  const worst = Math.max(...factors);
  return {
    name,
    value: `×${worst.toFixed(2)} (${times.map(milliseconds).join(', ')})`,
    baseline: '',
    target: `at most ×${maxGrowth} per doubling from ${sizes[0]} characters`,
    reached: worst <= maxGrowth,
  };
}
