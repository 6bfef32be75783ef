import { isIP } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveLoopback } from '../../../../../support/network/loopback-server.ts';
import { suiteDatabase } from '../../../../../support/database/suite-database.ts';
import { resetTeams } from '../../conversation-records.ts';
import { openProcessingLab, type ProcessingLab } from '../processing-lab.ts';

describe('forbidden addresses of recordings', () => {
  const opened = suiteDatabase();
  const { db } = opened;
  let lab: ProcessingLab | undefined;
  beforeEach(() => resetTeams(db));
  afterEach(async () => {
    await lab?.close();
    lab = undefined;
  });

  /** Opens one service at a time, because all of them process jobs of the same database. */
  async function openLab(allowPrivate: boolean, addresses: string[] = []): Promise<ProcessingLab> {
    lab = await openProcessingLab(opened, {
      addressRules: { allowHttp: true, allowPrivate },
      network: { resolve: async () => addresses.map((address) => ({ address, family: isIP(address) })) },
    });
    return lab;
  }

  /** Returns the error of a rejected upload, and what is stored after it. */
  async function refused({ caller, files }: ProcessingLab, recordingUrl: string) {
    const input = { hostUserEmail: 'ada@acme.example', language: 'en', title: 'Call', recordingUrl };
    const refusal = await caller.refusal('activity_upload', input);
    return { refusal, stored: [await db.selectFrom('convo_activities').select('id').execute(), await files()] };
  }

  const refusal = (message: string) => ({
    refusal: {
      code: 'BAD_USER_INPUT',
      message: `recordingUrl ${message}`,
      issues: [{ path: ['recordingUrl'], message }],
    },
    stored: [[], []],
  });

  it('are rejected at the upload even if private ones are allowed', async () => {
    expect(await refused(await openLab(true), 'http://169.254.169.254/latest/meta-data')).toEqual(
      refusal('must not lead to a link-local address'),
    );
  });

  it('fail when a name resolves to them', async () => {
    const strict = await openLab(false, ['127.0.0.1']);

    expect(await strict.ended(await strict.upload('http://files.test/a.vtt'))).toMatchObject({
      processing_state: 'failed',
      processing_failure: "The recording's address files.test leads to a loopback or private address.",
    });
  });

  it.each([[['10.0.0.1', '169.254.169.254']], [['::ffff:169.254.169.254']], [['fe80::1']]])(
    'fail when a name has the addresses %j even if private ones are allowed',
    async (addresses) => {
      const lax = await openLab(true, addresses);

      expect(await lax.ended(await lax.upload('http://files.test/a.vtt'))).toMatchObject({
        processing_state: 'failed',
        processing_failure: "The recording's address files.test leads to a link-local address.",
      });
    },
  );

  it.each([
    ['http://169.254.169.254/latest', '169.254.169.254'],
    ['http://[fe80::1]/latest', '[fe80::1]'],
  ])('fail when an allowed private address redirects to %s', async (location, host) => {
    const server = await serveLoopback((_request, response) => response.writeHead(302, { location }).end());
    const lax = await openLab(true);

    const activity = await lax.ended(await lax.upload(`${server.url}/a.vtt`));
    await server.close();
    expect(activity).toMatchObject({
      processing_state: 'failed',
      processing_failure: `The recording's address ${host} leads to a link-local address.`,
    });
    expect(server.requests).toEqual(['GET /a.vtt']);
  });
});
