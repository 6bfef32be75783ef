// The package's own types import files without extensions, which Node's module resolution does not find.
declare module 'media-captions' {
  export interface VTTCue {
    /** In seconds, as is `endTime`. */
    startTime: number;
    endTime: number;
    text: string;
  }

  export type VTTNode = { type: 'text'; data: string } | VTTBlock;

  interface VTTBlock {
    type: 'c' | 'i' | 'b' | 'u' | 'ruby' | 'rt' | 'v' | 'lang' | 'timestamp';
    children: VTTNode[];
    voice?: string;
  }

  export function parseText(
    text: string,
    options: { type: 'vtt' | 'srt'; strict: boolean; errors: boolean },
  ): Promise<{ cues: VTTCue[] }>;

  export function tokenizeVTTCue(cue: VTTCue): VTTNode[];
}
