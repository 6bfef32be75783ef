import type { ParticipantRecord } from '../../../../tools/conversation/activity.ts';
import { isBeyondAscii } from '../ascii.ts';
import { companyDomain } from '../companies/company-name.ts';
import { isGivenName, isSameGivenName } from './nicknames.ts';
import { hasHonorific, isBeyondLatin, additionSign, splitLabel } from './person-label.ts';
import { spelledInAscii } from './scripts.ts';
import { foldSpelling, isSlavicSurname, respell } from './spelling.ts';

/** A name in one spelling. The arrays have an element per word, in the same order. */
export interface Spelling {
  words: readonly string[];
  /** The words in the spelling of `respell`, to compare nicknames. */
  spelled: readonly string[];
  /** The words as written, to compare with initials: a respelled word can begin with another letter. */
  written: readonly string[];
}

/** A name prepared for comparisons. */
export class PersonName implements Spelling {
  /** Words in lower-case ASCII, in the order as written, except that a family name before a comma comes last. */
  readonly words: readonly string[];
  /** Whether the name was written with letters beyond ASCII. */
  readonly isTransliterated: boolean;
  /**
   * Other possible names in the same label: `Ada Ex` in `Ada Ex, Example Labs`, because a company can follow a comma,
   * and `Kate Ex` in `Katherine (Kate) Ex`.
   */
  readonly alternatives: readonly PersonName[];
  /** Suffix that distinguishes a parent from a child: `jr`, `sr`, `ii` or `iii`. */
  readonly generation: string | undefined;
  #spelled: readonly string[] | undefined;
  #respelled: Spelling | undefined;
  #folded: Spelling | undefined;
  #isFoldable: boolean | undefined;

  constructor(text: string, words: readonly string[], alternatives: readonly PersonName[]) {
    this.words = words;
    this.isTransliterated = isBeyondAscii(text);
    this.alternatives = alternatives;
    this.generation = /\b(?:[js]r|i{2,3})\b/i.exec(text)?.[0].toLowerCase();
  }

  get written(): readonly string[] {
    return this.words;
  }

