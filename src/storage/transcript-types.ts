/** Media types of transcripts that are read as they are. */
export const transcriptTypes = ['text/vtt', 'application/x-subrip', 'application/json'] as const;
export type TranscriptType = (typeof transcriptTypes)[number];

/** The transcript type that a media type is, if it is one. */
export const asTranscriptType = (mediaType: string): TranscriptType | undefined =>
  transcriptTypes.find((type) => type === mediaType);
