import { adverbs, deadlinePattern, joinLines, task } from './task-patterns.ts';

/** "I'll", "I promise to". */
const shortFuture = String.raw`\bi(?:'ll| will| shall| promise to)`;
/** "I'll", "I promise to", "I'm going to". */
const future = String.raw`(?:${shortFuture}|\bi(?:'m| am) (?:gonna|going to))`;

/** Announcements about the call, opinions and figures of speech: never promises, even with a deadline. */
const notPromised = joinLines(String.raw`
  (?:be (?!\w+ing\b)|say|listen|admit|never|not|see|believe|think|know|need|want|ha(?:ve |f)(?:to|ta|more)|miss|love|like|hate|start|begin|stop|
  pause|wait|assume|guess|bet|pretend|regret|remember|forget|wonder|agree|disagree|understand|notice|hear|feel|die|live|learn|lose|win|
  end|answer|explain|repeat|continue|proceed|skip|move on|turn|jump|hand|speculate|defer|yield|argue|suggest|propose|mention|
  conclude|summari[sz]e|describe|demonstrate|read|leave|stay|sit (?!down with|with)|stand|hold|hope|suppose|accept|appreciate|support|vote|
  return|note|state|recap|outline|commit|allow|watch|save|spoil|pivot|change gears|cue|switch|pull up|remind (?:you|the|members|everyone)|confirm that|i|we|you|the|an?|ask the (?:\w+ )?(?:minister|member)|
  walk (?:you|us)|put it|cross that|be (?:able|splitting|sharing my|honest|presenting|chairing|treating)|catch|just pay|
  let \S+ (?:\w+ )?(?:go|speak|continue|finish|answer|talk|wrap)|take (?:that|it) as|(?:share|split) my|work (?:hard|as|across)|
  come back to (?:the|that|this|it)|take (?:this|the|a|an|another) (?:opportunity|moment|minute|second|break|guess)|
  (?:ask|give|pose|put|take|get|try) (?:\S+ ){0,5}(?:overview|example|question(?! (?:back|to|away))|floor|seconds|quote|opportunity|chance))\b`);

/** Verbs that often refer to the next minutes, so they are promises only with a deadline. */
const ambiguous = String.raw`(?:be|try|show|share|tell you|give|ask(?!.{0,40}\b(?:to|if|whether|for|about)\b)|pass|go(?! over| through| after)|keep(?! an eye| you posted| chasing)|get (?:in|to|into|started|on to|an?\b)|do (?:it|something|anything|my best)|look at (?:it|this|that)|let|make (?:it|this)|find (?:it|this|that)|load|draw|clear)\b`;

/** Words before "I'll" that make it a quotation, a condition or an opinion. */
const notAsserted = new RegExp(
  joinLines(String.raw`
  \b(?:(?:said|told|says|(?<!let's )say|saying|promised|if|when(?:ever)?|what|how|where|why|every time|unless|imagine|hope|hoping|
  suppose|can't see)(?: (?!(?:but|and|so)\b)\S+){0,6}[,:]?|(?<!assure .{0,40})that) ?$`),
);
/** "I'll send …" */
const taskPromise = new RegExp(`${future} (?!${adverbs}${notPromised})${task}`, 'g');
/** Any verb except `notPromised`, in a sentence with a deadline: "I'll have a word with them tomorrow." */
const deadlinePromise = new RegExp(`${future} (?!${adverbs}${notPromised})${adverbs}\\S+`, 'g');
/** "I'll just …" announces something that is done immediately. */
const otherPromise = new RegExp(
  `${shortFuture} (?!${adverbs}(?:${notPromised}|${ambiguous}|just\\b))${adverbs}(?=\\S+ \\S)`,
  'g',
);

