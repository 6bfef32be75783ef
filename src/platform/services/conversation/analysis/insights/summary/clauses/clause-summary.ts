import type { ActionItem, Participant } from '../../../conversation.ts';
import { partSeparator } from '../../../action-items/due-day.ts';
import { withDigits } from '../../../language/number-words.ts';
import { firstOrSecondPerson } from '../../../language/personal-pronouns.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { namesOf } from '../../../participant-names.ts';
import { type NextStep, nextStepsText } from '../next-steps.ts';
import { chooseClauses } from './choose-clauses.ts';
import { type Block, type Clause, clausesOf } from './clause.ts';
import { numbersIn } from './clause-patterns.ts';
import { createRating } from './clause-rating.ts';
import { purposeOf } from './purpose.ts';

interface Options {
  participants: readonly Participant[];
  actionItems: readonly ActionItem[];
  steps: readonly NextStep[];
  maxWords: number;
  /** By lemma. */
  weights: ReadonlyMap<string, number>;
  /** Sentences of small talk at the beginning. */
  smallTalk: number;
}

const labels: Record<Block, string> = { figure: 'Figures', concern: 'Concerns', decision: 'Agreed' };
const blocks = ['figure', 'concern', 'decision'] as const;

/** A summary of clauses in blocks: why they met, figures, concerns, what was agreed, and next steps. */
export function summariseInClauses(sentences: readonly Sentence[], options: Options): string {
  const { participants, actionItems, steps, maxWords, weights, smallTalk } = options;
  const names = namesOf(participants);
  const purpose = purposeOf(sentences, { weights, names, smallTalk });
  const nextSteps = nextStepsText(steps, names);
  const isStep = stepFilter(actionItems);
  const fixedWords = blocks.length + wordCount(purpose?.text ?? '') + wordCount(nextSteps);
  const stepWords = steps.flatMap(({ text }) => wordsOf(text));
  const candidates = clausesOf(sentences).filter(
    (clause) => clause.index >= smallTalk && sentences[clause.index] !== purpose?.sentence && !isStep(clause),
  );
  const rate = createRating(sentences, weights);
  const initial = new Set([...(purpose?.lemmas ?? []), ...numbersIn(purpose?.text ?? ''), ...stepWords]);
  // Labels depend on the choice: retry with a lower limit until the text fits.
  for (let wordsLeft = maxWords - fixedWords; ; wordsLeft -= 1) {
    const chosen = chooseClauses(candidates, { rate, maxWords: wordsLeft, initial });
    const clauses = chosen.toSorted((a, b) => a.index - b.index || a.from - b.from);
    const text = [purpose?.text ?? '', ...blocks.map((block) => blockText(block, clauses, participants)), nextSteps]
      .filter((part) => part !== '')
      .join('\n');
    if (chosen.length === 0 || wordCount(text) <= maxWords) return text;
  }
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}'-]+/gu) ?? [];
const wordCount = (text: string) => (text === '' ? 0 : text.split(/\s+/).length);

/** Whether an action item contains the clause. */
function stepFilter(items: readonly ActionItem[]): (clause: Clause) => boolean {
  const times = new Set(items.map(({ start_ms: startMs }) => startMs));
  const texts = items
    .flatMap(({ text }) => text.replaceAll(/[“”]/g, '').split(partSeparator))
    .map((text) => withDigits(text).toLowerCase());
  return ({ startMs, text }) => times.has(startMs) || texts.some((one) => one.includes(text.toLowerCase()));
}

/** "Six days, Mr Reed", "Tom, we've signed" */
function withoutVocatives(text: string, participants: readonly Participant[]): string {
  const words = new Set(participants.flatMap(({ name }) => name?.split(' ') ?? []));
  const [first = '', ...rest] = text.split(', ');
  if (rest.length === 0) return text;
  const isName = (part: string) => words.has(part.replace(/^(?:Mr|Ms|Mrs|Dr) /, ''));
  const others = rest.filter((part, at) => at < rest.length - 1 || !isName(part));
  return [...(isName(first) ? [] : [first]), ...others].join(', ');
}

/** "Figures: 14 percent of all appointments; Ann: we've 12 practices." */
function blockText(block: Block, clauses: readonly Clause[], participants: readonly Participant[]): string {
  const names = namesOf(participants);
  let speaker = '';
  const items = clauses
    .filter((clause) => clause.block === block)
    .map(({ text: said, topic, participantId, agreedBy }) => {
      const text = withoutVocatives(said, participants);
      const isNamed = block === 'concern' || firstOrSecondPerson.test(text);
      const name = isNamed ? (names.get(participantId ?? '') ?? '') : '';
      const isNew = name !== '' && name !== speaker;
      if (isNew) speaker = name;
      // Of two participants, it is always the other one.
      const by = block === 'decision' && names.size > 2 ? (names.get(agreedBy ?? '') ?? '') : '';
      return `${isNew ? `${name}: ` : ''}${topic === undefined ? '' : `${topic} – `}${text}${by === '' ? '' : ` (${by} agreed)`}`;
    });
  return items.length === 0 ? '' : `${labels[block]}: ${items.join('; ')}.`;
}
