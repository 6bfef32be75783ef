/** Contractions that form no other word without their apostrophe: "dont", but not "well". */
const contractions = new Map(
  `I'm I've I'd've don't doesn't didn't can't couldn't wouldn't shouldn't isn't aren't wasn't weren't hasn't haven't
  hadn't won't that's there's what's who's he's she's you're you've you'll they're they've they'll that'll it'll we've
  y'all`
    .split(/\s+/)
    .map((word) => [word.replaceAll("'", '').toLowerCase(), word]),
);
const bareContraction = new RegExp(`(?<![\\w'’-])(?:${[...contractions.keys()].join('|')})(?![\\w'’-])`, 'gi');

/** "ill send", but not "she is ill", "so ill that" or "mentally ill". */
const bareFuture =
  /(?<![\w'’-])(?<!(?:\b(?:am|is|are|was|were|be|been|being|feel|feels|felt|feeling|fall|fell|fallen|falling|got|get|gets|getting)|'s|'re|'m) (?:(?:so|very|really|too|quite|still) )?|\b(?:the|an|very|seriously|terminally|mentally|critically|of) )ill(?= (?!(?:health|will|that|and|with|or|but|in|at|for|from|without|again|patients?|people|person|effects?|advised|equipped|prepared)\b)[a-z]+)/gi;
/** "lets meet" at the beginning of a clause, but not "it lets you". */
const bareProposal = /(?<=^|[.,!?] |\b(?:and|so|ok|okay|then|yeah|yes|right|but|now|well) )lets(?= [a-z])/gi;

/** Restores the apostrophes of a machine transcript: "ill send it, im late". Leaves ambiguous words such as "well". */
export const restoreApostrophes = (text: string) =>
  text
    .replace(bareContraction, (word) => contractions.get(word.toLowerCase()) ?? word)
    .replace(bareFuture, "I'll")
    .replace(bareProposal, "let's");
