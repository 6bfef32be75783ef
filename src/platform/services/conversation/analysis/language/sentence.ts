export interface Word {
  /** In lower case, one spelling for all. */
  normal: string;
  /** Dictionary form in English; the word itself elsewhere. */
  lemma: string;
  /** Universal part of speech in English; empty elsewhere. */
  partOfSpeech: string;
  /** Whether it says what the talk is about, unlike "the" and "get". */
  isContent: boolean;
  startMs: number;
  endMs: number;
  /** Whether a comma or another mark, but no hyphen, stands before it in the sentence. */
  followsMark: boolean;
}

export interface Sentence {
  participantId: string | null;
  /** Which turn of the conversation it belongs to. */
  turn: number;
  text: string;
  /** Words alone, without marks. Never empty. */
  words: readonly Word[];
  startMs: number;
  endMs: number;
}

/** A conversation as it was read. Sentences stand in order of time. */
export interface Reading {
  isEnglish: boolean;
  sentences: readonly Sentence[];
}

/** A token of a text as a tokeniser gives it; a mark or a space is no word. */
export interface Token {
  from: number;
  to: number;
  isWord: boolean;
  normal: string;
  lemma: string;
  partOfSpeech: string;
  isContent: boolean;
}

/** Takes a text apart: sentences of tokens. Never blank text. */
export type Tokeniser = (text: string) => Token[][];
