// Replaces the package's own types, whose imports lack the file extensions that Node requires.
declare module 'media-captions' {
  export interface VTTCue {
    /** Start in seconds; `endTime` is in seconds too. */
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
