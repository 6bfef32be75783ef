import { datedDeliveries, deliveries } from './delivery-patterns.ts';
import { joinLines } from '../language/normalise.ts';
import { deadlinePattern } from '../language/time-patterns.ts';
import { adverbs, task } from './task-patterns.ts';

/** "I'll", "I promise to". */
const shortFuture = String.raw`\bi(?:'ll| will| shall| promise to)`;
/** "I'll", "I promise to", "I'm going to". */
const future = String.raw`(?:${shortFuture}|\bi(?:'m| am) (?:gonna|going to))`;

/** Announcements about the call, opinions and figures of speech: never promises, even with a deadline. */
const notPromised = joinLines(String.raw`
  (?:be (?!\w+ing\b)|say|listen|admit|never|not|see(?! (?:if|whether|to it|about|what i can)\b)|believe|think|know|need|want|ha(?:ve |f)(?:to|ta|more)|
  miss|love|like|hate|assume|guess|bet|pretend|regret|remember|forget|wonder|agree|disagree|understand|notice|hear|feel|die|live|learn|lose|win|
  explain|repeat|continue|proceed|come (?:back )?to (?:that|this|it)|take (?:it|that|this)(?: one)? (?:under advisement|from)|(?:speak|talk) (?:more|slower|slowly|up|louder)|try to (?:speak|be|keep|talk)|skip|move on|jump|speculate|defer|yield|argue|suggest|propose|mention|sleep|take (?:my|your|their) chances|
  conclude|summari[sz]e|describe|demonstrate|sit (?!down with|with)|stand|hope|suppose|accept|appreciate|support|vote|
  note|state|recap|outline|commit|allow|spoil|pivot|change gears|cue|pull up|remind (?:you|the|members|everyone)|confirm that|i|we|you|the|an?|ask the (?:\w+ )?(?:minister|member)|
  walk (?:you|us|the floor)|put it (?:this|that|like|in (?:a|an)other|simply|bluntly|differently|mildly)|cross that|be (?:able|splitting|sharing my|honest|presenting|chairing|treating)|catch|just pay|
  find out on|tell you (?:straight|right|now)|\w+ the kettle|come with my|
  let \S+ (?:\w+ )?(?:go|speak|continue|finish|answer|talk|wrap)|take (?:that|it) as|share my (?:screen|desktop|slides|view)|split my|work (?:hard|as|across)|
  come back to (?:the|that|this|it)|take (?:this|the|a|an|another) (?:opportunity|moment|minute|second|break|guess)|get going|
  (?:ask|give|pose|put|take|get|try) (?:\S+ ){0,8}(?:overview|example|floor|seconds|quote|opportunity|chance)|
  (?:ask|give|pose|put|take|get|try) (?:(?:you|us|him|her|them|a|an|one|another|some|any|your|his|more|few|couple|of|very|quick|brief|short|last|first|the|to|my|same|follow-up|simple|simpler|yes-or-no) ){0,5}
  question(?! (?:back|to|away)))\b`);

/** Verbs that often refer to the call or the next minutes, so they are promises only with a deadline or if the other side confirms. */
const ambiguous = String.raw`(?:be|try|show|share|tell you|give(?! (?:you|him|her|them) (?:their|his|her) )|ask (?:\w+ )?(?:you|an?|one|another|this|that|some|more)|pass|go(?! over| through| after| back to .{1,40}\b(?:and|with)\b)|keep(?! an eye| you posted| chasing)|get (?:in|to|into|started|on to|an?\b)|do (?:it|something|anything|my best)|look at (?:it|this|that)|let|make (?:it|this)|find (?:it|this|that)|load(?!.{1,40}\binto\b)|draw|clear|pause|read|hold|leave|watch|return|switch|save|turn|stop|start|begin|answer|wait|end|stay|hand|see)\b`;
/** "I'll stop there", "I'll hand over to Ann": not even then. */
const handsOver = String.raw`(?:(?:pause|hold|leave|stop|start|begin|end|wait|stay)(?: \w+)?(?: (?:there|here|at that|on that note|by|with|off|talking|sharing|for (?:a|one|you|questions)|on the line)\b|[.,!]|$)|answer (?:that|this|your)|hand (?:it |this )?(?:over|back)|turn (?:it |now |back |over |to )|return to|wait\b|read (?:out|you|from|aloud))`;

