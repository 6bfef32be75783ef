import type { Sentence } from './sentence.ts';

const courtesies = [
  /^(?:(?:oh|well|okay|ok|so|alright|and|yeah|yes)[,.]? +)*(?:hi|hello|hey|howdy|good (?:morning|afternoon|evening)|welcome back|bye|goodbye|cheers|thanks|thank you)\b(?:[\s,]+[^\s,.]+){0,5}[.!]*$/i,
  /\bhow(?:['’]s| is| are| was| were| have| has)? (?:you|things|everyone|everybody|(?:you|it|life) (?:been|going|doing))(?: (?:all|both|doing|today|keeping|going|these days|then|guys))*[\s?.!]*$/i,
  /\bhow (?:are you(?! (?:\w+ )?(?:(?!doing|keeping|feeling|holding|coping|settling|getting)\w{3,}ing|set up|organi[sz]ed|structured|staffed|funded)\b)|have you been(?! (?!doing|keeping|feeling)\w+ing\b)|do you do(?! \w)|is it going)\b/i,
  /\bhow(?:['’]s| is| was| were| has| did)? (?:your|the) (?:week|weekend|day|morning|evening|trip|flight|journey|commute|drive|holidays?|vacation|weather|family|kids|children|summer|christmas|easter|birthday|game)\b(?! (?:\w+ )?(?:planned|organi[sz]ed|structured|split|set up|divided)\b)/i,
  /\bcall (?:this|the) meeting to order\b/i,
  /\b(?:nice|good|great|lovely|pleased|pleasure) to (?:meet|see|hear from|talk to|speak (?:to|with)|have) (?:you|everyone|all)\b/i,
  /\b(?:can|could|do) (?:you|everyone|everybody) (?:all |both |guys )?(?:hear|see) (?:me|us|it|my|the screen|the slides)\b/i,
  /\b(?:you['’]re|you are|i was|i['’]m|am i) (?:still )?(?:on mute|muted|breaking up|frozen|back now)\b/i,
  /\b(?:wait|waiting) (?:for|until) (?:the others|everyone|everybody|\w+ to join|a (?:few|couple) (?:more )?(?:people|minutes))\b/i,
  /\bthanks?(?: you)?(?: \w+){0,3} for (?:joining|coming|having (?:me|us)|your time|(?:taking|making|finding) (?:the |some )?time)\b/i,
  /\b(?:have|enjoy) (?:a|the|your) (?:\w+ )?(?:day|weekend|evening|afternoon|week|rest|one)\b/i,
];

/** Small talk only in the opening. */
const personalTopic =
  /\b(?:weekends?|weather|rain(?:s|ed|ing|y)?|snow(?:s|ed|ing|y)?|sunny|sunshine|freezing|heat ?wave|holidays?|vacation|traffic|jet ?lag|airport|coffee|tea|breakfast|lunch|dinner|barbecue|kids|children|baby|daughters?|sons?|wife|husband|dogs?|cats?|football|soccer|tennis|golf|marathon|beach|lake|skiing|hiking|gym|birthday|christmas|easter|haircut|commute|parking|slept|jogging|movie|concert|restaurant|garden|mountains|seaside|cinema|party|wedding|grandma|grandparents|in-laws)\b/i;
/** Ends the opening, even beside a personal topic. */
const businessTopic =
  /\b(?:agenda|let['’]?s (?:get (?:started|going|into)|start|begin|dive|jump|kick)|(?:today|now|wanted|want|like) (?:we|to) (?:talk|speak|discuss|go (?:over|through)|look|review|cover|hear|understand|learn|walk)|(?:reason|purpose|point|goal) (?:of|for|why)|(?:you|we|i) (?:wrote|mentioned|agreed|asked)|meeting is about|move on|contracts?|customers?|clients?|prices?|pricing|budgets?|quarter|proposals?|offers?|invoices?|releases?|deadlines?|revenue|candidates?|interview)\b/i;

const maxOpeningSentences = 40;
/** Words on other topics after which a courtesy or a personal topic no longer belongs to the opening. */
const maxWordsBetween = { courtesies: 40, personalTopics: 20 };

/** About the call itself. */
const callRemarks = [
  /\b(?:bear with me|hang on|hold on|one (?:second|sec|moment)|just a (?:second|sec|moment|minute)|give me a (?:second|sec|moment|minute))\b/i,
  /\b(?:sorry,? (?:i['’]m|i am|for being) (?:\w+ )?late|is this (?:thing )?(?:on|recording|working)|test(?:ing)?,? (?:one|1)|(?:loud and clear|you['’]re (?:very )?quiet|lost you there|shar(?:e|ing) my screen))\b/i,
  /\b(?:another call|previous call|running late|be right back)\b/i,
];

/** Small talk, or a remark about the call itself: "Bear with me", "Is this recording?" */
export const isIdle = (text: string) => isSmallTalk(text) || callRemarks.some((pattern) => pattern.test(text));

/** "Thanks for joining, Ann.", "How was your weekend?" */
export const isSmallTalk = (text: string) => courtesies.some((pattern) => pattern.test(text));

/**
 * The number of sentences of small talk at the beginning, at most 40: up to the last courtesy or personal topic (weather,
 * weekend, family) before a business topic, or before more than 40 words in a row on other topics.
 */
export function openingSmallTalkLength(sentences: readonly Sentence[]): number {
  let length = 0;
  let wordsBetween = 0;
  for (const [index, { text, words }] of sentences.slice(0, maxOpeningSentences).entries()) {
    const isPersonal = wordsBetween <= maxWordsBetween.personalTopics && personalTopic.test(text);
    if (isSmallTalk(text) || (isPersonal && !businessTopic.test(text))) {
      length = index + 1;
      wordsBetween = 0;
    } else wordsBetween += words.length;
    if (businessTopic.test(text) || wordsBetween > maxWordsBetween.courtesies) break;
  }
  return length;
}
