import type { Participant } from '../conversation.ts';
import { plain, task } from './task-patterns.ts';

export interface Named {
  /** Who is spoken to: "Anna, can you …", "…, Anna?", "can Anna …". */
  addressed: string | null;
  /** Of whom it is said: "Anna will …". */
  subject: string | null;
}

const titles = /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|hon)\.?$/i;

/**
 * Tells which participant a sentence names; nobody when the name fits more than one of them, and never the speaker.
 */
export function nameFinder(participants: readonly Participant[]) {
  const known = participants.flatMap(({ id, name }) => {
    const names = namesOf(name).map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    if (names.length === 0) return [];
    const any = `(?:${names.join('|')})`;
    return [{ id, anywhere: pattern(`(?<!\\p{L})${any}(?!\\p{L})`), addressed: addressed(any), subject: subject(any) }];
  });
  return (text: string, speakerId: string | null): Named => {
    const others = known.filter(({ id, anywhere }) => id !== speakerId && anywhere.test(text));
    const only = (ids: string[]) => (new Set(ids).size === 1 ? (ids[0] ?? null) : null);
    return {
      addressed: only(others.flatMap((one) => (one.addressed.test(text) ? one.id : []))),
      subject: only(others.flatMap((one) => (isTaskOf(one.subject, text) ? one.id : []))),
    };
  };
}

const pattern = (source: string) => new RegExp(source, 'iu');

const addressed = (name: string) =>
  pattern(
    `(?:^(?:so|okay|and|well|yeah|hey|then)?,? ?|[.,!] )${name},|, ${name}[.?!]*$|(?:^|, )${name} (?:can|could|would|will|please) |\\b(?:can|could|would|will) ${name} `,
  );

const subject = (name: string) =>
  pattern(`(?<!\\p{L})${name}(?: will|['’]ll|['’]s going to| is going to| is gonna| needs to| has to) `);

/** One pattern of tasks for all names: it is long, and a call may have many participants. */
const startsWithTask = new RegExp(`^${task}`);

function isTaskOf(subjectPattern: RegExp, text: string): boolean {
  const match = subjectPattern.exec(text);
  return match !== null && startsWithTask.test(plain(text.slice(match.index + match[0].length)));
}

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
