/** Greetings, thanks, and questions after somebody's health, weekend or connection. */
const courtesy = [
  /^(?:(?:oh|well|okay|ok|so|alright|and|yeah|yes)[,.]? +)*(?:hi|hello|hey|howdy|good (?:morning|afternoon|evening)|welcome back|bye|goodbye|cheers|thanks|thank you)\b(?:[\s,]+[^\s,.]+){0,5}[.!]*$/i,
  /\bhow(?:['’]s| is| are| was| were| have| has)? (?:you|things|everyone|everybody|(?:you|it|life) (?:been|going|doing))(?: (?:all|both|doing|today|keeping|going|these days|then|guys))*[\s?.!]*$/i,
  /\bhow (?:are you|have you been|do you do|is it going)\b/i,
  /\bhow(?:['’]s| is| was| were| has| did)? (?:your|the) (?:week|weekend|day|morning|evening|trip|flight|journey|commute|drive|holidays?|vacation|weather|family|kids|children|summer|christmas|easter|birthday|game)\b/i,
  /\b(?:nice|good|great|lovely|pleased|pleasure) to (?:meet|see|hear from|talk to|speak (?:to|with)|have) (?:you|everyone|all)\b/i,
  /\b(?:can|could|do) (?:you|everyone|everybody) (?:all |both |guys )?(?:hear|see) (?:me|us|it|my|the screen|the slides)\b/i,
  /\b(?:you['’]re|you are|i was|i['’]m|am i) (?:still )?(?:on mute|muted|breaking up|frozen|back now)\b/i,
  /\b(?:wait|waiting) (?:for|until) (?:the others|everyone|everybody|\w+ to join|a (?:few|couple) (?:more )?(?:people|minutes))\b/i,
  /\bthanks?(?: you)?(?: \w+){0,3} for (?:joining|coming|having (?:me|us)|your time|(?:taking|making|finding) (?:the |some )?time)\b/i,
  /\b(?:have|enjoy) (?:a|the|your) (?:\w+ )?(?:day|weekend|evening|afternoon|week|rest|one)\b/i,
];

/** Whether an English sentence only keeps up manners: "Thanks for joining, Ann.", "How was your weekend?" */
export const isSmallTalk = (text: string) => courtesy.some((pattern) => pattern.test(text));
