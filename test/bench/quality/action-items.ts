import { findActionItems } from '../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { parseConversation } from '../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { type LabelledCall, readLabelledCalls } from '../../support/commitments/labelled-calls.ts';
import { type HeldOutSet, readHeldOutCalls } from '../../support/held-out-calls/held-out-calls.ts';
import { hashOf, readMeetingLabels } from '../../support/commitments/meeting-labels.ts';
import { activityRecord } from '../../support/meetings/meeting-records.ts';
import { readMeetings } from '../../support/meetings/qmsum.ts';
import { type CallMatch, type ItemScores, matchCalls, scoresOf } from './action-item-score.ts';
import type { BenchCase, Figure } from '../figure.ts';
import { meetingFolder, needsMeetings } from './meeting-folder.ts';

/**
 * Agreement of action items with labelled commitments. The rules were written using only the development half, whose
 * calls are printed, as are the opened calls: the first set of held-out calls, which became development material after
 * the first measurement.
 */
export const actionItems: BenchCase = {
  name: 'action items',
  async measure() {
    const calls = await readLabelledCalls();
    const inHalf = (half: LabelledCall['half']) => matchCalls(calls.filter((call) => call.half === half));
    const matches = await inHalf('development');
    printMatches(matches);
    const [heldOut, development] = [scoresOf(await inHalf('held-out')), scoresOf(matches)];
    const figure = (measure: keyof ItemScores, target: number): Figure => ({
      name: `action items of held-out calls: ${measure}`,
      value: percent(heldOut[measure]),
      baseline: `${percent(development[measure])} in development calls`,
      target: `at least ${percent(target)}`,
      reached: heldOut[measure] >= target,
    });
    return [
      figure('precision', 0.8),
      figure('recall', 0.7),
      figure('assignees', 0.9),
      ...(await heldOutFigures('first', 'opened calls')),
      await ofMeetings(),
    ];
  },
};

/** Run it only after the last change of a rule: nobody may adapt the rules to these calls. */
export const heldOutActionItems: BenchCase = {
  name: 'held-out action items',
  isOnlyNamed: true,
  measure: () => heldOutFigures('third', 'new held-out calls'),
};

async function heldOutFigures(set: HeldOutSet, name: string): Promise<Figure[]> {
  const calls = await readHeldOutCalls(set);
  const matches = await matchCalls(
    calls.map(({ id, sentences, conversation }) => ({ id, sentences, participants: [...conversation.participants] })),
  );
  printMatches(matches);
  const scores = scoresOf(matches);
  const figure = (measure: keyof ItemScores, target: number): Figure => ({
    name: `action items of ${name}: ${measure}`,
    value: percent(scores[measure]),
    baseline: '',
    target: `at least ${percent(target)}`,
    reached: scores[measure] >= target,
  });
  return [
    figure('recall', 0.75),
    figure('precision', 0.9),
    figure('assignees', 0.9),
    {
      name: `action items of ${name}: withdrawn promises`,
      value: `${scores.withdrawn}`,
      baseline: '',
      target: 'none',
      reached: scores.withdrawn === 0,
    },
  ];
}

function printMatches(matches: readonly CallMatch[]): void {
  for (const { id, found, misassigned, missed, wrong, withdrawn } of matches) {
    console.log(`${id}: ${found.length} found, ${missed.length} missed, ${wrong.length} wrong`);
    for (const { text } of misassigned) console.log(`  other assignee: ${text}`);
    for (const text of missed) console.log(`  missed: ${text}`);
    for (const item of wrong) console.log(`  ${withdrawn.includes(item) ? 'withdrawn' : 'wrong'}: ${item.text}`);
  }
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

async function ofMeetings(): Promise<Figure> {
  const name = 'action items of shared meetings: precision';
  const meetings = await readMeetings(meetingFolder);
  if (!meetings) return { name, value: 'not measured', baseline: '', target: needsMeetings, reached: true };
  const labels = await readMeetingLabels();
  const found: (boolean | undefined)[] = [];
  for (const meeting of meetings) {
    const { segments, participants, language } = activityRecord(meeting, new Date(0));
    const items = findActionItems(await parseConversation({ segments, language }), participants);
    found.push(...items.map(({ text }) => labels.get(`${meeting.name} ${hashOf(text)}`)));
  }
  const right = found.filter((label) => label === true).length;
  const unlabelled = found.filter((label) => label === undefined).length;
  return {
    name,
    value: `${percent(right / found.length)} (${right} of ${found.length}, ${unlabelled} unlabelled)`,
    baseline: '',
    target: 'at least 70 %, counting unlabelled items as wrong',
    reached: right >= found.length * 0.7,
  };
}
