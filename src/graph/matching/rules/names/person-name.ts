import type { ParticipantRecord } from '../../../../tools/conversation/activity.ts';
import { isBeyondAscii } from '../ascii.ts';
import { companyDomain } from '../companies/company-name.ts';
import { isGivenName, isSameGivenName } from './nicknames.ts';
import { mayHaveAddition, splitLabel } from './person-label.ts';
import { spelledInAscii } from './scripts.ts';
import { foldSpelling, isSlavicSurname, respell } from './spelling.ts';

/** The words of a name, and what nicknames are looked up by. */
export interface Spelling {
  words: readonly string[];
  spelled: readonly string[];
}

const none: readonly PersonName[] = [];

/** A name prepared for comparisons. */
export class PersonName implements Spelling {
  /** In lower-case ASCII, in the order as written, except that a family name before a comma comes last. */
  readonly words: readonly string[];
  /** Whether the name was written with letters beyond ASCII. */
  readonly isTransliterated: boolean;
  /**
   * Other names in the same label: `Ada Ex` in `Ada Ex, Example Labs`, where a company can follow the comma, and in
   * `Augusta (Ada) Ex`.
   */
  readonly alternatives: readonly PersonName[];
  #spelled: readonly string[] | undefined;
  #respelled: Spelling | undefined;
  #folded: Spelling | undefined;
  #isFoldable: boolean | undefined;

  constructor(words: readonly string[], isTransliterated: boolean, alternatives: readonly PersonName[] = none) {
    this.words = words;
    this.isTransliterated = isTransliterated;
    this.alternatives = alternatives;
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
  if (!isBeyondAscii(text) && !mayHaveAddition.test(text)) return parseName(text);
  const { name, beforeComma, inBrackets } = splitLabel(text);
  const others = [
    ...(beforeComma === null ? [] : [beforeComma]),
    ...inBrackets.flatMap((other) => otherNames(other, name)),
  ];
  return parseName(
    name,
    others.flatMap((other) => parseName(other) ?? []),
  );
}

function parseName(text: string, alternatives: readonly PersonName[] = none): PersonName | null {
  const isTransliterated = isBeyondAscii(text);
  const words = nameWords(isTransliterated ? spelledInAscii(text) : text);
  const isName = words.length > 1 && words.length <= maxNameWords && words.some((word) => /^[a-z]{2}/.test(word));
  return isName ? new PersonName(words, isTransliterated, alternatives) : null;
}

/** In brackets, people write another given name or their name in another script: `Chan Tai Man (Raymond)`. */
function otherNames(inBrackets: string, name: string): string[] {
  if (inBrackets.includes(' ')) return [inBrackets];
  if (!isGivenName(respell(inBrackets.toLowerCase()))) return [];
  const words = name.split(' ');
  return [words[0], words.at(-1)].map((family) => `${inBrackets} ${family}`);
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
 * `ada.ex@labs.example`, `aex@labs.example`. Any address can spell the family name of which the label has the initial; if an
 * address at a company spells another family name, a second name follows in brackets.
 */
export function nameOfGuest({ name, email }: Pick<ParticipantRecord, 'name' | 'email'>): string | null {
  if (!email) return name;
  const address = email.slice(0, email.indexOf('@'));
  if (name === null || !isNameLabel(name)) {
    return companyDomain(email) ? (nameInAddress(address, name) ?? name) : name;
  }
  const family = otherFamilyName(address, name);
  if (family === null) return name;
  const [, given, initial] = /^(\S+) (\p{L})\.?$/u.exec(name) ?? [];
  if (given && initial) return initial.toLowerCase() === family.charAt(0) ? `${given} ${family}` : name;
  return companyDomain(email) ? `${name} (${name.split(' ', 1).join('')} ${family})` : name;
}

/** Returns the family name in `ada.ex`, `a.ex`, if the label has the given name or the initial, but not this family name. */
function otherFamilyName(address: string, label: string): string | null {
  const [, given = '', family = ''] = /^([a-z]+)[._]([a-z-]{3,})\d*$/.exec(address.toLowerCase()) ?? [];
  const words = label.toLowerCase();
  if (family === '' || words.includes(family)) return null;
  const [first = ''] = words.split(' ');
  return words.startsWith(given) || isSameGivenName(respell(given), respell(first)) ? family : null;
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
