import { matches } from '../../../language/normalise.ts';

// All patterns expect text from `normalise`, with digits.

const small = 'two|three|four|five|six|seven|eight|nine';
const spoken = String.raw`one|${small}|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety`;

/** "One eighty-four" may mean 1.84 or 184. */
const spokenPrice = new RegExp(
  String.raw`\b(?:${spoken}) (?:ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|five|six|nine)(?:[ -](?:one|${small}))?\b`,
);
export const hasSpokenPrice = (text: string) => spokenPrice.test(text);
/** "Four percent", "six stations". */
const isCounted = matches(String.raw`\b(?:${small}|half|third|quarter|fifth) (?:percent|of|\w+ly|\w+s)\b`);
export const hasFigure = (text: string) => /\d/.test(text) || hasSpokenPrice(text) || isCounted(text);
export const hasNumber = matches(String.raw`\d|\b(?:${spoken}|half|third|quarter|fifth|twice)\b(?<!\bone)`);
/** The numbers of a text as they are written. */
export const numbersIn = (text: string) => [
  ...(text.match(/\d[\d.,]*\d|\d/g) ?? []),
  ...(spokenPrice.exec(text)?.slice(0, 1) ?? []),
];

export const isAboutMoney = matches(String.raw`
  \b(?:pounds?|euros?|dollars?|francs?|cents?|percent|cost(?:s|ed)?|prices?|pay(?:s|ing)?|paid|fees?|budget|fine|invoice|salary|bonus|rent|charge|per|
  (?:a|each|every) (?:month|year|week|day|hour|seat|kilo|word|head|piece|unit|time)|lost|lose|raise|credit|off|total|altogether|turnover|commission|discount|
  set aside)\b|[%$€£]`);
export const isTimeOfDay = matches(String.raw`
  \b(?:half past|quarter (?:past|to)|o'clock|(?:at|by|until|till|before|after) (?:one|${small}|ten|eleven|twelve|1[0-2])\b(?! \w)|morning|evening|noon)\b`);
export const isApproximate = matches(String.raw`
  \b(?:about|around|roughly|nearly|almost|up to|at least|at most|on average|maximum|more than|under|over) (?:an? )?(?:\d|half|third)`);
export const isNegative = matches(
  String.raw`\b(?:not|no|never|nobody|nothing|none|cannot|\w+n't|without|nor|hardly)\b`,
);

/** "They don't read them", "two years is long", "a quote from Brno", which `objects` does not find. */
export const hasReservation = matches(String.raw`
  \b(?:(?:do|does|did|wo|has|have|is|are|was|were|ca|could|would)n't (?:\w+ )?(?:have|got|use|read|want|know (?:yet )?(?:whether|if)|like|allowed|work|reach|reached|explained|make|come|fit|
  accept|get|replace|take)|(?:not|never) (?:\w+ )?(?:allowed|comfortable|read|used|came|called|rang|once)|(?:is|are|was|sounds?) (?:quite |very |so |a bit |rather )?(?:long|short|hard|
  steep|cold|late|slow|ruined|dead)\b|red line|nothing left|no use|(?:a|second|another|better|other) (?:quote|offer|supplier|house|people|crowd|lot)\b|they're at|annoy|frighten|
  angry|cross about|\w+ times (?:since|last|this)|liable|ruined|wrong|(?:made|make) us wait|waited|weeks? late|cut off|blank|what if|every (?:second|other|week)|afraid (?:that|of|it)|(?:i|we) (?:can't|cannot)(?! (?:wait|tell|say|see|hear|imagine|complain|remember|believe|promise)\b) \w+)`);
/** "Is that all right?", after a proposal. */
export const asksConsent = matches(
  String.raw`^(?:is|would|does|will) (?:that|it|this) (?:be )?(?:all right|alright|okay|ok|fine|work|suit)|^(?:everyone|anyone) (?:okay|against)`,
);
/** "You don't have to worry", "no problem". */
export const reassures = matches(String.raw`(?:n't|not|no) (?:\w+ ){0,2}(?:worry|worries|problem|trouble|risk|issue)`);
/** "Second worry", before the worry itself. */
export const announcesConcern = matches(String.raw`
  ^(?:(?:my|the|a|and|i have a|i've got a|here's my|one|that's my) )?(?:first|second|other|main|last|next|only|one)? ?(?:worry|worries|concern|problem|thing|question|point)(?: or two)?(?: is)?$`);
