const courtesies = [
  /^(?:(?:oh|well|okay|ok|so|alright|and|yeah|yes)[,.]? +)*(?:hi|hello|hey|howdy|good (?:morning|afternoon|evening)|welcome back|bye|goodbye|cheers|thanks|thank you)\b(?:[\s,]+[^\s,.]+){0,5}[.!]*$/i,
  /\bhow(?:['’]s| is| are| was| were| have| has)? (?:you|things|everyone|everybody|(?:you|it|life) (?:been|going|doing))(?: (?:all|both|doing|today|keeping|going|these days|then|guys))*[\s?.!]*$/i,
  /\bhow (?:are you(?! (?:\w+ )?(?:(?!doing|keeping|feeling|holding|coping|settling|getting)\w{3,}ing|set up|organi[sz]ed|structured|staffed|funded)\b)|have you been(?! (?!doing|keeping|feeling)\w+ing\b)|do you do(?! \w)|is it going)\b/i,
  /\bhow(?:['’]s| is| was| were| has| did)? (?:your|the) (?:week|weekend|day|morning|evening|trip|flight|journey|commute|drive|holidays?|vacation|weather|family|kids|children|summer|christmas|easter|birthday|game)\b(?! (?:\w+ )?(?:planned|organi[sz]ed|structured|split|set up|divided)\b)/i,
  /\bcall (?:this|the) meeting to order\b/i,
  /\b(?:nice|good|great|lovely|pleased|pleasure) to (?:meet|see|hear from|talk to|speak (?:to|with)|have) (?:you|everyone|all)\b/i,
  /\b(?:can|could|do) (?:you|everyone|everybody) (?:all |both |guys )?(?:hear|see) (?:me|us|it|my|the screen|the slides)\b/i,
  /\b(?:you['’]re|you are|i was|i['’]m|am i) (?:still )?(?:on mute|muted|breaking up|frozen|back now)\b/i,
  /\b(?:wait|waiting) (?:for|until) (?:the others|everyone|everybody|\w+ to join|a (?:few|couple) (?:more )?(?:people|minutes))\b/i,
  /\bthanks?(?: you)?(?: \w+){0,3} for (?:joining|coming|having (?:me|us)|your time|(?:taking|making|finding) (?:the |some )?time)\b/i,
  /\b(?:have|enjoy) (?:a|the|your) (?:\w+ )?(?:day|weekend|evening|afternoon|week|rest|one)\b/i,
];

/** "Thanks for joining, Ann.", "How was your weekend?" */
export const isSmallTalk = (text: string) => courtesies.some((pattern) => pattern.test(text));
