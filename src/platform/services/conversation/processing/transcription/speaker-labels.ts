import { z } from 'zod';

/** A label with an address: `Maya Ex <maya@tjx.example>`, `Maya Ex (maya@tjx.example)` or `maya@tjx.example`. */
const labelWithEmail = /^(?<name>[^<>()]*)(?<![^\s<(])[<(]?(?<email>[^\s<>()]+@[^\s<>()]+)[>)]?$/;

/** Maximum length of a label with an email address; a longer label is a name. */
const maxLabelLength = 500;

const emailSchema = z.email();

/** Splits the label of a speaker into a name and an email address; a bare address has no name. */
export function parseSpeakerLabel(label: string): { name: string | null; email: string | null } {
  const text = label.trim();
  const { name, email } = (text.length <= maxLabelLength && labelWithEmail.exec(text)?.groups) || {};
  if (!emailSchema.safeParse(email).success || email === undefined) return { name: label, email: null };
  return { name: name?.trim().replaceAll(/^"|"$/g, '') || null, email };
}

/** A line of a cue. */
export interface SpokenLine {
  /** Index of the cue. */
  cue: number;
  /** Null if the line has no voice tag. */
  speaker: string | null;
  text: string;
}

interface Label {
  name: string;
  /** What follows the label on its line. */
  rest: string;
  /** True for a label in brackets on its own line, such as `[Music]`. */
  mayBeSound?: boolean;
}

const prefix = String.raw`^[\s>–—-]*`;
/** `Ada: text`, also with the wide colon of East Asian scripts. A time or a URL has no space behind its colon. */
const colonLabel = new RegExp(String.raw`${prefix}([^\s:：>–—-][^:：]{0,79}?)\s*(?::(?=\s|$)|：)\s*(.*)$`, 'u');
/** `[Ada] text` or `[SPEAKER_00]: text`. */
const bracketLabel = new RegExp(String.raw`${prefix}\[([^[\]]{1,80})\](?:\s*:\s*(.*)|\s+(\S.*))$`, 'u');
/** `(Ada)` or `[Ada]` alone on a line above the text. */
const lineLabel = /^[([]([^()[\]]{1,80})[)\]]$/u;

const maxLabelWords = 9;
/** Signs of a sentence: `.` or `…` between four letters and a space, `!` or `?` before a space, a final `,` or `;`. */
const sentenceEnd = /\p{L}{4,}[.…]\s|[!?]\s|[,;]$/u;

/** @param isFollowed whether the cue has another line below this one */
function labelOf(text: string, { isFollowed }: { isFollowed: boolean }): Label | undefined {
  const [, onLine] = (isFollowed && lineLabel.exec(text)) || [];
  if (onLine !== undefined) return { name: onLine.trim(), rest: '', mayBeSound: true };
  const [, inBrackets, afterColon, afterBracket] = bracketLabel.exec(text) ?? [];
  if (inBrackets !== undefined) return { name: inBrackets.trim(), rest: afterColon ?? afterBracket ?? '' };
  const [, name, rest] = colonLabel.exec(text) ?? [];
  if (name === undefined || rest === undefined || (rest === '' && !isFollowed)) return undefined;
  const isSentence = sentenceEnd.test(name) || name.split(/\s+/).length > maxLabelWords;
  return isSentence ? undefined : { name: name.trim(), rest };
}

/** A word that begins with a capital letter, a letter without case, a digit or one of `"'(+`, such as `(Sales)`. */
const nameWord = /^[\p{Lu}\p{Lo}\p{N}"'(+][\p{L}\p{M}\p{N}.,'’"()_-]*$/u;
const maxNameWords = 5;

function looksLikeName(name: string): boolean {
  const { name: ownName, email } = parseSpeakerLabel(name);
  const words = ownName?.split(/\s+/) ?? [];
  return email !== null || (words.length <= maxNameWords && words.every((word) => nameWord.test(word)));
}

/**
 * For lines without a voice tag, moves labels from the text to the speaker. A label is a speaker in one of three cases:
 * - It is one of `knownNames`.
 * - It looks like a name, and either recurs, or most cues have labels that look like names.
 * - It recurs, as the labels of most cues do, or begins its cue in a file where nearly all cues have labels.
 *
 * A label in brackets on its own line may be a sound, and is a speaker only if most cues have such labels. The "Note" in
 * a single "Note: buy milk" is not a speaker.
 */
export function extractSpeakerLabels(lines: readonly SpokenLine[], knownNames: readonly string[]): SpokenLine[] {
  const known = new Set(knownNames.map((name) => name.toLowerCase()));
  const labels = lines.map((line, index) =>
    line.speaker === null ? labelOf(line.text, { isFollowed: lines[index + 1]?.cue === line.cue }) : undefined,
  );
  const counts = new Map<string, number>();
  for (const label of labels) if (label) counts.set(label.name, (counts.get(label.name) ?? 0) + 1);
  const countCues = (isWanted: (label: Label | undefined, line: SpokenLine) => boolean) =>
    new Set(lines.flatMap((line, index) => (isWanted(labels[index], line) ? [line.cue] : []))).size;
  const cuesWithoutVoice = countCues((_, { speaker }) => speaker === null);
  const share = (isWanted: (label: Label) => boolean) =>
    countCues((label) => label !== undefined && isWanted(label)) / cuesWithoutVoice;
  const recurs = ({ name }: Label) => (counts.get(name) ?? 0) > 1;
  const mostHaveName = share(({ name }) => looksLikeName(name)) > 0.5;
  const mostRecur = share(recurs) > 0.5;
  const nearlyAllHaveLabel = share(() => true) > 0.8;
  const mostStandAlone = share(({ mayBeSound = false }) => mayBeSound) > 0.5;
  const isSpeaker = (label: Label, index: number) => {
    if (known.has(label.name.toLowerCase())) return true;
    if (label.mayBeSound && !mostStandAlone) return false;
    if (looksLikeName(label.name) && (mostHaveName || recurs(label))) return true;
    const beginsCue = lines[index - 1]?.cue !== lines[index]?.cue;
    return (recurs(label) && mostRecur) || (beginsCue && nearlyAllHaveLabel);
  };
  const speakerLabels = labels.map((label, index) => (label && isSpeaker(label, index) ? label : undefined));
  return attributed(lines, speakerLabels);
}

/**
 * Lines without a label get the speaker of the label above them in the same cue or, in a file with labels only at
 * changes of the speaker, in an earlier cue.
 */
function attributed(lines: readonly SpokenLine[], labels: readonly (Label | undefined)[]): SpokenLine[] {
  const onlyAtChanges = hasLabelsOnlyAtChanges(lines, labels);
  let last: { name: string; cue: number } | undefined;
  return lines.flatMap((line, index) => {
    const label = labels[index];
    if (line.speaker !== null) last = undefined;
    if (label) {
      last = { name: label.name, cue: line.cue };
      return label.rest === '' ? [] : [{ ...line, speaker: label.name, text: label.rest }];
    }
    const isOfLast = line.speaker === null && last && (onlyAtChanges || last.cue === line.cue);
    return isOfLast && last ? [{ ...line, speaker: last.name }] : [line];
  });
}

/** Whether the first cue has a label, and there are at least three labels, none equal to the label before it. */
function hasLabelsOnlyAtChanges(lines: readonly SpokenLine[], labels: readonly (Label | undefined)[]): boolean {
  const names = labels.flatMap((label) => label?.name ?? []);
  const [first] = lines;
  const beginsWithLabel = labels.some((label, index) => label && lines[index]?.cue === first?.cue);
  return beginsWithLabel && names.length > 2 && names.every((name, index) => name !== names[index - 1]);
}
