export interface Word {
  /** Normalised spelling in lower case. */
  normal: string;
  /** Dictionary form in English; equal to `normal` in other languages. */
  lemma: string;
  /** Universal part-of-speech tag (UPOS) in English; empty in other languages. */
  partOfSpeech: string;
  /** Whether the word is a content word, unlike "the" and "get". */
  isContent: boolean;
  startMs: number;
  endMs: number;
  /** Whether the token before the word, in the same sentence, is a punctuation mark other than a hyphen. */
  followsPunctuation: boolean;
}

export interface Sentence {
  participantId: string | null;
  /** Index of the sentence's turn in the conversation. */
  turn: number;
  text: string;
  /** The words of the sentence, without punctuation marks; never empty. */
  words: readonly Word[];
  startMs: number;
  endMs: number;
}

/** A transcript split into sentences. */
export interface ParsedConversation {
  isEnglish: boolean;
  /** Sentences in order of time. */
  sentences: readonly Sentence[];
}

/** A word or punctuation mark of a text. */
export interface Token {
  /** Offset in the text at which the token begins; `to` is the offset at which it has ended. */
  from: number;
  to: number;
  /** Whether the token is a word; otherwise it is a punctuation mark. */
  isWord: boolean;
  normal: string;
  lemma: string;
  partOfSpeech: string;
  isContent: boolean;
}

/** Splits a non-blank text into sentences, and each sentence into tokens. */
export type Tokeniser = (text: string) => Token[][];
