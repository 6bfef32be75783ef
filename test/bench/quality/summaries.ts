import { analyse } from '../../../src/platform/services/conversation/analysis/analyse.ts';
import { parseConversation } from '../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { activityRecord } from '../../support/meetings/meeting-records.ts';
import { type Meeting, readMeetings } from '../../support/meetings/qmsum.ts';
import type { BenchCase, Figure } from '../figure.ts';
import { meetingFolder, needsMeetings } from './meeting-folder.ts';
import { type Rouge, rouge1 } from './rouge.ts';
import { lead, random, textRank } from './summary-baselines.ts';
import { checklists } from './summary-checklist.ts';

const minF1 = 0.286;

/** Similarity of our summaries to human ones, and what checklists find in them. */
export const summaries: BenchCase = {
  name: 'summaries',
  measure: async () => [await similarity(), ...(await checklists())],
};

/** Speaker names count as words of the summary, which lowers its precision. */
async function similarity(): Promise<Figure> {
  const name = 'ROUGE-1 F1 of summaries against human summaries';
  const meetings = await readMeetings(meetingFolder);
  if (!meetings) return { name, value: 'not measured', baseline: '', target: needsMeetings, reached: true };
  const measured = await Promise.all(meetings.map(compare));
  const mean = (kind: keyof Comparison, measure: keyof Rouge) =>
    measured.reduce((sum, comparison) => sum + comparison[kind][measure], 0) / measured.length;
  const of = (kind: keyof Comparison) => mean(kind, 'f1').toFixed(3);
  const precision = mean('ours', 'precision').toFixed(3);
  const recall = mean('ours', 'recall').toFixed(3);
  return {
    name: `${name}, ${meetings.length} meetings`,
    value: `${of('ours')} (P ${precision}, R ${recall})`,
    baseline: `${of('textRank')} TextRank, ${of('lead')} lead, ${of('random')} random`,
    target: `at least ${minF1}, speaker names included`,
    reached: mean('ours', 'f1') >= minF1,
  };
}

type Comparison = Record<'ours' | 'textRank' | 'lead' | 'random', Rouge>;

async function compare({ humanSummary, ...meeting }: Meeting): Promise<Comparison> {
  const { segments, participants, language } = activityRecord({ ...meeting, humanSummary }, new Date(0));
  const { summary } = await analyse({ segments, participants, language, themes: [] });
  const { sentences } = await parseConversation({ segments, language });
  return {
    ours: rouge1(summary, humanSummary),
    textRank: rouge1(textRank(sentences), humanSummary),
    lead: rouge1(lead(sentences), humanSummary),
    random: rouge1(random(sentences), humanSummary),
  };
}
