import { polishSentence } from './disfluencies.ts';
import { capitalise } from './normalise.ts';

/** "To be honest,", "I should say up front that", "good idea," at the beginning. */
const throatClearing = [
  /^(?:then|also|plus|because|cause|however|still|nice|great|perfect|fine|good|right|sure|hmm|wow|ouch|okay|ok|look|listen|honestly|frankly|obviously|certainly|understood|got it|true|exactly|absolutely|no|yes|yep|yeah|not really|good (?:idea|point|question)|fair (?:enough|point|question)|of course|sounds good|let me see|for example|in fact|by the way|to be (?:honest|straight|fair|clear|frank)(?: with you)?)(?:[,.!]+(?: (?:and|but|so|no|then|yes))?|(?<=then|also|because|nice|great|perfect|okay|ok)) /iu,
  /^(?:I|i) (?:should|must|have to|want to|just want to|wanted to) (?:say|mention|add|stress)(?: up front| again| too)?(?: that|,) /u,
  /^(?:I|i) won['’]t beat around the bush, /u,
  /^(?:(?:one|another) thing (?:I|i) (?:should|want to|wanted to|have to) (?:mention|say|add)(?: is(?: that)?)?,?|what (?:I|i) (?:mean|meant) is(?: that)?|the thing is(?: that)?,?|as (?:I|i) said,?) /iu,
];
const trailing =
  /,? (?:by the way|to be honest|to be fair|you know|or something(?: like that)?|and stuff(?: like that)?|and so on|actually|anyway|though|if that makes sense|right|okay|basically|I guess|I think|I suppose)(?=[.?!]*$)/iu;

/** Like `polishSentence`, and without phrases that open or close a spoken sentence. */
export function readable(sentence: string): string {
  let text = polishSentence(sentence);
  for (let before = ''; before !== text;) {
    before = text;
    for (const pattern of throatClearing) {
      const rest = text.replace(pattern, '');
      if (rest.split(' ').length > 1) text = rest;
    }
  }
  return capitalise(text.replace(trailing, ''));
}
