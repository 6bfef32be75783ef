import type { YogaLogger } from 'graphql-yoga';
import type { Logger } from 'pino';

/** What the server library wants to say, as records of our log; errors keep their stacks. */
export function yogaLog(log: Logger): YogaLogger {
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...details: unknown[]) => {
      const err = details.find((detail) => detail instanceof Error);
      // What is no text may be a whole request.
      const words = details.filter((detail) => typeof detail === 'string');
      log[level](err ? { err } : { details: words }, 'graphql');
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
