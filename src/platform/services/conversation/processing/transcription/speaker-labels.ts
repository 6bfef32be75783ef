import type { SpokenSegment } from './transcript.ts';

const labelledText = /^[-–>\s]*([^\s:][^:]{0,60}?)\s*:\s+(\S[\s\S]*)$/u;
const nameWord = /^[\p{Lu}\p{N}"'(][\p{L}\p{M}\p{N}.,'’"()_-]*$/u;
const maxNameWords = 5;

/**
 * For segments without a speaker, moves labels of the form `Name: text` from the text to the speaker. A label is a
 * speaker if it is one of `knownNames`, or if it looks like a name and either occurs repeatedly or most of these
 * segments have a label that looks like a name. So the "Note" in a single "Note: buy milk" is not a speaker.
 */
export function extractSpeakerLabels(
  segments: readonly SpokenSegment[],
  knownNames: readonly string[],
): SpokenSegment[] {
  const known = new Set(knownNames.map((name) => name.toLowerCase()));
  const labels = segments.map((segment) => (segment.speaker === null ? labelOf(segment.text) : undefined));
  const counts = new Map<string, number>();
  for (const label of labels) if (label) counts.set(label.name, (counts.get(label.name) ?? 0) + 1);
  const unlabelled = segments.filter(({ speaker }) => speaker === null).length;
  const mostHaveName = labels.filter((label) => label?.looksLikeName).length * 2 > unlabelled;
  const isName = ({ name, looksLikeName }: Label) =>
    known.has(name.toLowerCase()) || (looksLikeName && (mostHaveName || (counts.get(name) ?? 0) > 1));
  return segments.map((segment, index) => {
    const label = labels[index];
    return label && isName(label) ? { ...segment, speaker: label.name, text: label.text } : segment;
  });
}

interface Label {
  name: string;
  text: string;
  looksLikeName: boolean;
}

function labelOf(spoken: string): Label | undefined {
  const [, name, text] = labelledText.exec(spoken) ?? [];
  if (name === undefined || text === undefined) return undefined;
  const words = name.split(/\s+/);
  return { name, text, looksLikeName: words.length <= maxNameWords && words.every((word) => nameWord.test(word)) };
}
