import { analyse } from '../../../src/platform/services/conversation/analysis/analyse.ts';
import { parseConversation } from '../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { activityRecord } from '../../support/meetings/meeting-records.ts';
import { type Meeting, readMeetings } from '../../support/meetings/qmsum.ts';
import type { BenchCase } from '../figure.ts';
import { meetingFolder, needsMeetings } from './meeting-folder.ts';
import { type Rouge, rouge1 } from './rouge.ts';

const name = 'ROUGE-1 F1 of summaries against human summaries';

const minF1 = 0.281;

/**
 * Similarity of our summaries to human ones, compared with the first sentences of each meeting. Speaker names before
 * sentences in the first person count as words of the summary, which lowers its precision.
 */
export const summaries: BenchCase = {
  name: 'summaries',
  async measure() {
    const meetings = await readMeetings(meetingFolder);
    if (!meetings) return [{ name, value: 'not measured', baseline: '', target: needsMeetings, reached: true }];
    const measured = await Promise.all(meetings.map(compare));
    const [ours, first, lead] = [average(measured, 'ours'), average(measured, 'first'), average(measured, 'lead')];
    const won = measured.filter((meeting) => meeting.ours.f1 > meeting.first.f1).length;
    const of = ({ precision, recall, f1 }: Rouge) =>
      `${f1.toFixed(3)} (P ${precision.toFixed(3)}, R ${recall.toFixed(3)})`;
    return [
      {
        name: `${name}, ${meetings.length} meetings`,
        value: `${of(ours)}, better than the first sentences in ${won}`,
        baseline: `${of(first)} first three sentences; ${of(lead)} first 130 words`,
        target: `at least ${minF1}, speaker names included`,
        reached: ours.f1 >= minF1,
      },
    ];
  },
};

interface Comparison {
  ours: Rouge;
  first: Rouge;
  lead: Rouge;
}

async function compare(meeting: Meeting): Promise<Comparison> {
  const { segments, participants, language } = activityRecord(meeting, new Date(0));
  const { summary } = await analyse({ segments, participants, language, themes: [] });
  const texts = (await parseConversation({ segments, language })).sentences.map(({ text }) => text);
  return {
    ours: rouge1(summary, meeting.humanSummary),
    first: rouge1(texts.slice(0, 3).join(' '), meeting.humanSummary),
    lead: rouge1(texts.join(' ').split(' ').slice(0, 130).join(' '), meeting.humanSummary),
  };
}

function average(comparisons: readonly Comparison[], which: keyof Comparison): Rouge {
  const mean = (measure: keyof Rouge) =>
    comparisons.reduce((sum, comparison) => sum + comparison[which][measure], 0) / comparisons.length;
  return { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') };
}
