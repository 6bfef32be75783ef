import { chooseGreedily } from './choose-greedily.ts';
import type { Statement } from './statement.ts';
import type { StatementKind } from './content-kinds.ts';

/** Share of its score that a statement loses if the summary already contains all of its content words. */
const redundancyPenalty = 0.9;
/** Applied once per statement already chosen from the same sixth of the conversation. */
const sameSixthFactor = 0.8;
/** What a kind adds to the score, in multiples of it, while the summary has no statement of the kind. */
const kindBonus: Record<StatementKind, number> = {
  purpose: 0.3,
  amount: 1.2,
  date: 0.6,
  limit: 0.9,
  objection: 1.5,
  decision: 2,
};
/** Applied to a bonus once per statement of the kind already chosen. */
const bonusDecay = 0.65;

interface ChoiceStyle {
  maxStatements: number;
  scoreExponent: number;
  /** Above 0, several short statements are preferred to a long one. */
  lengthExponent: number;
  kindWeight: number;
}

/** In a short conversation, the kinds of statements matter most; in a long one, the words that recur. */
export const choiceStyles = {
  short: { maxStatements: 16, scoreExponent: 0.5, lengthExponent: 0.4, kindWeight: 1 },
  long: { maxStatements: 8, scoreExponent: 1, lengthExponent: 0, kindWeight: 0.1 },
} satisfies Record<string, ChoiceStyle>;

const sixthOf = ({ progress }: Statement) => Math.floor(progress * 6);

/**
 * Chooses greedily, beginning with `purpose`. As in maximal marginal relevance (Carbonell & Goldstein, 1998), each choice
 * lowers the score of statements with the same content, of the same kind, and of the same sixth of the conversation.
 *
 * @returns statements in the order of their choice
 */
export function chooseStatements(
  candidates: readonly Statement[],
  { purpose, maxWords, style }: { purpose: Statement | undefined; maxWords: number; style: ChoiceStyle },
): Statement[] {
  const { maxStatements, scoreExponent, lengthExponent, kindWeight } = style;
  const chosen: Statement[] = [];
  const covered = new Set<string>();
  const counts = new Map<StatementKind, number>();
  let wordsLeft = maxWords;
  const choose = (statement: Statement) => {
    chosen.push(statement);
    wordsLeft -= statement.length + 1;
    for (const lemma of statement.contentWords.keys()) covered.add(lemma);
    for (const kind of statement.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  };
  const gainOf = (statement: Statement) => {
    const { contentWords, score, kinds, length } = statement;
    if (chosen.length === maxStatements || length > wordsLeft || chosen.some((other) => isSame(statement, other)))
      return 0;
    const total = sum(contentWords.values());
    const redundant = sum([...contentWords].flatMap(([lemma, weight]) => (covered.has(lemma) ? weight : [])));
    const novelty = 1 - redundancyPenalty * (total === 0 ? 0 : redundant / total);
    const inSixth = chosen.filter((other) => sixthOf(other) === sixthOf(statement)).length;
    const bonus = sum([...kinds].map((kind) => kindBonus[kind] * bonusDecay ** (counts.get(kind) ?? 0)));
    return (
      (score ** scoreExponent * (1 + kindWeight * bonus) * novelty * sameSixthFactor ** inSixth) /
      (length + 4) ** lengthExponent
    );
  };
  if (purpose && purpose.length < maxWords) choose(purpose);
  chooseGreedily(candidates, { gainOf, choose });
  return chosen;
}

/** Also true if one contains the other as its context. */
const isSame = (a: Statement, b: Statement) =>
  a.text === b.text ||
  ` ${a.text}`.endsWith(` ${b.text}`) ||
  ` ${b.text}`.includes(` ${a.text}`) ||
  a.text.includes(b.text);

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);
