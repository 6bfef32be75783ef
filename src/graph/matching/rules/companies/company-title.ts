import type { ActivityRecord } from '../../../../tools/conversation/activity.ts';
import { oncePer } from '../../../core/loader.ts';
import { toAscii } from '../ascii.ts';
import { isParticle } from '../names/compare-names.ts';
import { companyWords, conjunctions, domainWords, wordsOf } from './company-name.ts';
import { isGivenName } from '../names/nicknames.ts';
import { maxNameWords } from '../names/person-name.ts';
import { respell } from '../names/spelling.ts';

/** Longer titles are cut off: the time of a search grows with the length and the number of participants. */
const maxTitleLength = 1000;

/** Ordinary words of titles that can also be names of companies. */
const ordinaryWords = new Set(
  (
    'agenda agile align alignment alpha apple atlas beta block board box brief bridge briefing budget build business call ' +
    'campaign candidate capital career carrier catch catchup chat check checkin closing coaching coffee compass complete ' +
    'connect contract core cover culture customer data deal debrief deep demo design dialogue digital discovery discuss dive ' +
    'dock drive due early engine engineering evaluation event executive expert facetime fast feedback final finance first flow focus ' +
    'follow founder founders front future gap general global go goal goals good google greet group growth guide health hire hiring hub idea ' +
    'ideas impact initial insight insights instant interview intro introduction key kick kickoff kind launch lead leader ' +
    'legal level linear link linkedin live loop lunch mark market marketing match medium meet meeting message mission momentum monday ' +
    'monthly motion native network new next north note notes notion offer office one onboarding open operations opportunity ' +
    'orbit outlook outreach pace panel partner partners partnership people performance phase phone pilot pioneer pitch plan ' +
    'planning platform point portfolio positive prep preparation present presentation pricing prime process product progress ' +
    'project proposal prospect pulse purpose quarter quarterly quick radar ramp reach recap recruiting reference referral ' +
    'regroup renewal report research response result results retro review role roundtable sales scale scope screen screening ' +
    'search second security segment sense session share signal simple skype slack snap social solution solutions source sprint square ' +
    'stage stand start startup status step steps story strategy stream strip stripe success summit support survey switch sync ' +
    'affirm ball calm character commonwealth cruise current discover drift fly form harness heap modal planet progressive public ' +
    'remote render ring rocket root united waters wise writer talent talk target team teams tech technical technology test testing the third time together touch touchpoint track training ' +
    'trial true unity update value venture ventures vision visit voice walk walkthrough webex weekly welcome whatsapp work workshop zoom'
  ).split(' '),
);