/** Words before "I'll" that make it a quotation, a condition or an opinion. */
const notAsserted = new RegExp(
  joinLines(String.raw`
  \b(?:(?:said|told|says|(?<!let's )say|saying|promised|if|when(?:ever)?|what|how|(?<!\b(?:stay|wait|remain) )where|why|every time|unless|imagine|hope|hoping|
  suppose|can't see)(?: (?!(?:but|and|so)\b)\S+){0,6}[,:]?|(?<!assure .{0,40})that|(?:goes|went|(?:was|were|is) like|wrote|writes|texted|replied|answered)[,:]) ?$`),
);
/** "I'll send …" */
const taskPromise = new RegExp(`${future} (?!${adverbs}${notPromised})${task}`, 'g');
/** Any verb except `notPromised`, in a sentence with a deadline: "I'll have a word with them tomorrow." */
const deadlinePromise = new RegExp(`${future} (?!${adverbs}(?:${notPromised}|${handsOver}))${adverbs}\\S+`, 'g');
/** "I'll just …" announces something that is done immediately. */
const otherPromise = new RegExp(
  `${shortFuture} (?!${adverbs}(?:${notPromised}|${ambiguous}|just\\b))${adverbs}(?=\\S+ \\S)`,
  'g',
);
/** "I'll try the office and call you back" */
const coordinatedPromise = new RegExp(
  String.raw`${shortFuture} (?!${adverbs}${notPromised})${adverbs}(?!just\b)\S+ [^,.;]{1,60}\band (?:then )?${task}`,
  'g',
);
/** Any other verb, if the other side confirms: "I'll pause it. – Thanks." */
const confirmedPromise = new RegExp(
  `${future} (?!just\\b)(?!${adverbs}(?:${notPromised}|${handsOver}))${adverbs}(?!(?:be|try|show|go|get)\\b)\\S+ \\S`,
  'g',
);

/** "Let me get back to you", "let me check that with Ann", "let me see and come back to you". */
const letMe = new RegExp(
  joinLines(String.raw`\blet me (?:${adverbs}(?:send|forward|introduce|connect|dig up|get back|come back to you|follow up|(?:find|sort|work) (?:(?:it|that|this|them) )?out|
  check with|talk to|speak (?:to|with)|set up|put together|work out|arrange|write up|
  (?:check|confirm|verify|clarify|discuss|raise|clear|run|align) (?:\w+ ){1,4}(?:with|by|past) \w|
  (?:take|bring|run) (?:it|this|that|the \w+)(?: \w+){0,2} (?:to|by|past))\b|
  .{1,80}\b(?:and|then) (?:i'll )?(?:then )?(?:get back|come back|report back|circle back|let you know|call you|write to you|tell you)\b)`),
);
/** "We still owe you an answer." */
const debt =
  /\b(?:i|we) (?:still |also |do )*owe (?:you|him|her|them)(?! (?:one|an apology|a (?:coffee|beer|drink|lunch)|nothing)\b) \S+/;
