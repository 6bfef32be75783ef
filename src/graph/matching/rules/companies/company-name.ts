import { domainToUnicode } from 'node:url';
import freeMailDomains from 'email-providers/common.json' with { type: 'json' };
import { parse } from 'tldts';
import { toAscii } from '../ascii.ts';

/** Legal forms of companies, without punctuation: the abbreviations in ISO 20275, and further ones in common use. */
const legalForms = (
  'sapi de cv,sapib de cv,sab de cv,sa de cv,s de rl de cv,s de rl,s en c,sp z oo,sp j,sp k,spol s ro,pty ltd,pvt ltd,' +
  'pte ltd,private limited,proprietary limited,public limited company,limited liability company,limited company,sdn bhd,' +
  'ltd sti,anonim sirketi,gmbh and co kg,gmbh and co kgaa,gmbh and co ohg,ag and co kg,ag and co kgaa,ug haftungsbeschrankt,' +
  'partg mbb,co ltd,inc,incorporated,corp,corporation,co,company,llc,llp,lllp,lp,ltd,limited,plc,pllc,pbc,ulc,ltee,limitee,' +
  'gmbh,ggmbh,mbh,ag,kg,kgaa,ug,ohg,gbr,ek,partg,flexco,se,sce,sa,sas,sasu,sarl,sagl,eurl,snc,sci,srl,srls,scarl,spa,sl,slu,' +
  'sll,slp,sau,sal,saal,bv,bvba,cvba,sprl,scrl,vzw,asbl,nv,vof,cv,ab,hb,kb,as,asa,ans,oy,oyj,ky,aps,ivs,amba,kk,gk,pty,pvt,' +
  'pte,bhd,plt,tbk,sro,spj,psa,ska,ltda,eireli,eirl,lda,doo,jdoo,dooel,dd,dno,ad,ead,ood,eood,kd,uab,mb,sia,ou,zrt,kft,nyrt,' +
  'bt,ehf,hf,slhf,ooo,oao,zao,pao,tov,mmc,mchj,llp,jsc,pjsc,ojsc,cjsc,sac,saa,sae,ae,epe,ike,oe,wll,qsc,pjs,fz llc,fzco,fze,' +
  'fzc,dmcc,shpk,sha,teoranta'
).split(',');
/** Legal forms that can precede the name: `UAB Baltija`. Other forms at the start are often part of the name: `AB`. */
const leadingForms =
  'uab,ooo,oao,zao,pao,ao,tov,prat,at,sarl,eurl,eood,ood,pt,cv,sia,ou,cong ty tnhh mtv,cong ty tnhh,cong ty co phan,cong ty cp'.split(
    ',',
  );
/** Legal forms that transliteration would join to the name. */
const eastAsianForms =
  /株式会社|有限会社|合同会社|股份有限公司|有限责任公司|有限公司|股份公司|주식회사|유한회사|\(주\)|㈜|㈱|บริษัท|จำกัด/gu;
/** Placeholders that people write in profiles instead of a company. */
const placeholders = new Set(
  (
    'stealth,stealth startup,stealth mode,stealth mode startup,stealth company,startup,self employed,freelance,freelancer,' +
    'independent,independent consultant,consultant,confidential,undisclosed,unemployed,retired,none,na'
  ).split(','),
);
const freeMail = new Set(freeMailDomains);

/** Returns the words in lower-case ASCII: `L'Oréal S.A.` has `loreal` and `sa`, and `AT&T` has `at`, `and` and `t`. */
export const wordsOf = (text: string): string[] =>
  toAscii(text.replace(eastAsianForms, ' '))
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/&/g, ' and ')
    // Joins abbreviations: `s.a.` and `a/s`.
    .replace(/(?<=\b\w)[./](?=\w\b)/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

const latin = /\p{Script=Latin}/u;

/**
 * Returns both names of `青葉ロボティクス (Aoba Robotics)`; for `Müller` also `Müeller`, which is `mueller` in ASCII. Text
 * in brackets in the same script is not a name: `Orbital (Europe)`.
 */
export function companyNames(name: string): string[] {
  const [, before = '', inBrackets = ''] = /^([^()]+)\(([^()]{2,})\)$/.exec(name) ?? [];
  const names = latin.test(before) === latin.test(inBrackets) ? [name] : [before, inBrackets];
  return [...new Set(names.flatMap((each) => [each, each.normalize('NFC').replaceAll(/[äöü]/gi, '$&e')]))];
}

/** Returns the words without legal form; empty for placeholders such as `Stealth`. */
export function companyWords(name: string): string[] {
  const words = wordsOf(name);
  if (placeholders.has(words.join(' '))) return [];
  return withoutLegalForm(words);
}

function withoutLegalForm(words: readonly string[]): string[] {
  let text = words.join(' ').replace(leadingForm, '');
  for (let count = 0; count < maxTrailingForms; count += 1) text = text.replace(trailingForm, '');
  return text.split(' ');
}

/** A name can end with several legal forms and `and`: `Orbital & Co., Inc.`. */
const maxTrailingForms = 5;
const longestFirst = (a: string, b: string) => b.length - a.length;
const leadingForm = new RegExp(`^(?:${leadingForms.toSorted(longestFirst).join('|')}) `);
const trailingForm = new RegExp(` (?:${legalForms.toSorted(longestFirst).join('|')}|and)$`);

/**
 * Returns the registrable domain of a host name, URL or email address, and its label: `example.co.uk` and
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
  const allWords = wordsOf(name);
  const words = companyWords(name);
  if (words.length === 0) return [];
  // `Booking.com` is both a name and a domain.
  const domainLabel = /^\S+\.\S+$/.test(name) ? companyDomain(name)?.label : undefined;
  const spellings = [allWords, words].flatMap((spelling) => [
    spelling,
    spelling.filter((word) => word !== 'and'),
    spelling[0] === 'the' ? spelling.slice(1) : spelling,
  ]);
  return [...new Set([...spellings.map((spelling) => spelling.join('')), ...(domainLabel ? [domainLabel] : [])])];
}

/** Words that stand for `&` in company names. */
export const conjunctions = ['and', 'und', 'et', 'e', 'y', 'en', 'og', 'och', 'i'];

export const domainWords = ({ label }: { label: string }): string[] => wordsOf(decodePunycode(label));

const decodePunycode = (host: string): string => (host.includes('xn--') ? domainToUnicode(host) : host);

/** Spellings of a domain as one word: `tesla-inc.example` may be the company `Tesla`, and `orbital.ai` `Orbital AI`. */
export function domainSpellings({ domain, label }: { domain: string; label: string }): string[] {
  const words = wordsOf(decodePunycode(label));
  const spellings = [words, withoutLegalForm(words), wordsOf(decodePunycode(domain))];
  return [...new Set(spellings.map((spelling) => spelling.join('')))].filter((spelling) => spelling !== '');
}
