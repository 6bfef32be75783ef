import type { Participant } from '../conversation.ts';
import { normalise } from '../language/normalise.ts';
import { task } from './task-patterns.ts';

/** Participant ids. */
export interface NameMentions {
  /** "Anna, can you …", "…, Anna?", "can Anna …". */
  addressee: string | null;
  /** "Anna will send …". */
  subject: string | null;
  /** "Anna to send …", also if Anna is the speaker. */
  noted: string | null;
  /** "… for Anna". */
  recipient: string | null;
}

/** Every sentence is compared with all names, so thousands of speakers would take quadratic time. */
const maxNamed = 50;

const honorific = /^(?:mr|mrs|ms|miss|dr|prof|professor|sir|hon)\.?$/i;

/** Ignores the speaker of the sentence, names that fit several participants, and all but the first 50 participants. */
export function createNameFinder(participants: readonly Participant[]) {
  const candidates = participants.slice(0, maxNamed).flatMap(({ id, name }) => {
    const names = namesOf(name).map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    if (names.length === 0) return [];
    const any = `(?:${names.join('|')})`;
    return [
      {
        id,
        anywhere: pattern(`(?<!\\p{L})${any}(?!\\p{L})`),
        addressee: addressee(any),
        subject: subject(any),
        noted: pattern(`${noteLead}${any}${noteTask}`),
        recipient: pattern(`\\bfor ${any}(?!\\p{L})`),
      },
    ];
  });
  return (text: string, speakerId: string | null): NameMentions => {
    const named = candidates.filter(({ anywhere }) => anywhere.test(text));
    const others = named.filter(({ id }) => id !== speakerId);
    const only = (ids: string[]) => (new Set(ids).size === 1 ? (ids[0] ?? null) : null);
    return {
      addressee: only(others.flatMap((one) => (one.addressee.test(text) ? one.id : []))),
      subject: only(others.flatMap((one) => (hasTaskAfter(one.subject, text) ? one.id : []))),
      noted: only(named.flatMap((one) => (one.noted.test(text) ? one.id : []))),
      recipient: only(named.flatMap((one) => (one.recipient.test(text) ? one.id : []))),
    };
  };
}

const pattern = (source: string) => new RegExp(source, 'iu');

const addressee = (name: string) =>
  pattern(
    `(?:^(?:so|okay|and|well|yeah|hey|then)?,? ?|[.,!] )${name},|, ${name}[.?!]*$|(?:^|, )${name} (?:can|could|would|will|please) |\\b(?:can|could|would|will) ${name} `,
  );

const subject = (name: string) =>
  pattern(
    `(?<!\\p{L})${name}(?: will|['’]ll|['’]s going to| is going to| is gonna| needs to| has to| is to|(?: has)? (?:agreed|promised|offered|volunteered) to) `,
  );

const noteLead = String.raw`^(?:(?:and|so|then|okay|ok|next|also),? )*`;
/** Of a note-taker: "Anna to send …". */
const noteTask = String.raw`(?: and \p{L}+)?(?: also| still| then)?,? to (?!be\b|(?:me|him|her|us|you|them|the|an?|my|your|our|his|their)\b)\p{L}+ \p{L}`;
const groupNote = new RegExp(`${noteLead}(?:everyone|everybody|all of us|we all|the (?:whole )?team)${noteTask}`, 'iu');

/** "Everybody to read …", as a note-taker would say. */
export const notesTaskOfGroup = (text: string) => groupNote.test(text);

/** Compiled once for all participants, because the pattern is long. */
const startsWithTask = new RegExp(`^${task}`);

function hasTaskAfter(subjectPattern: RegExp, text: string): boolean {
  const match = subjectPattern.exec(text);
  return match !== null && startsWithTask.test(normalise(text.slice(match.index + match[0].length)));
}

/** Returns the full, first and last name, without honorifics and text in brackets. */
function namesOf(name: string | null): string[] {
  const parts = (name ?? '')
    .replace(/\(.*$/s, '')
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '' && !honorific.test(part));
  const [first, last] = [parts[0], parts.at(-1)];
  return [...new Set([parts.join(' '), first ?? '', last ?? ''])].filter((one) => one.length > 1);
}
