import { plainText } from '../plain-text.ts';
import type { Participant } from './conversation.ts';
import { polishSentence } from './language/disfluencies.ts';
import type { Sentence } from './language/sentence.ts';

/** Maximum length of a name; longer names would make texts unreadable. */
const maxNameCharacters = 100;

/** Shortens names and removes their line breaks, so that they can be quoted in texts. */
export const withPlainNames = (participants: readonly Participant[]): Participant[] =>
  participants.map(({ id, name }) => ({ id, name: plainText((name ?? '').slice(0, maxNameCharacters)) || null }));

/** Quotes sentences with their speakers: `Anna Bauer: “We ship on Friday.”` */
export function createSpeakerQuotes(participants: readonly Participant[], { isEnglish }: { isEnglish: boolean }) {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => names.get(id ?? '') ?? null;
  const quote = ({ participantId, text }: Sentence) => {
    const name = nameOf(participantId);
    return `${name === null ? '' : `${name}: `}“${isEnglish ? polishSentence(text) : text}”`;
  };
  return { nameOf, quote };
}
