import type { Db } from '../../../../src/platform/database/open-database.ts';
import { createTalentService } from '../../../../src/platform/services/talent/talent-service.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import { serviceKeys } from '../../../support/platform/service-keys.ts';
import { type Caller as ToolCaller, toolCaller } from '../../../support/platform/tool-caller.ts';

export type Caller = ToolCaller<typeof talentTools>;

/** Returns a function that creates a caller of the talent service from a user id. `now` is the service's clock. */
export function talentCallers(db: Db, now: () => Date = () => new Date()): (userId: string) => Caller {
  const start = () => {
    const keys = serviceKeys({ db, service: 'talent', now });
    return { keys, service: createTalentService({ db, now, keys }) };
  };
  let started: ReturnType<typeof start> | undefined;
  return (userId) =>
    toolCaller(talentTools, async (name, input) => {
      const { keys, service } = (started ??= start());
      const token = await keys.issuePersonal({ userId });
      return service.execute(name, input, { token, signal: new AbortController().signal });
    });
}
