import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { type Analysis, analyseEmbedded } from '../../../src/platform/services/conversation/analysis/analyse.ts';
import { conversationDemo } from './demo-lab.ts';

export const demoFile = 'src/platform/demo/conversation.ndjson';

const columnsLine = z.object({ columns: z.record(z.string(), z.array(z.string())) });
const recordLine = z.record(z.string(), z.unknown());

/**
 * Returns the demo conversations with the outputs and call scores that the analysis
 * finds in their transcripts. Completed action items stay completed.
 */
export async function analyseDemo(text: string): Promise<string> {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const { columns } = columnsLine.parse(JSON.parse(first));
  const analysed = await analyseActivities();
  const analysedLine = (line: string): string => {
    const record = recordLine.parse(JSON.parse(line));
    const found = analysed.get(String(record['kind'] === 'call_score' ? record['activity_id'] : record['id']));
    if (!found) return line;
    const { outputs, participantIds } = found;
    if (record['kind'] === 'call_score') return JSON.stringify({ ...record, score: outputs.score });
    const rows = (field: string, values: readonly object[]) =>
      values.map((value) => {
        const cells = new Map<string, unknown>(Object.entries(value));
        return (columns[field] ?? []).map((column) => shorthand(cells.get(column), participantIds));
      });
    return JSON.stringify({
      ...record,
      summary: outputs.summary,
      ...(outputs.summary !== null && { summary_method: outputs.summary_method }),
      questions: rows('questions', outputs.questions),
      topic_matches: rows('topic_matches', outputs.topic_matches),
      action_items: rows('action_items', outputs.action_items),
    });
  };
  return `${[first, ...lines.map(analysedLine)].join('\n')}\n`;
}

/** Replaces the id of a participant by its position, as in `#0`. */
function shorthand(value: unknown, participantIds: readonly string[]): unknown {
  const index = typeof value === 'string' ? participantIds.indexOf(value) : -1;
  return index === -1 ? value : `#${index}`;
}

interface AnalysedActivity {
  outputs: Omit<Analysis, 'summary'> & { summary: string | null };
  participantIds: string[];
}

async function analyseActivities(): Promise<Map<string, AnalysedActivity>> {
  const { activities, themes } = await conversationDemo();
  const analysed = new Map<string, AnalysedActivity>();
  for (const activity of activities) {
    if (!activity.segments || activity.segments.length === 0) continue;
    const participants = (activity.participants ?? []).map(({ id, name }) => ({ id, name: name ?? null }));
    const found = await analyseEmbedded({
      segments: activity.segments.map((segment) => ({
        participant_id: segment.participant_id ?? null,
        start_ms: segment.start_ms,
        end_ms: segment.end_ms ?? segment.start_ms,
        text: segment.text,
      })),
      participants,
      host_id: activity.participants?.find((one) => one.user_id === activity.host_user_id)?.id ?? null,
      themes: themes.map(({ name, topics }) => ({
        name,
        topics: (topics ?? []).map((topic) => ({ name: topic.name, triggers: topic.triggers ?? [] })),
      })),
      language: activity.language ?? null,
      started_at: new Date(activity.started_at),
    });
    const completed = new Set(
      (activity.action_items ?? []).filter((item) => item.is_completed).map((item) => item.start_ms),
    );
    analysed.set(activity.id, {
      outputs: {
        ...found,
        summary: activity.type === 'sms' ? null : found.summary || null,
        action_items: found.action_items.map((item) => ({ ...item, is_completed: completed.has(item.start_ms) })),
        score: activity.status === 'completed' ? found.score : null,
      },
      participantIds: participants.map(({ id }) => id),
    });
  }
  return analysed;
}

if (import.meta.main) await writeFile(demoFile, await analyseDemo(await readFile(demoFile, 'utf8')));
