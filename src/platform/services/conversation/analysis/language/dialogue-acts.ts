import { joinLines, matches } from './normalise.ts';

/**
 * Patterns of sentences that accept, decline or reject the previous sentence. Action items and call scores share these
 * patterns. All functions expect text from `normalise`.
 */

const opener = String.raw`(?:(?:oh|ah|well|hm+|and|but|so|then|yes|yeah|yep|sure|okay|ok|right|good|great|that's|that is),? )*`;
const assent = joinLines(String.raw`
  (?:of )?course|sure|absolutely|no problem|understood|will do|please do|gladly|done|happy to|yes|yeah|yep|yup|okay|ok|certainly|definitely|all ?right|right|mm|no worries|
  not (?:a problem|at all)|of course not|correct|i (?:can|could)(?=[.,!]|$| (?:try|do (?:that|it))\b)|easy|got it|go ahead|put me down|please|will|with pleasure|great|perfect|lovely|brilliant|excellent|wonderful`);
const approval = joinLines(String.raw`
  agreed|deal|fine|works|good (?:idea|point)|acceptable|fair (?:enough|point)|makes sense|do that|let's do|sounds \w+|good(?=,? (?:so|let's) )|(?:that|it)(?:'d| would| will|'ll) (?:be|help|work|suit)|
  that (?:sounds|works|helps|suits|makes sense)|works for (?:me|us)|(?:i|we)(?:'ll take (?:that|it)| can live with|'m fine with|'re fine with|'d go with)|we have a deal|from my side too|on it|consider it done|i(?:'ll| will| shall)(?: (?:do|try|see to|take care of|handle))?`);

/** "Tuesday works." */
const acceptedTime = String.raw`(?:\S+ ){0,3}\S+(?: (?:works|is (?:fine|good|perfect|easy)|suits)|'s (?:fine|good|great|perfect|okay|ok))\b`;

/** "Okay", "no problem", "that works for us". */
export const accepts = matches(String.raw`
  ^(?:${opener}(?:${assent}|${approval})\b|${acceptedTime}|(?:oh,? )?would you\b|
  (?:my|our) \w+(?: \w+)?(?:'ll| can| will) \w|(?:they|it|he|she)(?:'ll| will) be \w+ed\b)`);

/** "No, please don't", "hold off on that", "that won't be necessary", "let's not", as the answer to a promise or offer. */
export const declines = matches(String.raw`
  ^(?:(?:oh|ah|well|okay|ok|hm|actually|thanks|thank you|sorry|hey|um)[,.]? )*(?:(?:no|nah|nope)\b(?! (?:problem|worries|bother|rush|hurry|pressure|objections?|doubt|wonder|one|need to (?:apologi|thank|worry))|,? (?:that|this|it)(?:'s|'d| is| would be) (?:\w+ )?(?:great|fine|good|perfect|ok|okay|lovely|helpful|all right|alright)|,? (?:please do|sounds|thanks?|thank you|go ahead|absolutely|of course|sure))|
  rather not|better not|let's not|let's leave (?:it|that)\b(?! (?:at|in|on|with|to)\b)|you needn't(?=[.,!]|$)|save yourself the|i (?:already|'ve already)? ?(?:have|got) (?:it|that|one|them)(?: already)?(?=[.,!]|$)|
  (?:i|we) (?:won't|don't|no longer) need (?:it|that|them|one)\b|not (?:yet|now|necessary|needed)|(?:please )?(?:wait|hold (?:on|off)|leave (?:it|that|them)(?! (?:to|with) me)|forget (?:it|that|about it)|skip (?:it|that)|never mind)\b|
  (?:you )?(?:don't|do not) (?:bother|do (?:that|it)|need to|have to|worry about (?:it|that))\b|(?:please,? )?don't(?=[.,!?]|$| (?:i'm|i've|we|he|she|they|that's|tomorrow|today|then|yet)\b)|i(?:'d| would) (?:rather|prefer) (?:you didn't|not)|give (?:me|us) (?:one|a|two) (?:day|week|month)s? first)|
  \b(?:won't be (?:necessary|needed)|isn't necessary|not necessary|no need\b|please don't(?=[.,!]|$| i'm\b)|[,;] (?:just )?leave it\b|we dropped (?:that|it)|(?:don't|do not) bother|hold off on|(?:no|not) \w+ \w+,? please|better not to|thanks, but)\b`);

/** "That's okay, I have one", as the answer to an offer. */
export const declinesOffer = matches(
  String.raw`^(?:(?:oh|no|ah|thanks),? )*(?:that's|it's|i'm|we're) (?:okay|ok|fine|good|all right|alright)(?=[.,!]|$)`,
);

/** "That's ridiculous", "cancel my account", "we've signed with somebody else". */
export const rejects = matches(String.raw`
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
  (?:signed|gone|going|go|went|switch\w*|mov(?:ed|ing)) (?:with|to|over to) (?:an?other|the other|a competitor|some(?:one|body) else))\b`);
