import { joinLines, normalise } from '../language/normalise.ts';
import type { Sentence } from '../language/sentence.ts';

/** "It's too expensive", "my limit is …", "I'm not sure". */
const objection = new RegExp(
  joinLines(String.raw`
  \b(?:too (?:expensive|high|much|long|late|slow|short|small|big|early|risky|complicated|little|few|many)|expensive|steep|cheaper|
  (?:not|n't) (?:\w+ )?(?:happy|convinced|sure|enough|well|comfortable|acceptable|work|possible|realistic|want|see|afford|accept|justify|have (?:the )?(?:budget|time|money)|what we)|
  my limit|our limit|the (?:trouble|problem|catch|difficulty|risk) is|worri(?:ed|es)|concern(?:ed|s)?|nervous|afraid|difficult|
  quoted (?:us|me)|less than you|competitors?|can't ignore|downside|drawback|hesita\w+|doubts?|but (?:i have to say|honestly))\b`),
);
/** "That's ridiculous", "cancel my account", "we've signed with somebody else". */
const rejection = new RegExp(
  joinLines(String.raw`
  \b(?:ridiculous|unacceptable|outrageous|absurd|nonsense|unbelievable|disgrace\w*|pathetic|laughable|insult\w*|incompetent|useless|
  rip-?off|scam|liars?|(?:you're|you are|they're) lying|lied|shut up|how dare|fed up|sick of|had enough|heard enough|empty promises|excuses|you people|
  are you (?:serious|kidding|joking|deaf)|waste of (?:my |our )?(?:time|money)|(?:my|your) (?:problem|fault)|
  (?:i'm|i am|we're|we are) (?:leaving|hanging up|finished|not paying|done(?=[.,!]|$))|cancel (?:my|our|the contract|everything|it all)|
  (?:my|our) lawyers?(?:'ll| will)|see you in court|(?:sue|report) you|worst (?:company|service|experience|call|support|firm|supplier)|
  (?:be|being|are|so|very) rude|(?:don't|stop) (?:interrupt|correct|lecture|patroni[sz]|blam|shout|calling)\w*|let me finish|
  not interested|(?:that|it)'s not true|(?:nobody|no one|don't|never) (?:listens?|cares?)|don't care|
  what has that got|i never (?:said|agreed|asked)|you should(?: have|'ve)|(?:speak|talk) to (?:your (?:boss|manager|supervisor)|someone who)|
  take it or leave it|keep your (?:voucher|money|apolog\w+|excuses)|
  no (?:chance|way|deal)|(?:that|it) (?:won't|wouldn't|doesn't) (?:do|help)|(?:have|need|want|like) to think (?:about it|it over)|i'll be in touch|
  (?:don't|do not) (?:want|need) (?:your|any(?:thing|body|one)? of yours)|(?:i|we)(?: won't| will not| can't| cannot|'m not going to|'re not going to) (?:sign|renew|buy)|
  (?:signed|gone|going|go|went|switch\w*|mov(?:ed|ing)) (?:with|to|over to) (?:an?other|the other|a competitor|some(?:one|body) else))\b`),
);
const figure =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|percent|third|quarter)\b/;

/** A shorter reply does not answer an objection. */
const minAnswerWords = 8;

interface Turn {
  participantId: string;
  /** Normalised. */
  text: string;
  words: number;
}

/** Sentences with a figure, as a share. */
export const figureShare = (sentences: readonly Sentence[]) =>
  sentences.filter(({ text }) => figure.test(text.toLowerCase())).length / Math.max(1, sentences.length);

/**
 * Turns with a rejection, a reproach or an unanswered objection, as a share of the turns of English. An objection counts
 * as answered if the next turn has at least 8 words and neither that turn nor the reply to it is a rejection. The host's
 * own reservations are not objections.
 */
export function unsettledShare(sentences: readonly Sentence[], hostId: string | undefined): number {
  const turns = turnsOf(sentences);
  const unsettled = turns.filter(
    ({ participantId, text }, index) =>
      rejection.test(text) || (participantId !== hostId && objection.test(text) && !isAnswered(turns, index)),
  );
  return unsettled.length / Math.max(1, turns.length);
}

function isAnswered(turns: readonly Turn[], index: number): boolean {
  const [answer, reply] = turns.slice(index + 1, index + 3);
  return (
    answer !== undefined &&
    answer.words >= minAnswerWords &&
    reply !== undefined &&
    ![answer, reply].some(({ text }) => rejection.test(text))
  );
}

function turnsOf(sentences: readonly Sentence[]): Turn[] {
  const turns: Turn[] = [];
  for (const { participantId, text, words } of sentences) {
    if (participantId === null) continue;
    const last = turns.at(-1);
    if (last?.participantId === participantId) {
      last.text += ` ${normalise(text)}`;
      last.words += words.length;
    } else turns.push({ participantId, text: normalise(text), words: words.length });
  }
  return turns;
}