/** "We'll refund …", "my assistant will let you know". */
const teamPromise = new RegExp(
  joinLines(String.raw`
  \b(?:we(?:'ll| will| shall)|my (?:team|office|assistant|colleague)(?:'ll| will| shall)) ${adverbs}(?:send|ship|refund|credit|
  replace|forward|get (?:you|back|it|that|this|them)|deliver (?:it|them|the)|invite|provide you|call you|write to you|approach|put you|
  let you know)\b`),
);
/** "I'll need to look into that", "I'd better ask her", "I've made a note to order two". */
const duty = new RegExp(
  String.raw`\b(?:i(?:'ll (?:need|have) to|(?:'ve| have) got to) ${task}|i(?:'ve made| have made|'m making) a note to \w+ \S|i'd better (?!be|go|get|run|let|stop|leave|head|start|not)\w+ \S)`,
);
/** "What I'll do is ask them." */
const announcedTask = /\bwhat i(?:'ll| will|'m going to) do is \w/;
/** "I'm on the hook for the slides", "leave it to me", "that's my job, I suppose", "the cake's mine". */
const ownership = new RegExp(
  joinLines(String.raw`\bi(?:'m| am) on the hook for\b|\bleave (?:it|that|this|them|the \w+) (?:to|with) (?:me|us)\b|\bcount on me (?:to|for)\b|\bi(?:'ll| will) see to it\b|
  ^(?:and |then |so )*that(?:'s| is) (?:my job|mine),? (?:then|i (?:suppose|guess|think|reckon))\b|
  ^(?:and |then |so )*the (?!(?:fault|mistake|error|pleasure|idea|choice|first|last|house|car|blame)\b)\w+(?: \w+)?(?:'s| is| are) mine(?=[.,!]|$)`),
);
/** "Then we'll do it." */
const teamAcceptance =
  /^(?:(?:then|okay|ok|fine|sure|right|in that case),? )*we(?:'ll| will) (?:do|handle|take|cover) (?:it|that|this|them|those)(?=[.,!]|$| (?:for|by|on|then|today|tomorrow)\b)/;
/** "That I can get you." */
const topicalised =
  /^(?:(?:yes|yeah|sure|okay|ok),? )?(?:that|those|this|these|it) (?:one )?(?:i|we) can (?:get|send|give|arrange|provide|share|sort)\b(?: (?:for )?you)?(?: out)?[.!]?$/;
/** "A week later, I promise." */
const assurance =
  /\b(?:later|before|then|earlier|days?|weeks?|hours?|morning|afternoon|evening|night),? i promise[.!]?$/;

/** Describe the present or a schedule, even with a day: "I'm looking at the page", "I'm seeing the dentist tomorrow". */
const notPlanned = String.raw`(?:go|do|hav|be|com|hop|think|look|wait|try|talk|see|say|feel|tell|show|shar|hear|assum|guess|wonder|read|us|work|liv|stay|expect|need|enjoy|lov|find|los|miss|learn|stand|sitt|watch|present|runn|leav|cover|giv|mak|meet|record|keep|ask)ing\b`;
/** "I'm sending it", "I'm ringing the office". */
const presentProgressive = new RegExp(
  joinLines(String.raw`\b(?:i(?:'m| am)|we(?:'re| are)(?= (?:send|shipp|order|bring|refund|replac|credit)ing)) ${adverbs}(?:(?:send|shipp|refund|replac|credit|e-?mail|forward|call|ask|book|order|rais|put|add|writ|schedul|arrang|
  request|escalat|introduc|set|fil|print|text|mov|bring|tak|ship|fix|finish)(?:t?ing)\b|
  (?!${notPlanned})\w+ing (?:it|that|this|them|those|you|him|her|the|an?|your|my|our|his|their|both|everyone)\b)`),
);
/** "I'm booking that for you", "I'm putting your offer on the table": an object and a recipient, without a deadline. */
const transfer = new RegExp(
  joinLines(String.raw`\bi(?:'m| am) ${adverbs}(?:(?:gett|send|book|pass|tak|mail|bring|forward|credit|order|refund|transferr)ing (?:\S+ ){1,8}(?:to|for|off) (?:you|them|him|her|our|your|the)\b|
  putting (?:you|your|his|her|their|(?:this|that|it)(?= (?:to|before))) (?:\w+ )?(?:forward|before|to|on)\b)(?!.{0,40}\b(?:chat|screen|hold|mute|now)\b)`),
);
/** "From that I make you a plan." */
const presentTransfer =
  /(?:^|[,;.] |\b(?:then|and|so|that|is),? )i (?:just |simply )?(?:e-?mail|get|make|bring|build|draw|write|send|mail|print|prepare|book) you (?:an?|the|one|some|my|our|your)\b/;
/** "Then I'm up there this afternoon." */
const presence =
  /(?:^|[,;.] )(?:then|so|okay),? i'm (?:(?:up|over|out|back|down|round) )?(?:there|with you|at your \w+|at yours)\b/;
/** "All right, we'll open with it on Thursday." */
const teamPlan =
  /^(?:all right|okay|ok|fine|good|sure|then|deal),? (?:then )?we(?:'ll| will) (?!be |see |have to|need)\w+/;
/** "Then I call them tomorrow." */
const presentTask = new RegExp(
  joinLines(String.raw`(?:^|[,;.] |\b(?:then|and|so|yes|okay),? )i (?:${task}|
  (?:get|bring|take|carry|drive|fetch|hand|deliver|finish|send|mail) [^,;]{0,80}\b(?:by|before) (?:the|noon|lunch|tomorrow|tonight|\w+day)\b)`),
);
/** "I need to renew it by Friday", "my plan is to ring them tomorrow". */
const intention = new RegExp(
  joinLines(
    String.raw`(?:\bi must|(?:\bi (?:intend|plan|mean|aim|need|have|ought|promised)|\bi(?:'ve| have) (?:got|promised)|\bi'm (?:supposed|due|meant)|\bmy plan is) to) (?!${adverbs}(?:${notPromised}|decide|go\b|get (?:in|to|into|back|home|off)\b|leave|catch|wait|work\b|pay\b|make sure))${adverbs}\w+ (?!by |before |until )\S`,
  ),
);
/** "Tomorrow I go over it with our lawyer." */
const presentPlan = new RegExp(
  joinLines(String.raw`\b(?:tomorrow|next (?:week|month)|(?:mon|tues|wednes|thurs|fri)day)(?: morning| afternoon| evening| at \w+)?,? i (?!(?:am|was|were|had|have|get|see|can|could|would|will|might|may|think|know|guess|hope|like|love|hate|feel|hear|hav|got|go to|went|said|told|\w+ed)\b)\w+ (?:\w+ ){0,2}
  (?:the|an?|my|our|your|his|her|their|it|them|you|him|that|this|to|with)\b`),
);
/** "Sending it right after this." */
const bareProgressive =
  /(?:^|[,.] )(?:send|forward|mail|order|book|ring|call|print|text|bring|fetch|pay)(?:t?ing) (?:it|that|them|you|the|this|him|her)\b/;
/** "Our electrician will be at your place on Tuesday." */
const ownStaff = new RegExp(
  joinLines(
    String.raw`\b(?:my|our) (?!(?:system|software|app|tool|platform|product|service|server|website|customers?|clients?|price|competitors?)\b)\w+(?: \w+)?(?:'ll| will| is going to) (?:be (?:at your|with you|there)|come (?:to you|by|over)|(?:call|ring|visit|contact|write to|send|bring|get back to|help|meet|show) you)\b`,
  ),
);
/** "You can count on the report", "consider it done". */
const assured =
  /\b(?:you can )?count on (?:me|us|it|the|my|our|having|getting)\b|^(?:\w+,? )?consider (?:it|that|the \w+) \w+/;
/** "I can send it" */
const offer = new RegExp(
  String.raw`\bi can ${adverbs}(?!see|hear|say|tell|show|imagine|understand|only|make|come|meet|do (?:earlier|later|any))\w+ `,
);
/** "I'd have to ask her, give me until Thursday." */
const deferral =
  /\b(?:ask|check|find|look|see|think|work)\b.{0,80}\bgive me (?:until|till|an hour|a (?:day|week|couple of (?:days|hours)))\b/;
const alwaysPromises = [
  letMe,
  debt,
  ...deliveries,
  teamPromise,
  duty,
  announcedTask,
  ownership,
  teamAcceptance,
  topicalised,
  transfer,
  presentTransfer,
  assurance,
];
const promisesWithDeadline = [
  intention,
  presentPlan,
  bareProgressive,
  ownStaff,
  assured,
  presentProgressive,
  presentTask,
  presence,
  offer,
  ...datedDeliveries,
  teamPlan,
  deferral,
];

/** "I'll look it up, one moment." */
const inCall =
  /\b(?:one|just a|hang on a|give me a) (?:moment|second|sec|minute)[.!]?$|^(?:bear with me|hang on|one moment)\b/;
/** "The invoices go out on the first of every month." */
const habit = /\b(?:(?:every|each) (?:day|week|month|quarter|year|morning|evening|\w+day)|usually|always|normally)\b/;
/** "Today I'll show you …" names the topic of the call, not a deadline. */
const topicOfToday =
  /^(?:(?:so|okay|and|well),? )*(?:today|tonight|this (?:morning|afternoon|evening)),? i(?:'ll|'m| will) /;

const concreteFuture = new RegExp(`${future} ${adverbs}(?:${task}|change|see (?:if|whether|to)|put)\\b`);
/** "I'll raise it": a concrete verb, even if the sentence does not say what "it" is. */
export const namesTask = (text: string) => [concreteFuture, ...alwaysPromises].some((pattern) => pattern.test(text));

/** @param options.isConfirmed whether the other side confirms; by default, it does not */
export function promisesTask(
  text: string,
  { isConfirmed = () => false }: { isConfirmed?: () => boolean } = {},
): boolean {
  if (inCall.test(text)) return false;
  const hasDeadline = deadlinePattern.test(text) && !topicOfToday.test(text);
  const patterns = hasDeadline && !habit.test(text) ? [...alwaysPromises, ...promisesWithDeadline] : alwaysPromises;
  if (patterns.some((pattern) => pattern.test(text))) return true;
  const asserts = (pattern: RegExp) =>
    Array.from(text.matchAll(pattern)).some((match) => !notAsserted.test(text.slice(0, match.index)));
  return (
    [taskPromise, otherPromise, coordinatedPromise, ...(hasDeadline ? [deadlinePromise] : [])].some(asserts) ||
    (asserts(confirmedPromise) && isConfirmed())
  );
}
