import { maxSearchTitleLength } from '../../tools/talent/vocabulary.ts';

const suffix = ' (copy)';
const characters = new Intl.Segmenter();

/** The title of a copy: shortened by whole characters where the suffix would not fit. */
export function copyTitle(title: string): string {
  let kept = '';
  for (const { segment } of characters.segment(title)) {
    if (kept.length + segment.length + suffix.length > maxSearchTitleLength) break;
    kept += segment;
  }
  return kept.trimEnd() + suffix;
}
