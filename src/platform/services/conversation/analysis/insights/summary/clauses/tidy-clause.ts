import { capitalise, joinLines } from '../../../language/normalise.ts';
import { withDigits } from '../../../language/number-words.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { readable } from '../../../language/readable.ts';

/** "And then", "I think", "as you know". */
const opening = new RegExp(
  joinLines(String.raw`
  ^(?:(?:agreed|done|deal|great|perfect|good|lovely|brilliant), |(?:and|but|so|because|cause|then|which|plus|also|though|while|otherwise|okay|ok|yeah|yes|no|well|right|sure|fine|hm+|um|uh|oh|now|at the moment|of course|
  honestly|thing is|as (?:i|you) (?:said|know)|you know|i mean|if i may ask)\b,? |(?:i|we)(?:['’]d| would)? (?:think|guess|suppose|believe|reckon|say|mean)(?: that)?,? (?=\S+ \S)|
  i should (?:maybe )?say(?: first)? |(?:i['’]ll|let me) be (?:honest|open|straight|frank)(?: with you)?,? )`),
  'i',
);
/** "I've got" before a figure. */
const possession =
  /^(?:i|we)(?:['’]ve| have)(?: (?:already|now|also))?(?: got)? (?=(?:(?:about|around|roughly|only|almost|nearly|up to) )?(?:an? )?(?:\d|half|third))/i;
const copula =
  /^(?:it|that|this|they|those|there|these)(?:['’](?:s|re|d be|ll be)|s(?= \d| an? | about | like )| is| was| are| were| would be| will be|(?= stays?| costs?| takes?))(?: (?:basically|really|normally|usually|actually|just|honestly|probably))? /i;
const ending = new RegExp(
  joinLines(String.raw`
  ,? (?:and|but|so|because|which|to be honest|honestly|by the way|you know|at the moment|give or take|more or less|or so|i think|i guess|i suppose|i['’]d say|i believe|please|too|
  as well|actually|though|then|right|okay|yeah|if i may ask|if that makes sense|just so you know)$`),
  'i',
);
const marks = /[\s.,;:!–—-]+$/u;
const bareI = /(?<![\p{L}\p{N}'’.-])i(?=\s|['’](?:m|ve|ll|d)(?!\p{L}))/gu;

/** A part of a sentence without what opens or ends it in speech, with digits, in lower case unless it begins with a name. */
export function tidyClause(text: string, { sentence, isStart }: { sentence: Sentence; isStart: boolean }): string {
  const capital = isStart ? text : capitalise(text);
  let tidy = readable(withDigits(capital)).replace(marks, '');
  for (let before = ''; before !== tidy;) {
    before = tidy;
    tidy = tidy.replace(opening, '').replace(ending, '').replace(marks, '');
  }
  return decapitalise(tidy.replace(possession, '').replace(bareI, 'I'), sentence);
}

/** For an answer to a question: "It's two hundred a month" becomes "200 a month". */
export const withoutCopula = (text: string) => text.replace(copula, '');

function decapitalise(text: string, { words }: Sentence): string {
  const first = /^[\p{L}'’-]+/u.exec(text)?.[0] ?? '';
  const normal = first.toLowerCase().replace(/['’].*$/u, '');
  const isName = words.find((word) => word.normal === normal)?.partOfSpeech === 'PROPN';
  const keeps = isName || /^I(?:$|['’])/u.test(first) || /^\p{Lu}{2}/u.test(first);
  return keeps ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
