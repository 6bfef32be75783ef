import { decodeHTML } from 'entities';
import { type VTTNode, type VTTCue, tokenizeVTTCue } from 'media-captions';
import { plainText } from './transcript.ts';

/** What one person says in a cue; no speaker where no voice is marked. */
export interface CuePart {
  speaker: string | null;
  text: string;
}

/** Stands for & while the library takes the text apart: it knows but a few of the character references. */
const ampersand = '\uE000';

/** The text of a cue without its marks, apart where the voice changes. */
export function cueParts(cue: VTTCue): CuePart[] {
  const parts: CuePart[] = [];
  // A < that begins no tag is text, and so are the position marks of some SubRip files.
  cue.text = cue.text
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/<(?![A-Za-z/\d])/g, '&lt;')
    .replaceAll('&', ampersand);
  collect(tokenizeVTTCue(cue), null, parts);
  return parts.map(({ speaker, text }) => ({ speaker, text: plainText(text) })).filter(({ text }) => text !== '');
}

function collect(nodes: readonly VTTNode[], speaker: string | null, parts: CuePart[]): void {
  for (const node of nodes) {
    if (node.type === 'text') {
      const last = parts.at(-1);
      const text = decode(node.data);
      if (last && last.speaker === speaker) last.text += text;
      else parts.push({ speaker, text });
    } else {
      collect(node.children, node.type === 'v' ? plainText(decode(node.voice ?? '')) || null : speaker, parts);
    }
  }
}

const decode = (text: string) => decodeHTML(text.replaceAll(ampersand, '&'));
