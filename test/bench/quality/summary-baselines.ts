import type { Sentence } from '../../../src/platform/services/conversation/analysis/language/sentence.ts';

/** About as long as the human summaries. */
const maxWords = 130;
const damping = 0.85;
const iterations = 20;

/** The first sentences of a conversation. */
export const lead = (sentences: readonly Sentence[]) =>
  shorten(
    sentences.map((_, index) => index),
    sentences,
  );

/** Sentences in a random order that is the same in every run. */
export function random(sentences: readonly Sentence[]): string {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647);
  const drawn = sentences.map((_, index) => ({ index, key: next() }));
  return shorten(
    drawn.toSorted((a, b) => a.key - b.key).map(({ index }) => index),
    sentences,
  );
}

/** TextRank (Mihalcea & Tarau, 2004): PageRank of the sentences, linked by the content words that they share. */
export function textRank(sentences: readonly Sentence[]): string {
  const words = sentences.map((sentence) => [
    ...new Set(sentence.words.flatMap(({ isContent, lemma }) => (isContent ? lemma : []))),
  ]);
  const sentencesWith = new Map<string, number[]>();
  for (const [index, lemmas] of words.entries()) {
    for (const lemma of lemmas) sentencesWith.set(lemma, [...(sentencesWith.get(lemma) ?? []), index]);
  }
  const length = (index: number) => Math.log(1 + (words[index]?.length ?? 0));
  const links = words.map((lemmas, index) => {
    const shared = new Map<number, number>();
    for (const other of lemmas.flatMap((lemma) => sentencesWith.get(lemma) ?? [])) {
      if (other !== index) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
    return [...shared].map(([other, count]) => ({ other, weight: count / (length(index) + length(other)) }));
  });
  const totals = links.map((one) => one.reduce((sum, { weight }) => sum + weight, 0));
  let ranks = words.map(() => 1);
  for (let round = 0; round < iterations; round += 1) {
    const before = ranks;
    ranks = links.map((one) =>
      one.reduce(
        (sum, { other, weight }) => sum + (damping * ((before[other] ?? 0) * weight)) / (totals[other] ?? 1),
        1 - damping,
      ),
    );
  }
  return shorten(
    sentences.map((_, index) => index).toSorted((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0)),
    sentences,
  );
}

/** Takes sentences in the given order up to the limit, and puts them in order of time. */
function shorten(order: readonly number[], sentences: readonly Sentence[]): string {
  const chosen: number[] = [];
  let words = 0;
  for (const index of order) {
    const length = sentences[index]?.text.split(' ').length ?? 0;
    if (words + length > maxWords) break;
    words += length;
    chosen.push(index);
  }
  return chosen
    .toSorted((a, b) => a - b)
    .map((index) => sentences[index]?.text)
    .join(' ');
}
