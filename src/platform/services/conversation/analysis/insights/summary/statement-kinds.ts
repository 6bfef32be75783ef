import { normalise } from '../../language/normalise.ts';

/** What a statement contributes to a summary. */
export type StatementKind = 'purpose' | 'amount' | 'date' | 'limit' | 'objection' | 'decision';

const join = (...alternatives: string[]) => new RegExp(`\\b(?:${alternatives.join('|')})`);

/** "I'm calling because", "the goal of this meeting", "quick one on the renewal". */
const purpose = join(
  String.raw`(?:i(?:'m| am)|we(?:'re| are)) (?:calling|writing|here|ringing|meeting)\b`,
  String.raw`(?:i|we)(?:'d| would| just)? (?:like|want(?:ed)?|hoped?|need(?:ed)?) (?:to|you to) (?:\w+ )?(?:talk|speak|discuss|understand|go (?:over|through)|look|hear|learn|review|cover|decide|sort|find|agree|plan|see|get|settle|catch up|walk)\b`,
  String.raw`i was hoping (?:to|we)\b`,
  String.raw`(?:reasons?|purpose|point|goal|aim|objective|agenda|topic|idea) (?:why|(?:of|for|behind) (?:today|this|our|the (?:call|meeting|session|day|interview))|today is|is (?:to|that we))`,
  String.raw`(?:this|the|today's|our) (?:meeting|call|session|conversation|interview|review) (?:is|was) (?:about|to|for|on)\b`,
  String.raw`this is (?:a|the|our|just a) (?:\w+ )?(?:first|initial|quick|short|kick-?off|weekly|follow-?up|call|meeting|conversation|review|interview)\b`,
  String.raw`(?:quick|short) (?:one|round|call|question|update|word|chat|sync)\b`,
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

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const date = new RegExp(
  String.raw`\b(?:(?:${months}) (?:\d|\w+(?:th|st|nd|rd)\b)|(?:by|in|until|before|since|from|of|on) (?:early |mid-?|late |the end of )?(?:${months})\b|the (?:\d{1,2}(?:st|nd|rd|th)?|(?:twenty |thirty )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|\w+teenth|tenth|eleventh|twelfth|twentieth|thirtieth)(?: of|[.,!?]|$| because| and| then| to)|(?:by|before|until|on|next|this) (?:mon|tues|wednes|thurs|fri|satur|sun)day|notice period|deadline|go(?:es|ing)? live|ship on|\d{1,2}[./]\d{1,2}[./])`,
);

/** "at most", "the budget is", "it has to". */
const limit = join(
  'at (?:most|least)',
  'no more than',
  'max(?:imum)?',
  'minimum',
  String.raw`budget`,
  'deadline',
  'cap(?:ped)? at',
  'ceiling',
  'limit',
  String.raw`(?:it|we|i|they|that|there|everything|anything|he|she|which|and) (?:needs?|has|have|must|would need) (?:to |be |sync|an? )`,
  'must(?: not)?',
  'only if',
  'only (?:after|when|once|works? (?:if|with))',
  'required?',
  'requirement',
  'condition',
  "won't (?:let|accept|allow|sign|approve)",
  "(?:wouldn't|can't|won't) \\w+ (?:for|above|below|over|under|before|without|more|less)",
  'less than',
  'the earliest',
  'the latest',
  'until (?:the|end)',
  'within \\w+ ',
  'by the (?:end|\\w+(?:th|st|nd|rd))',
  "(?:we|i)(?:'d| would)? need ",
  'ends? at',
  'anything above',
  'two things',
  'sign off',
  'set aside',
);

const objection = join(
  'not (?:\\w+ )?(?:happy|acceptable|workable|good enough|okay|ok|great|realistic|keen|sure|convinced|ready|comfortable|enough|paying|possible|an option|what we)',
  "isn't (?:\\w+ )?(?:acceptable|workable|good enough|okay|keen|enough|possible|an option|great)",
  "(?:isn't|aren't|wasn't) (?:\\w+ )?(?:happy|keen|convinced|working)",
  'unhappy',
  'unacceptable',
  'concern(?:s|ed)?\\b',
  'worr(?:y|ies|ied)',
  'nervous',
  'problem',
  'trouble',
  '(?:main|biggest|only|real|one|the) issue',
  'too (?:expensive|long|high|much|late|slow|hard|risky|big|small|short|tight|complicated|many|early|few)',
  'out of the question',
  'deal ?-?breaker',
  "(?:can't|cannot|couldn't) (?:\\w+ )?(?:absorb|afford|test|live|accept|do|pay|wait|justify|sign|ship|see|commit|talk|use|go|work|make|get)",
  "won't (?:\\w+ )?(?:accept|work|pay|sign|let|come|do|happen|fly)",
  'not until',
  'awful|terrible|painful|a pain|a nightmare|mess(?:y)?\\b',
  'hate[sd]?\\b',
  'frustrat|disappoint|annoy',
  'blocked|blocker|bottleneck|stuck',
  'risk(?:y|s)?\\b',
  'hesita|afraid|doubt|sceptical|skeptical|reluctant',
  'expensive|pricey',
  'more than (?:i|we) (?:had|have|wanted|expected|planned|can|pay)',
  '(?:quoted|offered|offers|quotes) (?:us|me)',
  'cheaper|percent less|competitor',
  'outage|incident',
  'complain',
  'why (?:would|should) (?:we|i|yours|that|it)',
  'nobody (?:told|came|noticed|called|asked|replied|answered)',
  "(?:didn't|doesn't|don't|did not|does not) (?:\\w+ )?(?:work|help|fit|trust|like|have (?:the|enough|time)|scale|support|turn up|think (?:we|it|that))",
  'fail(?:ed|s|ing)?\\b',
  'missed|missing',
  'los(?:t|e|es|ing) (?:the |a |some|roughly|about|us |our |customers|orders|money|\\w+ (?:hundred|thousand))',
  'churn',
  'downside|drawback|weak(?:ness| point)',
  "(?:is|that's|would be|be) (?:\\w+ )?(?:hard|tight|difficult|tough|a stretch)\\b",
  'rather (?:not|move|wait|keep|have)',
  'broken|bugs?\\b|error',
  "i'm not (?:paying|going)",
  'they refused|pushback|push back',
  'cancel',
);

/** "Let's go with", "agreed", "it is then". */
const decision = join(
  String.raw`(?:let's|we(?:'ll| will| can| should)?|i(?:'ll| will)?|so we) (?:just |then |all )?(?:go (?:with|for|ahead)|take (?:that|it|the)|start with|begin with|drop|move (?:it|the|to|ahead|forward)|stick (?:with|to)|settle|postpone|cancel|do (?:that|it|two|three|the)|make it|say (?!that))`,
  'agreed\\b',
  'deal\\b(?! ?breaker)',
  "(?:we|i|they)(?:'ve| have)?(?: all)? (?:decided|agreed|chosen|picked|approved|signed|settled)",
  'decision (?:is|was)',
  "that's (?:a deal|agreed|settled|decided|the plan)",
  'so (?:the|our) (?:plan|decision) is',
  'it is(?:,? then)?[.!]*$',
  'final(?:ly)? (?:decision|decided)',
  '(?:is|are|been|gets?|was) (?:approved|agreed|settled|decided|confirmed|signed off|accepted|switched)',
  '(?:we|i) accept',
  "(?:i|we)(?:'ve| have) just (?:switched|changed|turned|set|moved)",
  "then (?:we|let's|i'd say)\\b",
);
/** "Fine, four percent", "okay, forty five days then". */
const concession =
  /^(?:fine|okay|ok|good|deal|all ?right|alright|agreed|done)[,.]? (?!but|so |and |what|how|when|let me)/;
const apology = /\b(?:apologi[sz]e|i(?:'m| am) (?:so |very |really )?sorry)\b/;
const challenge = /\bwhy (?:would|should|is|are|does|do|did) (?!you (?:want|look|leave|think))/;

/** Accepts the previous speaker's proposal. */
const acceptance =
  /^(?:(?:okay|ok|oh|yes|yeah|well|right|hmm),? )*(?:agreed|deal\b|fine\b|good\b|perfect|sounds (?:good|sensible|fair|great|reasonable|fine)|that (?:sounds|works|would work|suits)|(?:that's |that is )?(?:fine|fair enough|okay|good|perfect|reasonable|acceptable|great)\b|works for (?:me|us)|let's do (?:that|it)|i'll take (?:that|it)|i can live with|we can live with|do that|it would|okay\b|yes\b|sure\b|done\b|same here|from my side too|i'm fine with|we're fine with|i'd go with)/;
const partialAcceptance = /\b(?:but|however|only if|unless|not|can't|hmm)\b/;
/** "What about five percent", "I can do four", "we could run a pilot". */
const proposal =
  /\b(?:what about|how about|i can (?!see|hear|imagine|tell|understand|only)|we can|i could|we could|let's|shall we|should we|i'd (?:suggest|propose)|i (?:suggest|propose)|why don't we|would you (?:take|accept|be okay)|if you (?:commit|sign|take|send|order)|next step would be|maybe we)\b/;

/** "Why would yours be any different?" */
export const isChallenge = (text: string) => challenge.test(normalise(text));
export const isProposal = (text: string) => proposal.test(normalise(text));
export const isAcceptance = (text: string) => {
  const plain = normalise(text);
  return acceptance.test(plain) && !partialAcceptance.test(plain);
};

/** Without `purpose`, which also depends on the position. */
export function kindsOf(text: string): Set<StatementKind> {
  const plain = normalise(text);
  const kinds = new Set<StatementKind>();
  if (amount.test(plain)) kinds.add('amount');
  if (date.test(plain)) kinds.add('date');
  if (limit.test(plain)) kinds.add('limit');
  if (objection.test(plain) && !apology.test(plain)) kinds.add('objection');
  const concedes = concession.test(plain) && (kinds.has('amount') || kinds.has('date'));
  if (decision.test(plain) || concedes) kinds.add('decision');
  return kinds;
}

export const statesPurpose = (text: string) => purpose.test(normalise(text));
