import type { Random } from '../../talent/demo/random.ts';
import type { Segment } from '../analysis/conversation.ts';
import type { Said } from './dialogue.ts';
import type { Voice } from './scenes.ts';

const msPerWord = { from: 330, to: 430 };
const shortestMs = 500;

/** Gives what was said its time: everybody has a pace of their own, and leaves pauses. */
export function inTime(random: Random, said: readonly Said[], participantOf: ReadonlyMap<Voice, string>): Segment[] {
  const pace = new Map([...participantOf.keys()].map((voice) => [voice, random.int(msPerWord.from, msPerWord.to)]));
  let atMs = random.int(400, 2500);
  return said.map(({ voice, text }) => {
    const length = text.split(' ').length * (pace.get(voice) ?? msPerWord.to) + random.int(0, 400);
    const segment = {
      participant_id: participantOf.get(voice) ?? null,
      start_ms: atMs,
      end_ms: atMs + Math.max(shortestMs, length),
      text,
    };
    atMs = segment.end_ms + (random.chance(8) ? random.int(1200, 3000) : random.int(120, 900));
    return segment;
  });
}
