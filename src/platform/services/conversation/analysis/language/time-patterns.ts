import { months } from './calendar-words.ts';
import { joinLines } from './normalise.ts';

/** The patterns expect text from `normalise`. */

const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day';
const date = joinLines(String.raw`
  (?:\d{1,2}(?:st|nd|rd|th)?|(?:twenty-|thirty-|twenty |thirty )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|
  tenth|eleventh|twelfth|\w{3,5}teenth|twentieth|thirtieth)\b`);
const day = joinLines(String.raw`
  (?:(?:next |this )?${weekday}(?!s\b)|tomorrow|tonight|noon|lunch(?:time)?|dinner|
  next (?:week|month|quarter|meeting|time)|the (?:next meeting|weekend|holidays)|
  (?:the )?end of (?:the |this |next )?(?:day|week|month|quarter|year)|the day is over|
  the ${date}|(?:mid-)?(?:${months})\b)`);
export const deadlinePattern = new RegExp(
  joinLines(String.raw`\b(?:(?:by|before|until|till|for|on|over) ${day}|${weekday}(?: morning| afternoon| evening| night| noon| lunchtime| at \w+)?(?=[.,!?]|$)|
    tomorrow|tonight|today|next (?:week|month)|this (?:week|sprint|month|morning|afternoon|evening|minute|weekend)|
    asap|right now|as soon as (?:possible|i|we)\b(?! can do)|right away|straight away|(?:straight |right )?after (?:this|lunch|supper|dinner|breakfast|work|school|the call|we hang up)|before (?:i|we) (?:go|leave|close)\b|
    (?:the )?(?:middle|beginning|start|end) of (?:${months})|
    in (?:an?|one|two|three|five|ten|\d+) (?:minutes?|hours?|days?|weeks?)|(?:till|until) then|by (?:one|two|three|four|five|six|\d{1,2})\b)`),
);

export const meetingTimePattern = new RegExp(
  `${deadlinePattern.source}|\\b(?:${weekday}|(?:the|say) ${date}|at (?:noon|half|\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\\b)`,
);
