import type { Participant } from '../conversation.ts';

/** Participant ids. */
export interface NameMentions {
  /** "Anna, can you …", "…, Anna?", "can Anna …". */
  addressee: string | null;
  /** "Anna to send …", also if Anna is the speaker; null for "everybody to read …" and "action item: …", undefined if no task is noted. */
  noted: string | null | undefined;
}

/** Every sentence is compared with all names, so thousands of speakers would take quadratic time. */
const maxNamed = 50;

const pattern = (source: string) => new RegExp(source, 'iu');
/** A note-taker's "Anna to send …". */
const note = (name: string) =>
  pattern(
    String.raw`^(?:(?:and|so|then|okay|ok|next|also),? )*${name}(?: and \p{L}+)?(?: also| still| then)?,? to (?!be\b|(?:me|him|her|us|you|them|the|an?|my|your|our|his|their)\b)\p{L}+ \p{L}`,
  );
const groupNote = note('(?:everyone|everybody|all of us|we all|the (?:whole )?team)');
/** "Action item: …", "next steps are …" */
const label =
  /^(?:so |okay |and )*(?:action items?|action points?|to-?dos?|next steps?|follow-?ups?)(?: (?:is|are))?(?: to)?\s*[:,-]\s*(?=\w+ \w+)/i;

/** Ignores the speaker of the sentence, names that fit several participants, and all but the first 50 participants. */
export function createNameFinder(participants: readonly Participant[]) {
  const candidates = participants.slice(0, maxNamed).map(({ id, name }) => {
    const names = namesOf(name).map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const any = names.length === 0 ? '(?!)' : `(?:${names.join('|')})`;
    const addressee = pattern(
      `(?:^(?:so|okay|and|well|yeah|hey|then)?,? ?|[.,!] )${any},|, ${any}[.?!]*$|(?:^|, )${any} (?:can|could|would|will|please) |\\b(?:can|could|would|will) ${any} `,
    );
    return { id, anywhere: pattern(`(?<!\\p{L})${any}(?!\\p{L})`), addressee, noted: note(any) };
  });
  return (text: string, speakerId: string | null): NameMentions => {
    const named = candidates.filter(({ anywhere }) => anywhere.test(text));
    const only = ([first, ...others]: typeof named) => (others.length === 0 ? first?.id : undefined);
    return {
      addressee: only(named.filter((one) => one.id !== speakerId && one.addressee.test(text))) ?? null,
      noted:
        only(named.filter(({ noted }) => noted.test(text))) ??
        (groupNote.test(text) || label.test(text) ? null : undefined),
    };
  };
}

/** Returns the full, first and last name, without text in brackets. */
function namesOf(name: string | null): string[] {
  const parts = (name ?? '').replace(/\(.*$/s, '').trim().split(/\s+/);
  const [first, last] = [parts[0], parts.at(-1)];
  return [...new Set([parts.join(' '), first ?? '', last ?? ''])].filter((one) => one.length > 1);
}