  get spelled(): readonly string[] {
    return (this.#spelled ??= this.words.map(respell));
  }

  /** The name with each word in its usual spelling; this object if no word changes. */
  get respelled(): Spelling {
    return (this.#respelled ??= this.#inWords(this.spelled));
  }

  /** Whether the name is transliterated, or has a surname with several spellings in Latin letters. */
  get isFoldable(): boolean {
    return (this.#isFoldable ??=
      this.isTransliterated || isSlavicSurname(this.words[0] ?? '') || isSlavicSurname(this.words.at(-1) ?? ''));
  }

  /** The name with each word in the spelling that all transliterations share; this object if no word changes. */
  get folded(): Spelling {
    return (this.#folded ??= this.#inWords(this.words.map(foldSpelling)));
  }

  #inWords(words: readonly string[]): Spelling {
    return words.every((word, at) => word === this.words[at])
      ? this
      : { words, spelled: this.spelled, written: this.words };
  }
}

/** Titles and degrees, which are not part of a name. */
export const personTitles = new Set(
  'dr mr mrs ms miss prof professor sir jr sr ii iii iv phd md mba esq ing dipl mgr mag herr frau mme mlle sra dott cpa cfa pmp lic atty engr ceo cto cfo cmo cro vp svp evp'.split(
    ' ',
  ),
);

/** Limited because the time of a comparison grows with the square of the number of words; real names have fewer. */
export const maxNameWords = 20;

/**
 * Returns null for email addresses, numbers and names of one word, which do not identify a person. Accepts a long
 * single word if it is the whole name of a profile or follows an honorific: `Pak Suharyanto`.
 */
export function parsePersonName(text: string | null | undefined, { isProfile = false } = {}): PersonName | null {
  if (!text || (text.includes('@') && /\S@|@\S/.test(text))) return null;
  const minWords = isProfile || hasHonorific(text) ? 1 : 2;
  if (!isBeyondAscii(text) && !additionSign.test(text) && !joinedInitials.test(text))
    return parseName(text, { minWords });
  const { name, beforeComma, inBrackets } = splitLabel(text);
  const others = [
    ...(beforeComma === null ? [] : [beforeComma]),
    ...inBrackets.flatMap((other) => otherNames(other, name)),
    ...(joinedInitials.test(name) ? [name.replace(joinedInitials, (initials) => initials.split('').join(' '))] : []),
  ];
  return parseName(name, { minWords, alternatives: others.flatMap((other) => parseName(other) ?? []) });
}

const noAlternatives: readonly PersonName[] = [];

function parseName(text: string, { minWords = 2, alternatives = noAlternatives } = {}): PersonName | null {
  const words = nameWords(isBeyondAscii(text) ? spelledInAscii(text) : text);
  const isName =
    words.length >= minWords &&
    words.length <= maxNameWords &&
    words.some((word) => (words.length > 1 ? /^[a-z]{2}/ : /^[a-z]{6}/).test(word));
  return isName ? new PersonName(text, words, alternatives) : null;
}

/**
 * In brackets, people write another given or family name, or their name in another script: `Chan Tai Man (Raymond)`,
 * `Sarah Kowalchuk (Bergen)`.
 */
function otherNames(inBrackets: string, name: string): string[] {
  if (inBrackets.includes(' ') || isBeyondLatin(inBrackets)) return [inBrackets];
  const words = name.split(' ');
  const isGiven = inBrackets.includes('-') || isGivenName(respell(inBrackets.toLowerCase()));
  return isGiven ? [words[0], words.at(-1)].map((family) => `${inBrackets} ${family}`) : [`${words[0]} ${inBrackets}`];
}

/** Apostrophes, which transliteration also writes for soft signs: `Natal'ya`. */
const apostrophes = /['`]/g;

/** Particles such as `v. d.`, in lower case only: `V. D.` are initials. */
const abbreviatedParticles = /\bv(?:\. ?|\/)d(?:\. ?|\b)/g;

const abbreviatedSurnames = new Map([
  ['fdez', 'fernandez'],
  ['glez', 'gonzalez'],
  ['hdez', 'hernandez'],
  ['mtez', 'martinez'],
  ['rguez', 'rodriguez'],
]);

/** Two capitals before a name that is not in capitals: joined initials (`HP Brandt`) or a name (`LI Wei`). */
const joinedInitials = /^[A-Z]{2}(?= [A-Z]\S*[a-z])/;

const nameWords = (text: string): string[] =>
  text
    .replace(abbreviatedParticles, 'vd ')
    .toLowerCase()
    .replace(apostrophes, '')
    .split(/[^a-z0-9]+/)
    .flatMap((word) => (word === '' || personTitles.has(word) ? [] : (abbreviatedSurnames.get(word) ?? word)));

/**
 * Returns the name of a guest, completed by the email address:
 * - A label of one word or none is completed by an address at a company: `ada.miller@labs.example`, `amiller@labs.example`.
 * - The initial of a family name is completed by any address: `Ada M.` with `ada.miller@mail.example`.
 * - An address at a company can also replace a short given name by its full form, or add another family name in
 *   brackets after the label: `Ada Ex (ada miller)`.
 */
export function nameOfGuest({ name, email }: Pick<ParticipantRecord, 'name' | 'email'>): string | null {
  if (!email) return name;
  const address = email.slice(0, email.indexOf('@')).toLowerCase();
  if (name === null || !isNameLabel(name)) {
    return companyDomain(email) ? (nameInAddress(address, name) ?? name) : name;
  }
  const completed = completedName(address, name);
  return completed !== null && (hasInitialLast(name) || companyDomain(email)) ? completed : name;
}

const hasInitialLast = (label: string) => /^\S+ \p{L}\.?$/u.test(label);

/** Completes the name in a label with the first part of an address: `ada.miller` or `ada`; null if it adds nothing. */
function completedName(address: string, label: string): string | null {
  const [, given = '', family = ''] = /^([a-z]+)(?:[._]([a-z-]{3,})\d*)?$/.exec(address) ?? [];
  if (given === '') return null;
  const [first = '', ...others] = label.toLowerCase().replaceAll('.', '').split(' ');
  // The address only joins words of the label: `maryann` and `Mary Ann Lee`.
  if (given.length > first.length && label.toLowerCase().replaceAll(' ', '').startsWith(given)) return null;
  const isSame = first.startsWith(given) || isSameGivenName(respell(given), respell(first));
  if (hasInitialLast(label))
    return isSame && family !== '' && family.charAt(0) === others[0] ? `${first} ${family}` : null;
  const isLonger = given.length > first.length && (others.includes(family) || isGivenName(respell(given)));
  if (isLonger && (isSame || given.startsWith(first))) return `${given} ${others.join(' ')}`;
  return isSame && family !== '' && !others.includes(family) ? `${label} (${first} ${family})` : null;
}

/** Whether a label has a name of at least two words. The pattern accepts most such labels without parsing. */
const isNameLabel = (text: string) => /^[^\s,@|([-]{2,}\s[^\s,@|([-]{2,}$/.test(text) || parsePersonName(text) !== null;

/**
 * Returns the name that an email address spells. If the address has only the initial of the given name, as in `amiller`,
 * takes the given name from the label.
 */
function nameInAddress(address: string, label: string | null): string | null {
  const login = /^([a-z])[._-]?([a-z]{4,})\d*$/.exec(address);
  const [given = '', family = ''] = login?.slice(1) ?? [];
  const isGiven = label !== null && /^\p{L}+$/u.test(label) && ![address, family].includes(label.toLowerCase());
  if (login && isGiven) return label.toLowerCase().startsWith(given.toLowerCase()) ? `${label} ${family}` : null;
  return login ? `${given} ${family}` : address.replaceAll(/[._-]/g, ' ');
}
