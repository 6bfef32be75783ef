import { partSeparator } from '../../action-items/due-day.ts';
import { deadlinePattern } from '../../language/time-patterns.ts';
import type { ActionItem } from '../../conversation.ts';

export interface NextStep {
  assigneeId: string | null;
  /** "Send Anna a revised quote by the twenty fourth" */
  text: string;
  length: number;
  startMs: number;
}

const maxTaskWords = 16;

/** "Tom: send the deck" */
const assigneeLabel = /^\p{L}[^:.?!“”]{0,60}: /u;

/** A reason or remark at the end of a task. */
const remark =
  /,? (?:because|since|so that|so|as|which|who|that takes|that['’]s|it['’]s|but|if|(?:her|his|their) name['’]s|there['’]s)\b.*$/u;

/** A short line per action item: its task, with the deadline of the reply if the task has none. */
export function nextStepsOf(items: readonly ActionItem[]): NextStep[] {
  return items.map(({ text, assignee_id: assigneeId, start_ms: startMs }) => {
    const step = shorten(text);
    return { assigneeId, text: step, length: step.split(' ').length, startMs: startMs ?? 0 };
  });
}

function shorten(text: string): string {
  const [task = '', ...quotes] = text.replace(assigneeLabel, '').split(partSeparator);
  const brief = task.replace(remark, '');
  const words = (brief.includes(' ') ? brief : task).replace(/[\s.?!,]+$/, '').split(' ');
  const cut = words.length > maxTaskWords ? [...words.slice(0, maxTaskWords), '…'] : words;
  const deadline =
    deadlineOf(task) === undefined ? quotes.map(deadlineOf).findLast((one) => one !== undefined) : undefined;
  const step = [...cut, ...(deadline === undefined ? [] : [deadline])].join(' ');
  return step.charAt(0).toUpperCase() + step.slice(1);
}

/** "by Friday" */
function deadlineOf(text: string): string | undefined {
  const match = deadlinePattern.exec(text.toLowerCase().replaceAll('’', "'"));
  return match ? text.slice(match.index, match.index + match[0].length) : undefined;
}
