import { partSeparator } from '../../action-items/due-day.ts';
import type { ActionItem, Participant } from '../../conversation.ts';
import { deadlinePattern, normalise } from '../../action-items/task-patterns.ts';
import { readable } from './readable.ts';

export interface NextStep {
  assigneeId: string | null;
  /** "Send a revised quote by the twenty fourth" */
  text: string;
  length: number;
  startMs: number;
}

const maxStepWords = 8;

/** "Sure, I'll", "we're going to", "could you please". */
const leadIn =
  /^(?:[^.?!]{0,80}?[\s,.])??(?:(?:I|i|[Ww]e)(?:['’]ll| will| shall|['’]m (?:going to|gonna)| am going to|['’]re going to| can| promise to|['’]d be happy to| need to| have to)|[Ll]et me|(?:[Cc]an|[Cc]ould|[Ww]ould|[Ww]ill) you|[Pp]lease|[Yy]ou (?:need to|have to|should))(?: (?:just|also|then|please|definitely|probably|quickly))* (?=\p{Ll})/u;
const trailing =
  /[,]? (?:then|too|as well|please|right after this|by the way|for you|okay|if that['’]s (?:okay|fine|alright))?[.?!]*$/i;
/** "Tom: send the deck" */
const assigneeLabel = /^\p{L}[^:.?!“”]{0,60}: /u;

/** A short line per action item: the task without "I'll" or "could you". */
export function nextStepsOf(
  items: readonly ActionItem[],
  { participants, names }: { participants: readonly Participant[]; names: ReadonlyMap<string, string> },
): NextStep[] {
  const shortNames = participants.map(({ id }) => ({ id, name: names.get(id) ?? '' }));
  return items.map(({ text, assignee_id: assigneeId, start_ms: startMs }) => {
    const others = shortNames.filter(({ id, name }) => id !== assigneeId && name !== '');
    const you = shortNames.length === 2 && others.length === 1 ? others[0]?.name : undefined;
    const own = shortNames.find(({ id }) => id === assigneeId)?.name;
    const step = shorten(text, { you, own });
    return { assigneeId, text: step, length: step.split(' ').length, startMs: startMs ?? 0 };
  });
}

function shorten(text: string, { you, own }: { you: string | undefined; own: string | undefined }): string {
  const [request = '', ...replies] = text.replace(assigneeLabel, '').split(partSeparator);
  const first = taskOf(request, own);
  const isDated = deadlinePattern.test(normalise(request));
  const detail = replies
    .filter((part) => !isDated && deadlinePattern.test(normalise(part)))
    .map((part) => taskOf(part.replace(/[“”]/g, ''), own).replace(/^(?:it|them|that|those|one) /i, ''))
    .findLast((part) => part.split(' ').length > 2);
  const isTask = assigneeLabel.test(text) || first !== readable(request).replace(/[.?!]+$/, '');
  const task = detail === undefined ? first : isTask ? `${first}; ${uncapitalised(detail)}` : detail;
  const words = task.split(' ');
  const cut = words.length > 2 * maxStepWords ? `${words.slice(0, 2 * maxStepWords).join(' ')} …` : task;
  return you === undefined ? cut : cut.replace(objectYou, `$1 ${you}`);
}

/** "send you", but not "if you". */
const objectYou =
  /\b(send|give|call|e-?mail|show|get|let|tell|to|for|with|from|ring|connect|introduce|invite|remind|text|write|owe|update|put|keep|meet|ask|forward|bring|by|past) you\b(?!['’]| (?:can|could|will|would|need|have|want|are|do|were|had|know)\b)/gi;

/** A reason or remark at the end of a task. */
const remark =
  /,? (?:because|since|so that|so|as|which|who|that takes|that['’]s|it['’]s|but|if|when|(?:her|his|their) name['’]s|there['’]s)\b.*$/u;

function taskOf(part: string, own: string | undefined): string {
  const addressed =
    own === undefined ? undefined : new RegExp(`^${escaped(own)}(?: \\p{Lu}\\S+)?(?:, ?|(?: will|['’]ll) | to )`, 'u');
  const plain = addressed ? readable(part).replace(addressed, '') : readable(part);
  const task = plain
    .replace(leadIn, '')
    .replace(delivery, '')
    .replace(trailing, '')
    .replace(/[\s.?!,]+$/, '');
  const brief = task.replace(remark, '');
  const kept = [brief, task].find((one) => one.split(' ').length >= 2) ?? plain.replace(/[.?!]+$/, '');
  return kept.charAt(0).toUpperCase() + kept.slice(1);
}

/** "Then you'll have a revised quote from me". */
const delivery = /^(?:then )?you(?:['’]ll| will) (?:also )?(?:have|get|receive) /iu;

const uncapitalised = (text: string) => text.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
