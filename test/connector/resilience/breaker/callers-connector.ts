import type { ResilienceOverrides } from '../../../../src/connector/resilience/settings.ts';
import type { ProblemCode } from '../../../../src/tools/errors/error-codes.ts';
import { talentTools } from '../../../../src/tools/talent/talent-tools.ts';
import { failing, scriptedConnector } from '../scripted-connector.ts';

export const pausedConnection =
  'lists_get was not called: its connection keeps failing, so calls are paused for a while.';
export const pausedCaller =
  "lists_get was not called: this caller's calls keep failing, so they are paused for a while.";

/** A connector without retries whose calls fail with the code that `faults` has for their identifier. */
export function callersConnector(resilience: ResilienceOverrides = { maxRetries: 0 }) {
  const faults = new Map<string, ProblemCode>();
  const scripted = scriptedConnector({
    answer: async ({ identifier }) => {
      const code = faults.get(identifier);
      if (code) throw failing(code);
      return { id: 'lst_1', name: 'Founders' };
    },
    resilience,
  });
  const read = (identifier: string) => scripted.open({ identifier }).call(talentTools.lists_get, { id: 'lst_1' });
  return {
    ...scripted,
    read,
    /** Makes every call of these identifiers fail; without a code, makes it succeed again. */
    fail(code: ProblemCode | undefined, ...identifiers: string[]) {
      for (const identifier of identifiers) {
        if (code) faults.set(identifier, code);
        else faults.delete(identifier);
      }
    },
    async readTimes(count: number, ...identifiers: string[]) {
      for (let index = 0; index < count; index += 1) {
        for (const identifier of identifiers) await read(identifier).catch(() => {});
      }
    },
    sentBy: (identifier: string) => scripted.sent.filter((call) => call.identifier === identifier).length,
    messages: () => scripted.logged.map(({ msg }) => msg),
  };
}