/** Text that marks a capitalized word after it as a name: `Intro with Target`, `Larkfield <> Block`. */
const contextBefore = /(?:\b(?:with|at|from|for|of|by|(?:intro|introduction|pitch) to|x|vs)|[<>/|:@+–—-])\s*$/i;
/** Text that marks a capitalized word before it as a name: `Target <> Larkfield`, `Block: renewal`, `Block's team`. */
const contextAfter = /^(?:['’]s\b|\s*(?:[<>/|:@+–—]|-\s|x\b|vs\b))/i;
/** Text that also marks a capitalized name before it, unless the name has only ordinary words: `Orbital intro`. */
const meetingAfter =
  /^(?:,|\s+\(|\s+(?:q&a|q[1-4]|intro|introduction|call|sync|meeting|chat|demo|kick|review|follow|catch|check|update|weekly|monthly|renewal|onboarding|interview|pitch|workshop|debrief)\b)/i;
/** Words next to a short name that make it part of another name: `Orbital Rail` is not `Orbital Freight`. */
const nameBefore = /([A-Z][\w'’]*)(?:[\s&]+|-)$/;
const nameAfter = /^(?:\s+(?:&\s*)?|-)[A-Z]/;

/** A company name prepared for searching titles. */
export interface SearchableCompanyName {
  words: readonly string[];
  /**
   * `DISTINCT` names are found wherever their words are in the title, the others only where a name can stand.
   * `ORDINARY`: only ordinary words. `DOMAIN`: the words of the domain. `SHORT`: a distinctive part of the name.
   */
  kind: 'DISTINCT' | 'ORDINARY' | 'DOMAIN' | 'SHORT';
}

/**
 * Returns the names by which a title can mean a company:
 * - the name without its legal form; if this has only ordinary words, also the full name: `gap` and `gap inc`, but
 *   not `gap company`, which can be ordinary words too
 * - the name that the domain spells: `Río Bravo` for `Textiles Río Bravo` at `riobravo.example`
 * - beginnings of the name without the kind of company: `Calderón & Vega` for `Calderón & Vega Ingenieros`, and
 *   `Céladon` for `Atelier Céladon`
 */
export function titleNames(companyName: string, domain: { label: string } | null = null): SearchableCompanyName[] {
  const words = companyWords(companyName);
  if (words.length > maxNameWords) return [];
  const names: SearchableCompanyName[] =
    words.length > 0 ? [{ words, kind: words.every(isOrdinary) ? 'ORDINARY' : 'DISTINCT' }] : [];
  const full = wordsOf(companyName);
  if (names[0]?.kind === 'ORDINARY' && full.length > words.length && !['company', 'co'].includes(full.at(-1) ?? '')) {
    names.push({ words: full, kind: 'DISTINCT' });
  }
  const domainName = domain ? domainWords(domain) : [];
  const isNew = (part: Words) => !names.some((name) => name.words.join(' ') === part.join(' '));
  if (domainName.length > 0 && isNew(domainName)) {
    names.push({ words: domainName, kind: domainName.every(isCommon) ? 'ORDINARY' : 'DOMAIN' });
  }
  const withoutKind = companyKinds.has(words[0] ?? '') ? words.slice(1) : words;
  const beginnings = withoutKind
    .map((_, last) => withoutKind.slice(0, last + 1))
    .filter((part) => isDistinctive(part) && isNew(part));
  names.push(...beginnings.map((part): SearchableCompanyName => ({ words: part, kind: 'SHORT' })));
  return names;
}

type Words = readonly string[];

/** Whether a word alone identifies no company: an ordinary word, a particle of a name or a given name. */
const isCommon = (word: string) => ordinaryWords.has(word) || isParticle(word) || isGivenName(respell(word));
/** Whether a word in a title need not mean a company. Short words count, because many are abbreviations. */
const isOrdinary = (word: string) => word.length <= 3 || ordinaryWords.has(word);

/** Kinds of companies, with which many names begin: `Atelier Céladon`. */
const companyKinds = new Set(
  (
    'atelier banca banco bank banque centro clinica clinique constructora editorial frigorifico fundacion groupe grupo gruppe ' +
    'gruppo hospital hotel industrias instituto laboratorios minera pesquera talleres textiles transportes'
  ).split(' '),
);
/** Places and other words with which the names of many companies begin. */
const commonBeginnings = new Set(
  (
    'african alpine american arab asia asian atlantic australian baltic british canadian central china dutch eastern euro europe ' +
    'european federal french german gulf imperial india indian industries institute italian japan london mediterranean metro modern ' +
    'mutual national nippon nordic northern oriental pacific premier regional royal scandinavian societe southern standard state ' +
    'university western world'
  ).split(' '),
);

/** Whether the beginning of a name is distinctive: `Calderón & Vega` is, `Bank of` and `Oliver` are not. */
function isDistinctive(part: Words): boolean {
  const last = part.at(-1) ?? '';
  const distinctive = part.filter(
    (word) => word.length > 2 && !isCommon(word) && !companyKinds.has(word) && !commonBeginnings.has(word),
  );
  return distinctive.length > 0 && !conjunctions.includes(last) && !isParticle(last);
}

export type TitledActivity = Pick<ActivityRecord, 'title' | 'participants'>;

/** Whether the title contains the name, as its kind requires, outside of the names of participants. */
export function isInTitle(activity: TitledActivity, name: SearchableCompanyName): boolean {
  const text = spaced(name.words.map(asAnd));
  // Check the whole title first: removing the names of participants takes longer.
  const hasWords = searchableTitleOf(activity).includes(text);
  if (!hasWords && !(name.kind === 'DOMAIN' && titleLettersOf(activity).includes(name.words.join('')))) return false;
  const title = titleWithoutNames(activity);
  if (name.kind === 'DISTINCT') return searchableText(title).includes(text);
  return isNamed(title, name) && !isPersonal(activity, name.words);
}

/** Title without spaces: `Vektor Plus` then contains `vektorplus`, as the domain `vektorplus.example` spells it. */
const titleLettersOf = oncePer((activity: TitledActivity) => searchableTitleOf(activity).replaceAll(' ', ''));

/** Whether the words are part of a participant's name, so that a title can mean the participant, not the company. */
const isPersonal = ({ participants }: TitledActivity, words: readonly string[]): boolean =>
  participants.some((participant) => {
    const named = wordsOf(participant.name ?? '');
    return words.every((word) => named.includes(word));
  });

const asAnd = (word: string) => (conjunctions.includes(word) ? 'and' : word);

const spaced = (words: readonly string[]) => ` ${words.join(' ')} `;

/**
 * The words as one text, with a space around each; as written and without genitives: `Orbital's team` names Orbital,
 * and `McDonald's team` McDonald's.
 */
const searchableText = (title: string) =>
  [title, title.replaceAll(/['’]s\b/gi, '')].map((text) => spaced(wordsOf(text).map(asAnd))).join('|');

const titleOf = ({ title }: TitledActivity) => title?.slice(0, maxTitleLength) ?? '';

const searchableTitleOf = oncePer((activity: TitledActivity) => searchableText(titleOf(activity)));

/** The title without the names of participants: a founder called `Jordan Block` is not the company `Block`. */
const titleWithoutNames = oncePer((activity: TitledActivity) => {
  let title = toAscii(titleOf(activity));
  for (const { name } of activity.participants) {
    const words = wordsOf(name ?? '');
    if (words.length < 2 || words.length > maxNameWords) continue;
    // Look for the words first: most names are not in the title, and compiling a pattern takes far longer.
    const hasWords = words.every((word) => searchableTitleOf(activity).includes(word));
    if (hasWords) title = title.replaceAll(phrase(words), ' * ');
  }
  return title;
});

/** Whether the title uses the words as a name: capitalized, and in a place for names, unlike `Discovery call`. */
function isNamed(title: string, { words, kind }: SearchableCompanyName): boolean {
  // The title can divide the words of a domain anywhere: `Vektor Plus`.
  const parts = kind === 'DOMAIN' ? words.join('').split('') : words;
  for (const { 0: found, index } of title.matchAll(phrase(parts))) {
    const [before, after] = [title.slice(0, index), title.slice(index + found.length)];
    const isAcronym = /^\S*[A-Z]\S*[A-Z]/.test(found) && title !== title.toUpperCase();
    const hasContext = contextBefore.test(before) || contextAfter.test(after);
    // A domain's name can also begin the title.
    const isAtEdge = (kind === 'DOMAIN' && before === '') || /^\W*$/.test(after);
    const isMarked = isAcronym || hasContext;
    const isName =
      kind === 'ORDINARY'
        ? isMarked
        : (isMarked || isAtEdge || meetingAfter.test(after)) && !isPartOfOther(before, after);
    if (/^[A-Z0-9]/.test(found) && isName) return true;
  }
  return false;
}

function isPartOfOther(before: string, after: string): boolean {
  const [, word] = nameBefore.exec(before) ?? [];
  const followsName = word !== undefined && !ordinaryWords.has(word.toLowerCase());
  return followsName || (nameAfter.test(after) && !meetingAfter.test(after));
}

/** Accepts the words with any punctuation or spaces between them, and any conjunction for another. */
const phrase = (words: readonly string[]): RegExp => {
  const spelled = words.map((word) => (conjunctions.includes(word) ? `(?:&|${conjunctions.join('|')})` : word));
  return new RegExp(`(?<![a-z0-9])${spelled.join('[^a-z0-9]*')}(?![a-z0-9])`, 'gi');
};
