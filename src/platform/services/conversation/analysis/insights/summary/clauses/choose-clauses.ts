import { chooseGreedily } from '../choose-greedily.ts';
import type { Block, Clause } from './clause.ts';

/** A clause with a lower value says too little. */
const minValue = 1.2;
/** Share of its value that a clause loses if the summary already contains all of its content words. */
const redundancyPenalty = 0.5;
/** Applied once per clause already chosen for the same block, or from the same sixth of the conversation. */
const factors = { sameBlock: 0.88, sameSixth: 0.9 };
const blockBonus: Record<Block, number> = { figure: 0, concern: 1, decision: 0.3 };
/** Several short clauses are preferred to a long one. */
const length = { exponent: 0.7, offset: 3 };

const sixthOf = ({ progress }: Clause) => Math.floor(progress * 6);
const tokensOf = ({ normalised }: Clause) => new Set(normalised.match(/[\p{L}\p{N}][\p{L}\p{N}'.,-]*(?<![.,])/gu));

interface Rated {
  clause: Clause;
  value: number;
  /** Lemmas, and numbers as they are written. */
  content: ReadonlySet<string>;
}

/**
 * Chooses clauses greedily by value per length. Each choice lowers the value of clauses with the same content words,
 * for the same block, and from the same part of the conversation.
 *
 * @param initial content words that the summary contains anyway
 * @returns clauses in the order of their choice
 */
export function chooseClauses(
  clauses: readonly Clause[],
  { rate, maxWords, initial }: { rate: (clause: Clause) => number; maxWords: number; initial: ReadonlySet<string> },
): Clause[] {
  const candidates = clauses.flatMap((clause): Rated[] => {
    // Softplus: always positive.
    const value = Math.log(1 + Math.exp(rate(clause) + blockBonus[clause.block]));
    return value < minValue ? [] : [{ clause, value, content: contentOf(clause) }];
  });
  const covered = new Set(initial);
  const chosen: Clause[] = [];
  let wordsLeft = maxWords;
  const gainOf = ({ clause, value, content }: Rated) => {
    if (clause.length > wordsLeft || chosen.some((other) => overlaps(clause, other))) return 0;
    const known = [...content].filter((word) => covered.has(word)).length;
    if (
      (known === content.size && known > (clause.block === 'concern' ? 1 : 0)) ||
      (known === content.size - 1 && known > 1 && !hasNewNumber(content, covered))
    )
      return 0;
    const inBlock = chosen.filter(({ block }) => block === clause.block).length;
    const inSixth = chosen.filter((other) => sixthOf(other) === sixthOf(clause)).length;
    const novelty = 1 - (redundancyPenalty * known) / content.size;
    const diversity = factors.sameBlock ** inBlock * factors.sameSixth ** inSixth;
    return (value * novelty * diversity) / (clause.length + length.offset) ** length.exponent;
  };
  chooseGreedily(candidates, {
    gainOf,
    choose: ({ clause, content }) => {
      chosen.push(clause);
      wordsLeft -= clause.length;
      for (const word of content) covered.add(word);
    },
  });
  return chosen;
}

const overlaps = (a: Clause, b: Clause) => a.index === b.index && a.from < b.to && b.from < a.to;
const hasNewNumber = (content: ReadonlySet<string>, covered: ReadonlySet<string>) =>
  [...content].some((word) => /\d/.test(word) && !covered.has(word));

function contentOf(clause: Clause): Set<string> {
  const numbers = [...tokensOf(clause)].filter((token) => /\d/.test(token));
  return new Set([...clause.words.flatMap(({ isContent, lemma }) => (isContent ? lemma : [])), ...numbers]);
}
