import { joinLines, normalise } from '../language/normalise.ts';
import { meetingTimePattern } from '../language/time-patterns.ts';
import type { Sentence } from '../language/sentence.ts';

/** "It's too expensive", "my limit is …", "I'm not sure". */
const objection = new RegExp(
  joinLines(String.raw`
  \b(?:too (?:expensive|high|much|long|late|slow|short|small|big|early|risky|complicated|little|few|many)|expensive|steep|cheaper|
  (?:not|n't) (?:\w+ )?(?:happy|convinced|sure|enough|well|comfortable|acceptable|work|possible|realistic|want|see|afford|accept|justify|have (?:the )?(?:budget|time|money)|what we)|
  my limit|our limit|the (?:trouble|problem|catch|difficulty|risk) is|worri(?:ed|es)|concern(?:ed|s)?|nervous|afraid|difficult|
  quoted (?:us|me)|less than you|competitors?|can't ignore|downside|drawback|hesita\w+|doubts?|but (?:i have to say|honestly))\b`),
);
/** "That's ridiculous", "cancel my account". */
const reproach = new RegExp(
  joinLines(String.raw`
  \b(?:ridiculous|unacceptable|outrageous|absurd|nonsense|unbelievable|disgrace\w*|pathetic|laughable|insult\w*|incompetent|useless|
  rip-?off|scam|liars?|lying|lied|shut up|how dare|fed up|sick of|had enough|heard enough|empty promises|excuses|you people|
  are you (?:serious|kidding|joking|deaf)|waste of (?:my |our )?(?:time|money)|(?:my|your|our) (?:problem|fault)|
  (?:i'm|i am|we're|we are) (?:done|leaving|hanging up|finished|not paying)|cancel (?:my|our|the contract|everything|it all)|
  (?:my|our) lawyers?(?:'ll| will)|see you in court|(?:sue|report) you|worst (?:company|service|experience|call|support|firm|supplier)|
  (?:be|being|are|so|very) rude|(?:don't|stop) (?:interrupt|correct|lecture|patroni[sz]|blam|shout|calling|bother)\w*|let me finish|
  not interested|(?:that|it)'s not true|calm down|(?:nobody|no one|don't|never) (?:listens?|cares?)|don't care|
  what has that got|i never (?:said|agreed|asked)|you should(?: have|'ve)|(?:speak|talk) to (?:your (?:boss|manager|supervisor)|someone who)|
  forget it|take it or leave it|keep your (?:voucher|money|apolog\w+|excuses))\b`),
);
/** "That works", "fair enough", "that helps". */
const acceptance = new RegExp(
  joinLines(String.raw`
  ^(?:(?:yes|yeah|okay|ok|well|right|oh|good|great),? )*(?:agreed|deal|sure|perfect|wonderful|great|excellent|fine|gladly|absolutely|of course|sounds good|
  good (?:idea|point|question)|fair (?:enough|point|question)|makes sense|that makes sense|that's (?:fair|fine|good|clear|possible|okay|right|better|a good)|
  that (?:works|helps|would help|would be)|works|will do|please do|yes,? (?:please|do|that|with|let's|of course|we (?:can|could|do)|i (?:can|could|will|do))|
  i (?:like|appreciate|understand|see)|happy to|no problem|let's do|then (?:let's|i'll|we'll|may)|good|understood|done)\b|
  \b(?:that works|works for (?:me|us)|is (?:fine|good|okay|perfect)(?: with (?:me|us))?$|i(?:'ll| will) take it|we have a deal|that (?:helps|would help)|fair enough|sounds good|good idea)\b`),
);
/** "I could go to …", "what if", "shall we". */
const proposal =
  /\b(?:(?:i|we)(?:'ll|'d| can| could| would| will)|let's|shall we|how about|what if|if (?:we|you|i)|would you|could you|can you|may i|send (?:me|us)|please|then)\b/;
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

export interface Achievements {
  turns: number;
  /** Turns in which figures or dates that another speaker proposed are accepted. */
  agreements: number;
  /** Turns with an unanswered objection, and turns with a reproach. */
  unsettled: number;
}

/**
 * Counts, in turns of English, what was agreed and what was left unsettled. An objection counts as answered if the next
 * turn has at least 8 words and neither that turn nor the reply to it is a reproach. The host's own reservations are not
 * objections.
 */
export function findAchievements(sentences: readonly Sentence[], hostId: string | undefined): Achievements {
  const turns = turnsOf(sentences);
  const isAgreement = ({ text }: Turn, index: number) => {
    const proposed = turns[index - 1]?.text ?? '';
    const isConcrete = figure.test(proposed) || [proposed, text].some((one) => meetingTimePattern.test(one));
    return isConcrete && proposal.test(proposed) && acceptance.test(text) && !reproach.test(text);
  };
  const isUnsettled = ({ participantId, text }: Turn, index: number) =>
    reproach.test(text) || (participantId !== hostId && objection.test(text) && !isAnswered(turns, index));
  return {
    turns: turns.length,
    agreements: turns.filter(isAgreement).length,
    unsettled: turns.filter(isUnsettled).length,
  };
}

function isAnswered(turns: readonly Turn[], index: number): boolean {
  const [answer, reply] = turns.slice(index + 1, index + 3);
  return (
    answer !== undefined &&
    answer.words >= minAnswerWords &&
    reply !== undefined &&
    ![answer, reply].some(({ text }) => reproach.test(text))
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
