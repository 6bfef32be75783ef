import type { ActionItem } from '../../conversation.ts';
import { normalise } from '../../language/normalise.ts';
import type { Sentence } from '../../language/sentence.ts';
import { deadlinePattern } from '../../language/time-patterns.ts';
import { meetingText, stepText } from './step-text.ts';

export interface NextStep {
  assigneeId: string | null;
  /** "Send Anna a revised quote by the 24th" */
  text: string;
  length: number;
}

/** In words. */
const lengths = { long: 13, short: 8 };
/** In words. */
const deadlineBonus = 5;
/** Sentences before and after a task in which its words are looked up. */
const context = { before: 6, after: 6 };

/** A short line per action item, in as many words as allowed: first without details, then without the longest items. */
export function nextStepsOf(
  items: readonly ActionItem[],
  {
    sentences,
    names,
    maxWords,
  }: { sentences: readonly Sentence[]; names: ReadonlyMap<string, string>; maxWords: number },
): NextStep[] {
  const participantNames = new Set([...names.values()].flatMap((name) => name.toLowerCase().split(' ')));
  const steps = items.map((item) => {
    const at = sentences.findIndex(({ startMs }) => startMs === item.start_ms);
    const near = sentences.slice(Math.max(0, at - context.before), at + context.after);
    const words = new Map(near.flatMap((sentence) => sentence.words.map((word) => [word.normal, word])));
    const label = `${names.get(item.assignee_id ?? '') ?? ''}: `;
    const task = item.text.startsWith(label) ? item.text.slice(label.length) : item.text;
    const textOf = (length: number) =>
      item.assignee_id === null
        ? meetingText(item.text, length)
        : stepText(task, { words, participantNames, maxWords: length });
    return { assigneeId: item.assignee_id, text: textOf(lengths.long), short: textOf(lengths.short) };
  });
  let total = steps.reduce((sum, { text }) => sum + wordCount(text) + 1, 0);
  for (const step of steps.toSorted((a, b) => b.text.length - a.text.length)) {
    if (total <= maxWords) break;
    if (step.short.length >= step.text.length) continue;
    total -= wordCount(step.text) - wordCount(step.short);
    step.text = step.short;
  }
  return withinLimit(
    steps.map(({ assigneeId, text }) => ({ assigneeId, text, length: wordCount(text) })),
    maxWords,
  );
}

const wordCount = (text: string) => text.split(' ').length;

/** Prefers short steps, and those with a deadline. */
function withinLimit(steps: readonly NextStep[], maxWords: number): NextStep[] {
  const cost = ({ text, length }: NextStep) => length - (deadlinePattern.test(normalise(text)) ? deadlineBonus : 0);
  const chosen = new Set<NextStep>();
  let left = maxWords;
  for (const step of steps.toSorted((a, b) => cost(a) - cost(b))) {
    if (step.length + 1 > left) continue;
    left -= step.length + 1;
    chosen.add(step);
  }
  return steps.filter((step) => chosen.has(step));
}

/** "Next steps: Ann: Send Tom the offer; Call Mira. Tom: …" */
export function nextStepsText(steps: readonly NextStep[], names: ReadonlyMap<string, string>): string {
  const owners = [...new Set(steps.map(({ assigneeId }) => assigneeId))];
  const text = owners.map((owner) => {
    const tasks = steps.flatMap(({ assigneeId, text: task }) => (assigneeId === owner ? task : []));
    const name = names.get(owner ?? '') ?? '';
    return `${name === '' ? 'All' : name}: ${tasks.join('; ')}.`;
  });
  return owners.length === 0 ? '' : `Next steps: ${text.join(' ')}`;
}
