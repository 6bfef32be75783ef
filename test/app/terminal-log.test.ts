import { stripVTControlCharacters } from 'node:util';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../src/app/log/log.ts';
import { openTerminalStream } from '../../src/app/log/log.ts';
import { readConfig } from '../../src/app/config/config.ts';

const terminal = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });

describe('the log on a terminal', () => {
  it('is readable text, without secrets', async () => {
    const output = terminal();
    const config = readConfig({ RECORDING_SECRET: 'recording-secret-0123456789-0123456789' });
    const log = createLog(config, await openTerminalStream(config, output));
    log.warn({ status: 503, token: 'hunter2', reason: config.recordings.secret }, 'Bearer abcdefgh1234 failed');

    expect(stripVTControlCharacters(String(output.read()))).toMatch(
      /^\[\d\d:\d\d:\d\d\] WARN: Bearer \*\*\* failed \{"status":503,"token":"\*\*\*","reason":"\*\*\*"\}\n$/,
    );
  });

  it('remains JSON in production, and when the output is no terminal', async () => {
    expect(await openTerminalStream({ production: true }, terminal())).toBeUndefined();
    expect(await openTerminalStream({ production: false }, new PassThrough())).toBeUndefined();
  });
});
