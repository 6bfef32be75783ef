import type { Participant } from './conversation.ts';

export interface Named {
  /** Who is spoken to: "Anna, can you …", "…, Anna?", "can Anna …". */
  addressed: string | null;
  /** Of whom it is said: "Anna will …". */
  subject: string | null;
}

const titles = /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|hon)\.?$/i;

/**
 * Tells which participant a sentence names; nobody when the name fits more than one of them, and never the speaker.
 * `task` is what follows "Anna will", as a regular expression.
 */
export function nameFinder(participants: readonly Participant[], task: string) {
  const known = participants.flatMap(({ id, name }) => {
    const names = namesOf(name).map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    if (names.length === 0) return [];
    const any = `(?:${names.join('|')})`;
    return [
      { id, anywhere: pattern(`(?<!\\p{L})${any}(?!\\p{L})`), addressed: addressed(any), subject: subject(any, task) },
    ];
  });
  return (text: string, speakerId: string | null): Named => {
    const others = known.filter(({ id, anywhere }) => id !== speakerId && anywhere.test(text));
    const only = (ids: string[]) => (new Set(ids).size === 1 ? (ids[0] ?? null) : null);
    return {
      addressed: only(others.flatMap((one) => (one.addressed.test(text) ? one.id : []))),
      subject: only(others.flatMap((one) => (one.subject.test(text) ? one.id : []))),
    };
  };
}

const pattern = (source: string) => new RegExp(source, 'iu');

const addressed = (name: string) =>
  pattern(
    `(?:^(?:so|okay|and|well|yeah|hey|then)?,? ?|[.,!] )${name},|, ${name}[.?!]*$|(?:^|, )${name} (?:can|could|would|will|please) |\\b(?:can|could|would|will) ${name} `,
  );

const subject = (name: string, task: string) =>
  pattern(`(?<!\\p{L})${name}(?: will|['’]ll|['’]s going to| is going to| is gonna| needs to| has to) ${task}`);

/** Full name, first name and last name, without titles and what stands in brackets. */
function namesOf(name: string | null): string[] {
  const parts = (name ?? '')
    .replace(/\(.*$/s, '')
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '' && !titles.test(part));
  const [first, last] = [parts[0], parts.at(-1)];
  return [...new Set([parts.join(' '), first ?? '', last ?? ''])].filter((one) => one.length > 1);
}
