import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import { oncePer } from '../../core/loader.ts';
import { toAscii } from './ascii.ts';
import { companyWords, wordsOf } from './company-name.ts';
import { maxNameWords } from './person-name.ts';

/** Longer titles are cut off: the time of a search grows with their length and the number of participants. */
const maxTitleLength = 1000;

/** Words of titles that are also names of companies. */
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
    'talent talk target team teams tech technical technology test testing the third time together touch touchpoint track training ' +
    'trial true unity update value venture ventures vision visit voice walk walkthrough webex weekly welcome whatsapp work workshop zoom'
  ).split(' '),
);

/** After these, a capitalized word is a name: `Intro with Target`, `Larkfield <> Block`. */
const contextBefore = /(?:\b(?:with|at|from|for|of|by|(?:intro|introduction|pitch) to|x|vs)|[<>/|:@+–—-])\s*$/i;
/** Before these, a capitalized word is a name, too: `Target <> Larkfield`, `Block: renewal`, `Block's team`. */
const contextAfter = /^(?:['’]s\b|\s*(?:[<>/|:@+–—]|-\s|x\b|vs\b))/i;

/** A company name prepared for searching titles. */
export interface TitleName {
  words: readonly string[];
  /** Whether the name consists of words that titles contain anyway. */
  isOrdinary: boolean;
}

/** Returns the name without its legal form and, if that is an ordinary word, also in full: `gap` and `gap inc`. */
export function titleNames(companyName: string): TitleName[] {
  const words = companyWords(companyName);
  if (words.length === 0 || words.length > maxNameWords) return [];
  const name = { words, isOrdinary: words.every(isOrdinary) };
  const all = wordsOf(companyName);
  const hasDistinctForm = name.isOrdinary && all.length > words.length && !['company', 'co'].includes(all.at(-1) ?? '');
  return hasDistinctForm ? [name, { words: all, isOrdinary: false }] : [name];
}

const isOrdinary = (word: string) => word.length <= 3 || ordinaryWords.has(word);

export type TitledActivity = Pick<ActivityRecord, 'title' | 'participants'>;

/** Whether the title contains the name as whole words, outside of the names of participants. */
export function isInTitle(activity: TitledActivity, { words, isOrdinary: isOrdinaryName }: TitleName): boolean {
  const name = spaced(words);
  if (!titleWordsOf(activity).includes(name)) return false;
  const title = titleWithoutNames(activity);
  return isOrdinaryName ? isNamed(title, words) : titleWords(title).includes(name);
}

const spaced = (words: readonly string[]) => ` ${words.join(' ')} `;

/** The words as written and without genitives: `Orbital's team` names Orbital, and `McDonald's team` McDonald's. */
const titleWords = (title: string) =>
  [title, title.replaceAll(/['’]s\b/gi, '')].map((text) => spaced(wordsOf(text))).join('|');

const titleOf = ({ title }: TitledActivity) => title?.slice(0, maxTitleLength) ?? '';

const titleWordsOf = oncePer((activity: TitledActivity) => titleWords(titleOf(activity)));

/** A founder called `Jordan Block` does not make a title name the company `Block`. */
const titleWithoutNames = oncePer((activity: TitledActivity) =>
  activity.participants.reduce(
    (text, { name }) => {
      const words = wordsOf(name ?? '');
      return words.length > 1 && words.length <= maxNameWords ? text.replaceAll(phrase(words), ' * ') : text;
    },
    toAscii(titleOf(activity)),
  ),
);

/** An ordinary word is a name if it is written like one, in a place for names: never `Discovery call`. */
function isNamed(title: string, words: readonly string[]): boolean {
  for (const { 0: found, index } of title.matchAll(phrase(words))) {
    const isAcronym = /^\S*[A-Z]\S*[A-Z]/.test(found) && title !== title.toUpperCase();
    const hasContext =
      contextBefore.test(title.slice(0, index)) || contextAfter.test(title.slice(index + found.length));
    if (/^[A-Z0-9]/.test(found) && (isAcronym || hasContext)) return true;
  }
  return false;
}

const phrase = (words: readonly string[]): RegExp => {
  const spelled = words.map((word) => (word === 'and' ? '(?:and|&)' : word));
  return new RegExp(`(?<![a-z0-9])${spelled.join('[^a-z0-9]*')}(?![a-z0-9])`, 'gi');
};
