import type { SpokenSegment } from './transcript.ts';

const prefix = /^[-–>\s]*([^\s:][^:]{0,60}?)\s*:\s+(\S[\s\S]*)$/u;
const nameWord = /^[\p{Lu}\p{N}"'(][\p{L}\p{M}\p{N}.,'’"()_-]*$/u;
const mostWords = 5;

/**
 * Takes the speaker out of texts of the form `Name: text`, where no voice is marked. A label is a name when it is a
 * known one, or looks like one and either comes more than once or most texts have one: "Note: buy milk" is no speaker.
 */
export function namePrefixes(segments: readonly SpokenSegment[], knownNames: readonly string[]): SpokenSegment[] {
  const known = new Set(knownNames.map((name) => name.toLowerCase()));
  const labels = segments.map((segment) => (segment.speaker === null ? labelOf(segment.text) : undefined));
  const counts = new Map<string, number>();
  for (const label of labels) if (label) counts.set(label.name, (counts.get(label.name) ?? 0) + 1);
  const unmarked = segments.filter(({ speaker }) => speaker === null).length;
  const mostHaveOne = labels.filter((label) => label?.looksLikeName).length * 2 > unmarked;
  const isName = ({ name, looksLikeName }: Label) =>
    known.has(name.toLowerCase()) || (looksLikeName && (mostHaveOne || (counts.get(name) ?? 0) > 1));
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
  const [, name, text] = prefix.exec(spoken) ?? [];
  if (name === undefined || text === undefined) return undefined;
  const words = name.split(/\s+/);
  return { name, text, looksLikeName: words.length <= mostWords && words.every((word) => nameWord.test(word)) };
}