/** How the other side takes up an objection. */
export const respondsToConcern = matches(String.raw`
  ^(?:(?:okay|ok|oh|hm|well|right|yes),? )*(?:i (?:understand|see|know|hear|can imagine|apologi|appreciate|thought)|i'm sorry|sorry|that's fair|fair|you're right|right|understood|ouch|
  oh dear|oh no|that's not|what would|how likely|then |but |and if|what if|absolutely|who |hm|no\b)`);

/** "Let's start with Leeds", "we move the release", "we've signed with Postbird". */
export const decides = matches(String.raw`
  \b(?:let's (?:go|start|begin|say|do|take|drop|keep|leave|move|make it|stick)|(?:we|so we|then we)(?:'ll| will| can)? (?:just )?(?:move|drop|go (?:for|with|back)|leave(?! (?:that|it|them)\b)|take|start with|
  postpone|cancel|stick|settle|put it)|(?:that's|is|are|it's|was) (?:agreed|settled|decided|approved|confirmed|a deal)|we have a deal|(?:we|i|they)(?:'ve| have)(?: already| just)? (?:signed|
  decided|agreed|chosen|approved|switched)|i (?:can|could) live with|i'll take that|it is(?:,? then)?[.!]*$|stays? (?:at|as|off)|full stop|goes to the next|let me say it back|to sum up)\b|
  ^(?:agreed|done|fine|okay|deal)[.,] (?!but|so|and|what|how)`);
export const isSettling = matches(String.raw`
  \b(?:agreed|deal|done|settled|decided|that's it|let's|we'll|go with|then (?:we|it|it's|the)|stays?|goes to|only the|in that case|so that's)\b`);
export const opensAgreement = matches(String.raw`^(?:agreed|okay|fine|good|then|so|let's|with|yes)\b`);
/** "I like that", "the north first", in addition to what `acceptsWithoutReservation` finds. */
export const acceptsOffer = matches(String.raw`
  ^(?:(?:okay|ok|oh|yes|yeah|well|right|hmm|hm),? )*(?:i like|i could (?:live|sleep)|that (?:i can|would settle|makes sense)|i'd like|good\b|that's it|then we have|only the|\w+ (?:first|it is)|
  yes,? (?:please|let's|that))`);
/** "One eighty-four. Done." */
export const closesDeal = matches(
  String.raw`\b(?:done|deal|agreed|settled)[.,!]|\b(?:we have|it's|that's) a deal\b|^(?:yes,? )?that's it\b`,
);
/** "I'll send it", "shall I call": left to the action items. */
export const isOwnPromise = matches(String.raw`
  ^(?:(?:then|and|so|okay|meanwhile|if it helps),? )*(?:i(?:'ll| will| can| could| might| may)\b|shall i|should i|let me|i'm (?:sending|going to|putting|taking|booking))`);

/** "We're", "it doesn't". */
export const hasContraction = matches(String.raw`\w'(?:s|re|m|ve|ll|d)\b|n't\b`);

/** What cannot begin or end a clause that is quoted alone. */
export const isDangling = matches(String.raw`
  ^(?:its?|that|this|they|them|he|she|those|these|which|who|him|her|one(?! (?:thing|concern|point|of|hundred|in|\w+s|\w+ty)\b)|both|neither|none|not|true|correct|exactly|probably|like|either|
  more|less|fewer|mostly|there(?! (?:is|are|was|were)|'s))(?![\w-])`);
export const isOpenEnded = matches(String.raw`
  \b(?:the|a|an|my|your|our|their|of|to|for|with|from|on|at|in|by|than|if|and|or|but|because|is|are|was|were|it's|that's|i|we|they|he|she|about|as|when|what|how|there's|very|
  quite|not|whether|goes|says)$`);
export const isSubordinate = matches(
  String.raw`^(?:if|when|unless|although|until|before|after|as|whether|how(?! about)|what(?! about)|where|who|why|to|than|or|like|while)\b`,
);
/** "It's two hundred", "they pay two euros". */
export const isCopular = matches(
  String.raw`^(?:it|that|this|these|they)(?:'(?:s|re)|s(?= \d| an? | about | like )| is| are| was| were| stays?| costs?| takes?| pays?| would be| depends)\b`,
);
