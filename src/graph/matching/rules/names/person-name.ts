import type { ParticipantRecord } from '../../../../tools/conversation/activity.ts';
import { isBeyondAscii } from '../ascii.ts';
import { companyDomain } from '../companies/company-name.ts';
import { mayHaveAddition, splitLabel } from './person-label.ts';
import { spelledInAscii } from './scripts.ts';
import { foldSpelling, isSlavicSurname, respell } from './spelling.ts';

/** The words of a name, and what nicknames are looked up by. */
export interface Spelling {
  words: readonly string[];
  spelled: readonly string[];
}

/** A name prepared for comparisons. */
export class PersonName implements Spelling {
  /** In lower-case ASCII, in the order as written, except that a family name before a comma comes last. */
  readonly words: readonly string[];
  /** Whether the name was written with letters beyond ASCII. */
  readonly isTransliterated: boolean;
  /** The name if a company follows the comma: `Ada Ex` in `Ada Ex, Example Labs`. */
  readonly beforeComma: PersonName | null;
  #spelled: readonly string[] | undefined;
  #respelled: Spelling | undefined;
  #folded: Spelling | undefined;
  #isFoldable: boolean | undefined;

  constructor(words: readonly string[], isTransliterated: boolean, beforeComma: PersonName | null = null) {
    this.words = words;
    this.isTransliterated = isTransliterated;
    this.beforeComma = beforeComma;
  }

  get spelled(): readonly string[] {
    return (this.#spelled ??= this.words.map(respell));
  }

  /** The name with each word in the usual one of its spellings; this name if no word has another spelling. */
  get respelled(): Spelling {
    return (this.#respelled ??= this.#inWords(this.spelled));
  }

  /** Whether the name is transliterated, or has a surname with several spellings in Latin letters. */
  get isFoldable(): boolean {
    return (this.#isFoldable ??=
      this.isTransliterated || isSlavicSurname(this.words[0] ?? '') || isSlavicSurname(this.words.at(-1) ?? ''));
  }

  /** The name with each word in the spelling that all transliterations share; this name if no word changes. */
  get folded(): Spelling {
    return (this.#folded ??= this.#inWords(this.words.map(foldSpelling)));
  }

  #inWords(words: readonly string[]): Spelling {
    return words.every((word, at) => word === this.words[at]) ? this : { words, spelled: this.spelled };
  }
}

const notInWords = /[^a-z0-9]+/;
export const personTitles = new Set(
  'dr mr mrs ms miss prof professor sir jr sr ii iii iv phd md mba esq ing dipl mgr mag herr frau mme mlle sra dott cpa cfa pmp'.split(
    ' ',
  ),
);

/** Names have fewer words. The time of comparisons grows with the square of their number. */
export const maxNameWords = 20;

/** Returns null for email addresses, numbers and names of one word, which do not identify a person. */
export function parsePersonName(text: string | null | undefined): PersonName | null {
  if (!text || (text.includes('@') && /\S@|@\S/.test(text))) return null;
  const isTransliterated = isBeyondAscii(text);
  if (!isTransliterated && !mayHaveAddition.test(text)) return parseName(text, false);
  const { name, beforeComma } = splitLabel(text);
  return parseName(name, isTransliterated, beforeComma === null ? null : parseName(beforeComma, isTransliterated));
}

function parseName(text: string, isTransliterated: boolean, beforeComma: PersonName | null = null): PersonName | null {
  const words = nameWords(isTransliterated ? spelledInAscii(text) : text);
  const isName = words.length > 1 && words.length <= maxNameWords && words.some((word) => /^[a-z]{2}/.test(word));
  return isName ? new PersonName(words, isTransliterated, beforeComma) : null;
}

/** Apostrophes, which transliteration also writes for soft signs: `Natal'ya`. */
const apostrophes = /['`]/g;

/** In small letters: `V. D.` are initials. */
const abbreviatedParticles = /\bv\. ?d\. ?/g;

const nameWords = (text: string): string[] =>
  text
    .replace(abbreviatedParticles, 'vd ')
    .toLowerCase()
    .replace(apostrophes, '')
    .split(notInWords)
    .filter((word) => word !== '' && !personTitles.has(word));

/**
 * Returns the name of a guest. If the label has one word or none, the email address at a company may spell the name:
 * `ada.ex@labs.example`, `aex@labs.example`.
 */
export function nameOfGuest({ name, email }: Pick<ParticipantRecord, 'name' | 'email'>): string | null {
  if (!email || (name !== null && isNameLabel(name)) || !companyDomain(email)) return name;
  return nameInAddress(email.slice(0, email.indexOf('@')), name) ?? name;
}

const isNameLabel = (text: string) => /^[^\s,@|([-]{2,}\s[^\s,@|([-]{2,}$/.test(text) || parsePersonName(text) !== null;

/** An email address may contain only the initial of the given name that the label contains in full. */
function nameInAddress(address: string, label: string | null): string | null {
  const login = /^([a-z])[._-]?([a-z]{4,})\d*$/i.exec(address);
  const [given = '', family = ''] = login?.slice(1) ?? [];
  const isGiven = label !== null && /^\p{L}+$/u.test(label) && ![address, family].includes(label.toLowerCase());
  if (login && isGiven) return label.toLowerCase().startsWith(given.toLowerCase()) ? `${label} ${family}` : null;
  return login ? `${given} ${family}` : address.replaceAll(/[._-]/g, ' ');
}
