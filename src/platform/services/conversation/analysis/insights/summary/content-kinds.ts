import { months } from '../../language/calendar-words.ts';
import { objects } from '../../language/dialogue-acts.ts';
import { normalise } from '../../language/normalise.ts';

/** What a statement contributes to a summary. */
export type StatementKind = 'purpose' | 'amount' | 'date' | 'limit' | 'objection' | 'decision';

const anyOf = (...alternatives: string[]) => new RegExp(`\\b(?:${alternatives.join('|')})`);

/** "I'm calling because", "the goal of this meeting", "quick one on the renewal". */
const purpose = anyOf(
  String.raw`(?:i(?:'m| am)|we(?:'re| are)) (?:calling|writing|here|ringing|meeting)\b`,
  String.raw`(?:i|we)(?:'d| would| just)? (?:like|want(?:ed)?|hoped?|need(?:ed)?) (?:to|you to) (?:\w+ )?(?:talk|speak|discuss|understand|go (?:over|through)|look|hear|learn|review|cover|decide|sort|find|agree|plan|see|get|settle|catch up|walk)\b`,
  String.raw`(?:reasons?|purpose|point|goal|aim|objective|agenda|topic|idea) (?:why|(?:of|for|behind) (?:today|this|our|the (?:call|meeting|session|day|interview))|today is|is (?:to|that we))`,
  String.raw`(?:this|the|today's|our) (?:meeting|call|session|conversation|interview|review) (?:is|was) (?:about|to|for|on)\b`,
  String.raw`this is (?:a|the|our|just a) (?:\w+ )?(?:first|initial|quick|short|kick-?off|weekly|follow-?up|call|meeting|conversation|review|interview)\b`,
  String.raw`i was hoping (?:to|we)\b|(?:quick|short) (?:one|round|call|question|update|word|chat|sync)\b`,
  String.raw`we (?:have|need|are here|wanted|ought) to (?:decide|talk|discuss|sort|agree|settle|fix|plan|figure|choose)\b`,
  String.raw`let's (?:talk about|discuss|go (?:over|through)|look at|review|start with|walk through|do the)\b`,
  String.raw`(?:you|they|he|she) (?:filled in|wrote|asked (?:for|us|me|about)|contacted|reached out|got in touch|requested|signed up|mentioned)\b`,
  String.raw`(?:calling|ringing|call|here|in touch|wanted to talk|meeting) (?:about|because|regarding|to)\b`,
  String.raw`(?:is|are|went|been) (?:down|broken|offline|not working)\b|(?:isn't|doesn't|won't|stopped) (?:work|load|start|open)`,
  String.raw`(?:i|we)(?:'re| are|'m| am|'ve| have)? (?:going to|want to|would like to|decided to) (?:cancel|leave|stop|renew|buy|hire|switch)\b`,
);

const numeral = String.raw`(?:\d[\d.,]*|(?:a )?(?:hundred|thousand|dozen|million|billion)|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half an?|a (?:quarter|third|fifth))`;
const unit = String.raw`(?:%|percent|per cent|euros?|dollars?|pounds?|francs?|bucks|cents|k\b|grand|hundred|thousand|million|billion|hours?|minutes?|milliseconds|seconds|days?|weeks?|months?|quarters?|years?|seats?|people|users?|licen[cs]es|customers|clients|patients|employees|terabytes|gigabytes|square|pieces|orders|a (?:seat|piece|month|year|week|day|head|user))`;
const amount = new RegExp(
  String.raw`[$€£]\s?\d|\d+(?:[.,]\d+)?\s?(?:%|k\b|m\b|€|£)|\b${numeral}(?:[ -](?:and[ -])?(?:a[ -])?\w+){0,2}[ -]${unit}|\b(?:around|about|roughly|only|almost|nearly|over|up to|at|to|of|for) (?:a )?${numeral}\b(?! (?:of|or two))|\b(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) (?:one|two|three|four|five|six|seven|eight|nine)\b|\b\d{2,}\b|\b${numeral} (?:hundred|thousand|percent)`,
);

const date = new RegExp(
  String.raw`\b(?:(?:${months}) (?:\d|\w+(?:th|st|nd|rd)\b)|(?:by|in|until|before|since|from|of|on) (?:early |mid-?|late |the end of )?(?:${months})\b|the (?:\d{1,2}(?:st|nd|rd|th)?|(?:twenty |thirty )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|\w+teenth|tenth|eleventh|twelfth|twentieth|thirtieth)(?: of|[.,!?]|$| because| and| then| to)|(?:by|before|until|on|next|this) (?:mon|tues|wednes|thurs|fri|satur|sun)day|notice period|deadline|go(?:es|ing)? live|ship on|\d{1,2}[./]\d{1,2}[./])`,
);

