import { decodeHTML } from 'entities';

/** Text of one voice. The speaker is null if the text has no voice tag. */
export interface VoiceText {
  speaker: string | null;
  text: string;
}

/** A tag of WebVTT or SubRip, with an address in the name of a voice, or a time of a word; all else in angle brackets is text. */
const tag =
  /<(?:\d[\d:.,]*|(\/)?(v|c|i|b|u|ruby|rt|lang|font)(?:\.[^\s<>@]*)?(?:\s+((?:[^<>]|<[^\s<>@]+@[^\s<>@]+>)*))?)>/giu;

/** Marks of position, such as `{\an8}`. */
const positionMark = /\{\\[^{}]*\}/g;

/** Splits the lines of a cue by voice, and removes its markup. A voice ends with its tag or with the cue. */
export function voiceTexts(lines: readonly string[]): VoiceText[][] {
  let speaker: string | null = null;
  return lines.map((line) => {
    const parts: VoiceText[] = [];
    let offset = 0;
    const add = (text: string) => {
      const decoded = decodeHTML(text.replace(positionMark, ''));
      const last = parts.at(-1);
      if (last && last.speaker === speaker) last.text += decoded;
      else if (decoded.trim() !== '') parts.push({ speaker, text: decoded });
    };
    for (const match of line.matchAll(tag)) {
      add(line.slice(offset, match.index));
      offset = match.index + match[0].length;
      const [, isEnd, name, annotation] = match;
      if (name?.toLowerCase() === 'v') speaker = isEnd ? null : decodeHTML(annotation ?? '').trim() || null;
    }
    add(line.slice(offset));
    return parts;
  });
}
