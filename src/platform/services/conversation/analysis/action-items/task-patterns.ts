/** All of these patterns expect text from `normalise`. */

/** Removes line breaks and indentation. */
export const joinLines = (source: string) => source.replace(/\n */g, '');

export const taskVerbs = joinLines(String.raw`
  send|e-?mail|mail|forward|share(?! (?:your|my|the|a) screen)|circulate|distribute|prepare|write(?! down| about)|draft|document|schedule|
  book|reserve|arrange|organi[sz]e|set(?:ting)? up|call|contact|phone|ring|text|message|courier|follow up|check (?:with|whether|if|on|in)|
  double-check|confirm|update|review|revise|investigate|research|look into|find out|figure out|escalate|chase|nudge|
  get(?:ting)? back|come back to|report back|reach out|speak (?:to|with)|talk to|ask (?:around|\w+ (?:to|if|whether))|
  introduc(?:e|ing)|connect|put (?:you|\w+ and \w+) in touch|loop in|invite|remind|request|raise|
  put (?:it|this|that|the|my|our)[^.?!]{0,60} (?:folder|online|document|calendar|wiki|drive|website)|
  putting the minutes|get (?:it|this|that|them|you|us|me)\b|submit|upload|deliver|ship|order|buy|fix|
  implement|finish|finali[sz]e|complete|compile|collect|put together|come up with|work (?:on|out)|take care of|sort out|
  test|install|sign|copy|mark|file|hire|recruit|post|publish|let (?:\w+ ){1,4}know|bring|create|make sure|provid(?:e|ing)|print|
  give \S+ (?:\w+ )?an? (?:call|ring|heads[ -]up|update|shout)|keep \w+ (?:posted|informed|updated|warm)|
  export|quote|add|sit down with|take (?:it|this|that|the \w+)(?: \w+){0,3} (?:to|up with)|run (?:it|this|that|them)(?: \w+)? (?:by|past)`);
const adverb =
  'just|also|mostly|mainly|then|definitely|probably|certainly|please|quickly|personally|gladly|happily|now|at least|first|try to|try and|go ahead and|go and|be';
export const adverbs = `(?:(?:${adverb}) )*`;
export const task = `${adverbs}(?:${taskVerbs})(?:ing)?\\b`;

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const date = joinLines(String.raw`
  (?:\d{1,2}(?:st|nd|rd|th)?|(?:twenty-|thirty-|twenty |thirty )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|
  tenth|eleventh|twelfth|\w{3,5}teenth|twentieth|thirtieth)\b`);
const day = joinLines(String.raw`
  (?:(?:next |this )?${weekday}|tomorrow|tonight|noon|lunch(?:time)?|
  next (?:week|month|quarter|meeting|time)|the (?:next meeting|weekend|holidays)|
  (?:the )?end of (?:the |this |next )?(?:day|week|month|quarter|year)|the day is over|
  the ${date}|(?:mid-)?(?:${months})\b)`);
export const deadlinePattern = new RegExp(
  joinLines(String.raw`\b(?:(?:by|before|until|till|for|on|over) ${day}|${weekday}(?: morning| afternoon| evening| night| noon| lunchtime| at \w+)?(?=[.,!?]|$)|
    tomorrow|tonight|today|next (?:week|month)|this (?:week|sprint|month|morning|afternoon|evening|minute|weekend)|
    asap|as soon as (?:possible|i|we)\b(?! can do)|right away|straight away|(?:straight |right )?after (?:this|lunch|supper|dinner|breakfast|work|school|the call|we hang up)|before (?:i|we) (?:go|leave|close)\b|
    (?:the )?(?:middle|beginning|start|end) of (?:${months})|
    in (?:an?|one|two|three|five|ten|\d+) (?:minutes?|hours?|days?|weeks?)|(?:till|until) then|by (?:one|two|three|four|five|six|\d{1,2})\b)`),
);

/** A phrase such as "if I can" that states no condition: "I'll see if I can …". */
const indirectQuestion = /\b(see|ask|check|know|wonder|confirm|find out|figure out|tell \w+) if\b/g;

/** Lower case with straight apostrophes. */
export const normalise = (text: string) =>
  text.toLowerCase().replaceAll('’', "'").replace(indirectQuestion, '$1 whether');

export const meetingTimePattern = new RegExp(
  `${deadlinePattern.source}|\\b(?:${weekday}|(?:the|say) ${date}|at (?:noon|half|\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\\b)`,
);