/** "at most", "the budget is", "it has to". */
const limit = anyOf(
  String.raw`at (?:most|least)|no more than|max(?:imum)?|minimum|budget|deadline|cap(?:ped)? at|ceiling|limit|less than|the (?:earliest|latest)`,
  String.raw`(?:it|we|i|they|that|there|everything|anything|he|she|which|and) (?:needs?|has|have|must|would need) (?:to |be |sync|an? )`,
  String.raw`must(?: not)?|only if|only (?:after|when|once|works? (?:if|with))|required?|requirement|condition|won't (?:let|accept|allow|sign|approve)`,
  String.raw`(?:wouldn't|can't|won't) \w+ (?:for|above|below|over|under|before|without|more|less)|until (?:the|end)|within \w+ `,
  String.raw`by the (?:end|\w+(?:th|st|nd|rd))|(?:we|i)(?:'d| would)? need |ends? at|anything above|two things|sign off|set aside`,
);

/** "The printer failed twice", "we lost nine hundred": a difficulty that is no objection to a proposal. */
const difficulty = anyOf(
  String.raw`unhappy|unacceptable|out of the question|deal ?-?breaker|not until|problem|trouble|(?:main|biggest|only|real|one|the) issue`,
  String.raw`(?:can't|cannot|couldn't|won't) (?:\w+ )?(?:absorb|accept|test|live|do|pay|wait|sign|ship|commit|talk|use|go|work|make|get|let|come|happen|fly)`,
  String.raw`(?:doesn't|didn't|don't|did not|does not) (?:\w+ )?(?:work|help|fit|trust|like|scale|support|turn up|think (?:we|it|that))`,
  String.raw`awful|terrible|painful|a pain|a nightmare|mess(?:y)?\b|hate[sd]?\b|frustrat|disappoint|annoy|rather (?:not|move|wait|keep|have)`,
  String.raw`block(?:ed|er)|bottleneck|stuck|broken|bugs?\b|error|outage|incident|complain|churn|risk(?:y|s)?\b|fail(?:ed|s|ing)?\b|missed|missing|refused|push ?back|cancel`,
  String.raw`(?:is|that's|would be|be) (?:\w+ )?(?:hard|tight|tough|a stretch)\b|sceptical|skeptical|reluctant|pricey|percent less|weak(?:ness| point)`,
  String.raw`more than (?:i|we) (?:had|have|wanted|expected|planned|can|pay)|(?:offered|offers|quotes) (?:us|me)|nobody (?:told|came|noticed|called|asked|replied|answered)`,
  String.raw`los(?:t|e|es|ing) (?:the |a |some|roughly|about|us |our |customers|orders|money|\w+ (?:hundred|thousand))`,
);

const decision = anyOf(
  String.raw`(?:let's|we(?:'ll| will| can| should)?|i(?:'ll| will)?|so we) (?:just |then |all )?(?:go (?:with|for|ahead)|take (?:that|it|the)|start with|begin with|drop|move (?:it|the|to|ahead|forward)|stick (?:with|to)|settle|postpone|cancel|do (?:that|it|two|three|the)|make it|say (?!that))`,
  String.raw`agreed\b|deal\b(?! ?breaker)|(?:we|i|they)(?:'ve| have)?(?: all)? (?:decided|agreed|chosen|picked|approved|signed|settled)|decision (?:is|was)`,
  String.raw`that's (?:a deal|agreed|settled|decided|the plan)|so (?:the|our) (?:plan|decision) is|it is(?:,? then)?[.!]*$|final(?:ly)? (?:decision|decided)`,
  String.raw`(?:is|are|been|gets?|was) (?:approved|agreed|settled|decided|confirmed|signed off|accepted|switched)|(?:we|i) accept`,
  String.raw`(?:i|we)(?:'ve| have) just (?:switched|changed|turned|set|moved)|then (?:we|let's|i'd say)\b`,
);
/** "Fine, four percent", "okay, forty five days then". */
const concession =
  /^(?:fine|okay|ok|good|deal|all ?right|alright|agreed|done)[,.]? (?!but|so |and |what|how|when|let me)/;
const apology = /\b(?:apologi[sz]e|i(?:'m| am) (?:so |very |really )?sorry)\b/;
const challenge = /\bwhy (?:would|should|is|are|does|do|did) (?!you (?:want|look|leave|think))/;

/** "Why would yours be any different?" */
export const isChallenge = (text: string) => challenge.test(normalise(text));

/** Without `purpose`, which also depends on the position. */
export function kindsOf(text: string): Set<StatementKind> {
  const normalised = normalise(text);
  const kinds = new Set<StatementKind>();
  if (amount.test(normalised)) kinds.add('amount');
  if (date.test(normalised)) kinds.add('date');
  if (limit.test(normalised)) kinds.add('limit');
  if ((objects(normalised) || difficulty.test(normalised)) && !apology.test(normalised)) kinds.add('objection');
  const concedes = concession.test(normalised) && (kinds.has('amount') || kinds.has('date'));
  if (decision.test(normalised) || concedes) kinds.add('decision');
  return kinds;
}

export const statesPurpose = (text: string) => purpose.test(normalise(text));
