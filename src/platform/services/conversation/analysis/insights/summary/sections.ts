import { capitalise } from '../../language/normalise.ts';
import type { Sentence, Word } from '../../language/sentence.ts';

/** A part of a long conversation about one topic. */
export interface Section {
  /** From 0 to 1, like the progress of statements. */
  to: number;
  /** The most typical nouns: "Buttons, battery". */
  heading: string;
}

const maxSections = 4;
const slices = 24;
/** Both in slices. */
const minLength = 4;
const windowLength = 3;
const headingWords = 2;

/**
 * Splits a conversation where its words change most, as TextTiling (Hearst, 1997): the similarity of the content words
 * of the slices before and after a boundary has a minimum there.
 */
export function sectionsOf(sentences: readonly Sentence[]): Section[] {
  const counts = Array.from({ length: slices }, () => new Map<string, number>());
  for (const [index, { words }] of sentences.entries()) {
    const slice = counts[Math.floor((index / sentences.length) * slices)];
    for (const { lemma } of words.filter(isTopic)) slice?.set(lemma, (slice.get(lemma) ?? 0) + 1);
  }
  const similarities = counts.map((_, at) =>
    cosine(merge(counts.slice(Math.max(0, at - windowLength), at)), merge(counts.slice(at, at + windowLength))),
  );
  const boundaries: number[] = [];
  const open = similarities
    .map((similarity, at) => ({ similarity, at }))
    .toSorted((a, b) => a.similarity - b.similarity);
  for (const { at } of open) {
    if (boundaries.length === maxSections - 1) break;
    if ([0, ...boundaries, slices].every((other) => Math.abs(at - other) >= minLength)) boundaries.push(at);
  }
  const ends = [...boundaries.toSorted((a, b) => a - b), slices];
  const all = merge(counts);
  const used = new Set<string>();
  return ends.map((end, index) => {
    const own = merge(counts.slice(ends[index - 1] ?? 0, end));
    const typical = [...own]
      .filter(([lemma]) => !used.has(lemma))
      .map(([lemma, count]) => ({ lemma, weight: count ** 2 / (all.get(lemma) ?? count) }))
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, headingWords)
      .map(({ lemma }) => lemma);
    for (const lemma of typical) used.add(lemma);
    return { to: end / slices, heading: capitalise(typical.join(', ')) };
  });
}

const isTopic = ({ isContent, partOfSpeech, lemma }: Word) => isContent && partOfSpeech === 'NOUN' && lemma.length > 2;

function merge(counts: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const merged = new Map<string, number>();
  for (const [lemma, count] of counts.flatMap((one) => [...one])) merged.set(lemma, (merged.get(lemma) ?? 0) + count);
  return merged;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const norm = (of: ReadonlyMap<string, number>) => Math.sqrt([...of.values()].reduce((sum, n) => sum + n * n, 0));
  const product = [...a].reduce((sum, [lemma, count]) => sum + count * (b.get(lemma) ?? 0), 0);
  return product / Math.max(1, norm(a) * norm(b));
}
