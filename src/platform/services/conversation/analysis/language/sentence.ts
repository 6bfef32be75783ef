export interface WordForms {
  /** The word in lower case. */
  normal: string;
  /** Dictionary form in English; equal to `normal` in other languages. */
  lemma: string;
  /** Universal part-of-speech tag (UPOS) in English; empty in other languages. */
  partOfSpeech: string;
  /** Whether the word tells something about the topic, unlike "the", "go" or "okay". */
  isContent: boolean;
}

export interface Word extends WordForms {
  startMs: number;
  endMs: number;
  /** Whether the previous token of the sentence is a punctuation mark other than a hyphen. */
  followsPunctuation: boolean;
}

export interface Sentence {
  participantId: string | null;
  /** Index of the speaker turn in the conversation. */
  turnIndex: number;
  text: string;
  /** The words without punctuation marks; never empty. */
  words: readonly Word[];
  startMs: number;
  endMs: number;
}

export interface ParsedConversation {
  isEnglish: boolean;
  /** Sentences in order of time. */
  sentences: readonly Sentence[];
}

export interface Token extends WordForms {
  /** Offset in the text; `to` is the offset after the last character. */
  from: number;
  to: number;
  /** False for a punctuation mark. */
  isWord: boolean;
}

/** Splits a text, which must not be blank, into sentences. Returns the tokens of each sentence. */
export type Tokeniser = (text: string) => Token[][];
