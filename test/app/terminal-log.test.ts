import { stripVTControlCharacters } from 'node:util';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/app/log/log.ts';
import { openTerminalStream } from '../../src/app/log/terminal-stream.ts';
import { readConfig } from '../../src/app/config/config.ts';

const terminal = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });

describe('the log on a terminal', () => {
  it('is readable text, without secrets', async () => {
    const output = terminal();
    const config = readConfig({ RECORDING_SECRET: 'recording-secret-0123456789-0123456789' });
    const log = createLog(config, await openTerminalStream(config, output));
    const fields = {
      requestId: 'r1',
      status: 503,
      cost: { actual: 2 },
      token: 'hunter2',
      reason: config.recordings.secret,
    };
    log.warn(fields, 'Bearer abcdefgh1234 failed');
    log.error({ err: new Error('broken\u001b[2J', { cause: new Error('torn') }), step: 'two words' }, 'a step failed');

    const [warning, error, ...stack] = stripVTControlCharacters(String(output.read())).split('\r');
    expect([warning, stack]).toEqual(['', expect.any(Array)]);
    const text = [error, ...stack].join('').replaceAll(/\[\d\d:\d\d:\d\d\]/g, '[time]');
    expect(text.split('\n').filter((line) => !line.includes(' at '))).toEqual([
      '[time] WARN: Bearer *** failed status=503 cost.actual=2 token=*** reason=*** requestId=r1',
      '[time] ERROR: a step failed step="two words"',
      '    Error: broken\\u001b[2J',
      '    caused by: Error: torn',
      '',
    ]);
  });

  it('remains JSON in production, and when the output is no terminal', async () => {
    expect(await openTerminalStream({ production: true }, terminal())).toBeUndefined();
    expect(await openTerminalStream({ production: false }, new PassThrough())).toBeUndefined();
  });
});
