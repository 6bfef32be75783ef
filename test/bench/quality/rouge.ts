export interface Rouge {
  precision: number;
  recall: number;
  f1: number;
}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * ROUGE-1: the words shared by a summary and a reference, counted as often as both contain them. Case-insensitive, no
 * stemming.
 */
export function rouge1(summary: string, reference: string): Rouge {
  const wanted = new Map<string, number>();
  for (const word of words(reference)) wanted.set(word, (wanted.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of words(summary)) {
    const left = wanted.get(word) ?? 0;
    if (left === 0) continue;
    shared += 1;
    wanted.set(word, left - 1);
  }
  const precision = shared / Math.max(1, words(summary).length);
  const recall = shared / Math.max(1, words(reference).length);
  return { precision, recall, f1: shared === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
