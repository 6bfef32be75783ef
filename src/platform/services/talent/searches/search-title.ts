import { characterCount } from '../../../../tools/talent/text-rules.ts';
import { maxSearchTitleLength } from '../../../../tools/talent/vocabulary.ts';

const suffix = ' (copy)';
const characters = new Intl.Segmenter();

/** The title of a copy: shortened by whole characters where the suffix would not fit. */
export function copyTitle(title: string): string {
  let kept = '';
  let room = maxSearchTitleLength - characterCount(suffix);
  for (const { segment } of characters.segment(title)) {
    room -= characterCount(segment);
    if (room < 0) break;
    kept += segment;
  }
  return kept.trimEnd() + suffix;
}
