import { domainToUnicode } from 'node:url';
import freeMailDomains from 'email-providers/common.json' with { type: 'json' };
import { parse } from 'tldts';
import { toAscii } from './ascii.ts';

const legalForms = new Set(
  (
    'inc incorporated corp corporation co company llc llp lp ltd limited plc pllc gmbh mbh ag kg kgaa ug ohg se sa sas ' +
    'sasu sarl srl spa sl bv nv ab as asa oy oyj aps kk pty pvt pte sdn bhd'
  ).split(' '),
);
/** Placeholders that people write in profiles instead of a company. */
const placeholders = new Set([
  'stealth',
  'stealth startup',
  'stealth mode',
  'stealth mode startup',
  'stealth company',
  'startup',
  'self employed',
  'freelance',
  'freelancer',
  'independent',
  'independent consultant',
  'consultant',
  'confidential',
  'undisclosed',
  'unemployed',
  'retired',
  'none',
  'na',
]);
const freeMail = new Set(freeMailDomains);

/** Returns the words in lower-case ASCII: `L'Oréal S.A.` has `loreal` and `sa`, and `AT&T` has `at`, `and` and `t`. */
export const wordsOf = (text: string): string[] =>
  toAscii(text)
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/&/g, ' and ')
    .replace(/(?<=\b\w)[./](?=\w\b)/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Returns the words without legal form; empty for placeholders such as `Stealth`. */
export function companyWords(name: string): string[] {
  const words = wordsOf(name);
  if (placeholders.has(words.join(' '))) return [];
  const withoutForm = withoutLegalForm(words);
  return withoutForm.length > 0 ? withoutForm : words;
}

function withoutLegalForm(words: readonly string[]): string[] {
  const last = words.at(-1);
  const isRemovable = last !== undefined && (legalForms.has(last) || (last === 'and' && words.length > 1));
  return isRemovable ? withoutLegalForm(words.slice(0, -1)) : [...words];
}

/**
 * Returns the registrable domain of a host name, address or email address, and its label: `example.co.uk` and
 * `example`. Returns null for domains of mail providers, which identify no company.
 */
export function companyDomain(address: string | null | undefined): { domain: string; label: string } | null {
  if (!address) return null;
  const { domain, domainWithoutSuffix } = parse(address.trim().toLowerCase());
  if (!domain || !domainWithoutSuffix || freeMail.has(domain)) return null;
  return { domain, label: domainWithoutSuffix };
}

/** Spellings of a company name as one word, such as the label of a domain. */
export function companyLabels(name: string): string[] {
  const all = wordsOf(name);
  const words = companyWords(name);
  if (words.length === 0) return [];
  // `Booking.com` is both a name and a domain.
  const ofDomain = /^\S+\.\S+$/.test(name) ? companyDomain(name)?.label : undefined;
  // `Müller` may have the domain of `mueller`.
  const withUmlauts = companyWords(name.normalize('NFC').replaceAll(/[äöü]/gi, '$&e'));
  const spellings = [all, words, withUmlauts].flatMap((spelling) => [
    spelling,
    spelling.filter((word) => word !== 'and'),
    spelling[0] === 'the' ? spelling.slice(1) : spelling,
  ]);
  return [...new Set([...spellings.map((spelling) => spelling.join('')), ...(ofDomain ? [ofDomain] : [])])];
}

/** Spellings of a domain as one word: `tesla-inc.example` may be the company `Tesla`, and `orbital.ai` `Orbital AI`. */
export function domainSpellings({ domain, label }: { domain: string; label: string }): string[] {
  const words = wordsOf(domainToUnicode(label));
  const spellings = [words, withoutLegalForm(words), wordsOf(domainToUnicode(domain))];
  return [...new Set(spellings.map((spelling) => spelling.join('')))].filter((spelling) => spelling !== '');
}
