import type { Db } from '../../database/open-database.ts';
import type { Service, ToolHandlers } from '../../tools/service.ts';
import { type TalentToolName, talentTools } from '../../tools/talent/talent-tools.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import { toolRunner } from '../tool-runner.ts';
import { listEntryHandlers } from './list-entries.ts';
import { listHandlers } from './lists.ts';
import { lookupHandlers } from './lookups.ts';
import { refuseNul } from './refuse-nul.ts';
import { searchHandlers } from './searches.ts';
import { signalHandlers } from './signals.ts';

const isTalentTool = (name: string): name is TalentToolName => Object.hasOwn(talentTools, name);

/**
 * The embedded talent service: all 26 tools, in SQL.
 * - A page's `total` is exact up to 10,000 and null above, so that counting never walks through a large table.
 * - Whatever the caller may not see does not exist for them: `NOT_FOUND`, in the same words.
 * - `now` is the clock of views, screenings, creations and `time_relative`.
 */
export function createTalentService({ db, now = () => new Date() }: { db: Db; now?: () => Date }): Service {
  const parts = { db, now };
  const handlers: ToolHandlers<typeof talentTools> = {
    ...lookupHandlers(parts),
    ...listHandlers(parts),
    ...listEntryHandlers(parts),
    ...searchHandlers(parts),
    ...signalHandlers(parts),
  };

  const run = toolRunner(talentTools, handlers);

  return {
    kind: 'talent',
    tools: talentTools,
    async execute(toolName, input, call) {
      if (!isTalentTool(toolName)) {
        throw new ToolFailure({
          code: 'BAD_USER_INPUT',
          message: `There is no tool named ${JSON.stringify(toolName)}.`,
        });
      }
      call.signal.throwIfAborted();
      refuseNul(input);
      return run(toolName, input, call);
    },
    async ensureUser({ id, name }) {
      await db
        .insertInto('talent_users')
        .values({ id, name, email: null })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    },
  };
}
