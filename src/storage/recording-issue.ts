import { unknownType } from './media-type.ts';
import { asTranscriptType } from './transcript-types.ts';

export const isSpeech = (mediaType: string) => /^(?:audio|video)\//.test(mediaType);

/** Why a file cannot be the recording of an activity, as the end of a sentence about it; undefined when it can. */
export function recordingIssue({ size, mediaType }: { size: number; mediaType: string }): string | undefined {
  if (size === 0) return 'is an empty file';
  if (isSpeech(mediaType) || asTranscriptType(mediaType) !== undefined) return undefined;
  const type = mediaType === unknownType ? 'of an unknown type' : mediaType;
  return `is ${type}, which is neither audio, video nor a transcript (WebVTT, SubRip, JSON)`;
}
