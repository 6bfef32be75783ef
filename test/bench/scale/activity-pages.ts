import type { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import type { ToolInput } from '../../../src/tools/tool.ts';
import { conversationCallers } from '../../platform/services/conversation/conversation-caller.ts';
import { ada } from '../../platform/services/conversation/conversation-records.ts';
import type { Figure } from '../figure.ts';
import { compareSizes, pagesInSequence, type Sizes } from './compare-sizes.ts';
import type { FilledDatabase } from './filled-database.ts';

type Input = ToolInput<typeof conversationTools.activities_list>;

const inputs: Input[] = [
  { fromDate: '2026-02-20 00:00:00' },
  { fromDate: '2025-10-03 00:00:00' },
  { fromDate: '2025-10-03 00:00:00', status: 'sent' },
  { updatedFrom: '2025-10-03 00:00:00' },
  { updatedFrom: '2025-10-03 00:00:00', status: 'completed' },
  { fromDate: '2025-10-03 00:00:00', updatedFrom: '2026-01-03 00:00:00' },
  { fromDate: '2025-10-03 00:00:00', page: 4 },
];

/** Pages of 500 activities by period, status and update, and 40 pages in sequence. */
export async function activityPages(sizes: Sizes): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const input of inputs) {
    const name = `activities of ${JSON.stringify(input)}`;
    figures.push(await compareSizes(sizes, { name, maxRatio: 3, work: (database) => activities(database, input) }));
  }
  const page = (number: number) => activities(sizes.many, { fromDate: '2025-10-03 00:00:00', page: number });
  return [...figures, await pagesInSequence(sizes, { name: '40 pages of 500 activities', page })];
}

const activities = ({ db }: Pick<FilledDatabase, 'db'>, input: Input) =>
  conversationCallers(db).as(ada).payload('activities_list', input);