/** "Let me get back to you." */
const letMe = new RegExp(
  joinLines(String.raw`\blet me ${adverbs}(?:send|forward|introduce|connect|dig up|get back|come back to you|follow up|find out|
  check with|talk to|speak (?:to|with)|set up|put together|work out|arrange|write up|
  (?:take|bring|run) (?:it|this|that|the \w+)(?: \w+){0,2} (?:to|by|past))\b`),
);
/** "We still owe you an answer." */
const debt =
  /\b(?:i|we) (?:still |also |do )*owe (?:you|him|her|them)(?! (?:one|an apology|a (?:coffee|beer|drink|lunch)|nothing)\b) \S+/;
/** "You'll hear from me", "expect it in your inbox". */
const announcedDelivery = new RegExp(
  joinLines(String.raw`
  (?:\byou(?:'ll| will| shall)(?: also)?(?: all| both)? (?:have|get|receive|hear|find)|(?:^|[,.] |\byou can |\bso )expect) .{0,120}\b
  (?:from (?:me|us)|in (?:your inbox|writing)|on your desk)\b`),
);
/** "It'll be with you", "they are on their way". */
const inTransit = joinLines(String.raw`
  \b(?:will|shall|is|are|(?:it|that|they)(?:'ll|'s|'re))(?: be)?(?: all| both)? (?:with you|in (?:your|everyone's) (?:inbox|mail)|
  on your desk|on (?:its|their) way|on the way to you|coming your way|in the post)\b`);
const delivery = new RegExp(`${inTransit}|^on (?:its|their) way\\b`);
/** "We'll refund …", "my assistant will let you know". */
const teamPromise = new RegExp(
  joinLines(String.raw`
  \b(?:we(?:'ll| will| shall)|my (?:team|office|assistant|colleague)(?:'ll| will| shall)) ${adverbs}(?:send|ship|refund|credit|
  replace|forward|get (?:you|back|it|that|this|them)|deliver (?:it|them|the)|invite|provide you|call you|write to you|approach|put you|
  let you know)\b`),
);
const alwaysPromises = [letMe, debt, announcedDelivery, delivery, teamPromise];

/** "I'm sending it" */
const presentProgressive = new RegExp(
  joinLines(String.raw`\bi(?:'m| am) ${adverbs}(?:send|e-?mail|forward|call|ask|book|order|rais|put|add|writ|schedul|arrang|
  request|escalat|introduc|set|fil|print|text|mov|bring|tak|ship|fix|finish)(?:t?ing)\b`),
);
/** "Then I call them tomorrow." */
const presentTask = new RegExp(
  String.raw`(?:^|[,;.] |\b(?:then|and|so|yes|okay),? )i ${task}[^,;]{0,80}\b(?:today|tonight|tomorrow|this (?:week|morning|afternoon|evening)|next week)\b`,
);
/** "I can send it" */
const offer = new RegExp(
  String.raw`\bi can ${adverbs}(?!see|hear|say|tell|show|imagine|understand|only|make|come|meet|do (?:earlier|later|any))\w+ `,
);
/** "Everyone gets the minutes" */
const receipt = /\b(?:you|everyone|everybody)(?:'ll| will| shall)? (?:also )?(?:have|gets?|receive) (?!to\b)/;
/** "The offer goes out tomorrow." */
const dispatch = /\bgo(?:es)? out (?:to you )?(?:today|tonight|tomorrow|this|on|by|first)\b/;
const promisesWithDeadline = [presentProgressive, presentTask, offer, receipt, dispatch];

export function promisesTask(text: string): boolean {
  const patterns = deadlinePattern.test(text) ? [...alwaysPromises, ...promisesWithDeadline] : alwaysPromises;
  if (patterns.some((pattern) => pattern.test(text))) return true;
  const futures = deadlinePattern.test(text)
    ? [taskPromise, otherPromise, deadlinePromise]
    : [taskPromise, otherPromise];
  return futures.some((pattern) =>
    Array.from(text.matchAll(pattern)).some((match) => !notAsserted.test(text.slice(0, match.index))),
  );
}
