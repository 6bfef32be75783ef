import type { Random } from '../../talent/demo/random.ts';
import { type Facts, fill } from './facts.ts';
import { listening, type Scene, scenesAbout, type Voice } from './scenes.ts';
import type { Subject } from './team.ts';

/** What somebody says in one go. */
export interface Said {
  voice: Voice;
  text: string;
}

export interface DialogueOptions {
  subject: Subject;
  type: 'call' | 'meeting';
  present: ReadonlySet<Voice>;
  facts: Facts;
  /** Names of the scenes that these people had already; those of this dialogue are added. */
  played: Set<string>;
  /** About how many lines are spoken. */
  length: number;
}

const leastLines = 20;
const longWords = { answered: 26, split: 48 };

export function inventDialogue(random: Random, options: DialogueOptions): Said[] {
  const scenes = chooseScenes(random, options);
  for (const { name } of scenes) options.played.add(name);
  const said = scenes.flatMap((scene) => play(random, scene, options.facts));
  return said.flatMap((one, index) => withListener(random, one, said[index + 1])).flatMap(inParts);
}

/** Whole scenes in their order until it is long enough; ones that were played come again only when there is too little. */
function chooseScenes(random: Random, { subject, type, present, played, length }: DialogueOptions): Scene[] {
  const all = scenesAbout(subject);
  const isFirst = played.size === 0;
  const possible = all.filter(
    ({ on, when, lines }) =>
      (on === undefined || on === type) &&
      (when === undefined || (when === 'first') === isFirst) &&
      lines.every(({ voice }) => present.has(voice)),
  );
  const isFresh = ({ name, again }: Scene) => again === true || !played.has(name);
  const chosen = new Set(possible.filter((scene) => scene.always && isFresh(scene)));
  const optional = possible.filter((scene) => !scene.always);
  const add = (scenes: Scene[], least: number) => {
    const rest = [...scenes];
    while (rest.length > 0 && linesOf(chosen) < least) {
      for (const scene of rest.splice(random.int(0, rest.length - 1), 1)) chosen.add(scene);
    }
  };
  add(optional.filter(isFresh), length);
  add(
    optional.filter((scene) => !chosen.has(scene)),
    leastLines,
  );
  return all.filter((scene) => chosen.has(scene));
}

const linesOf = (scenes: Iterable<Scene>) => [...scenes].reduce((sum, { lines }) => sum + lines.length, 0);

function play(random: Random, { lines }: Scene, facts: Facts): Said[] {
  let chosen = 0;
  return lines.map(({ voice, follows, variants }, index) => {
    chosen = follows ? chosen : random.int(0, variants.length - 1);
    const text = fill(variants[chosen] ?? '', facts);
    const canHesitate = index > 0 && !follows && wordsOf(text) > 12 && !isAnswer.test(text);
    const start = canHesitate && random.chance(10) ? random.pick(hesitations) : '';
    return { voice, text: `${start}${text}` };
  });
}

const isAnswer = /^(?:Yes|No|Good|Okay|Sure|Please|Hi|Hello)\b/;
const hesitations = ['Well. ', 'Okay. ', 'Hm. ', 'Yeah. '];

/** Whoever speaks for long hears now and then that somebody listens, unless the answer comes at once. */
function withListener(random: Random, said: Said, next: Said | undefined): Said[] {
  const listener = said.voice === 'H' || said.voice === 'C' ? 'G' : 'H';
  const isLong = wordsOf(said.text) >= longWords.answered;
  if (!isLong || !random.chance(24) || next === undefined) return [said];
  return [said, { voice: listener, text: random.pick(listening) }];
}

/** A very long turn is two segments, as recognisers cut it. */
function inParts({ voice, text }: Said): Said[] {
  if (wordsOf(text) < longWords.split) return [{ voice, text }];
  const sentences = text.split(/(?<=[.?!]) /);
  const half = Math.ceil(sentences.length / 2);
  return [sentences.slice(0, half), sentences.slice(half)]
    .filter((part) => part.length > 0)
    .map((part) => ({ voice, text: part.join(' ') }));
}

const wordsOf = (text: string) => text.split(' ').length;
