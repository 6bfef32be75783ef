import { describe, expect, it } from 'vitest';
import { type Context, Hono } from 'hono';
import { type AccessLogVariables, createAccessLog, logRequests } from '../../../src/http/middleware/access-log.ts';
import { createTelemetry } from '../../../src/infrastructure/telemetry/telemetry.ts';
import { captureLog } from '../../support/log-capture.ts';

describe('the level of an access log line', () => {
  const levelOf = async (path: string, answer: (c: Context<{ Variables: AccessLogVariables }>) => Response) => {
    const { log, lines } = captureLog('debug');
    const app = new Hono<{ Variables: AccessLogVariables }>();
    app.use(logRequests(createAccessLog(log, createTelemetry())));
    app.onError((error, c) => {
      c.var.logEntry.fault = error;
      return c.text('', 500);
    });
    app.get('*', answer);
    await app.request(path);
    return lines.map(({ level }) => level);
  };

  it.each<[string, string, number, (c: Context<{ Variables: AccessLogVariables }>) => Response]>([
    ['info for a status below 500', '/graphql', 30, () => new Response('', { status: 499 })],
    ['warn for a status of 500 or above', '/graphql', 40, () => new Response('', { status: 503 })],
    [
      'error for an unexpected error',
      '/graphql',
      50,
      () => {
        throw new Error('unforeseen');
      },
    ],
    [
      'debug for the files of GraphiQL',
      '/graphql/assets/page.js',
      20,
      (c) => {
        c.var.logEntry.isMinor = true;
        return new Response('');
      },
    ],
    ['debug for probes', '/health/ready', 20, () => new Response('', { status: 503 })],
  ])('is %s', async (_, path, level, answer) => {
    expect(await levelOf(path, answer)).toEqual([level]);
  });
});
