import type { Db } from '../../../src/database/open-database.ts';
import { createTalentService } from '../../../src/services/talent/talent-service.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import { type Caller as ToolCaller, toolCaller } from '../../support/tool-caller.ts';

export type Caller = ToolCaller<typeof talentTools>;

/** Callers of a talent service over a database, by user id; the time is `now`. */
export function talentCallers(db: Db, now: () => Date = () => new Date()): (userId: string) => Caller {
  const service = createTalentService({ db, now });
  return (userId) =>
    toolCaller(talentTools, (name, input) =>
      service.execute(name, input, { userId, signal: new AbortController().signal }),
    );
}
