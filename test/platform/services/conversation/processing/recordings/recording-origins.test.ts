import { isIP } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Loopback, serveLoopback } from '../../../../../support/network/loopback-server.ts';
import { suiteDatabase } from '../../../../../support/database/suite-database.ts';
import { conversationCallers } from '../../conversation-caller.ts';
import { ada, resetTeams } from '../../conversation-records.ts';
import { openProcessingLab, type ProcessingLab } from '../processing-lab.ts';

const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n';
const key = '/recordings/0b6f4a52-1c7d-4f5e-8a60-1c2d3e4f5a60.text.vtt';
const signed = `${key}?expires=1799999999&signature=${'a'.repeat(64)}`;
const redirecting = signed.replace('0b6f', 'ffff');

const rules = (recordingOrigins: string[]) => ({ allowHttp: false, allowPrivate: false, recordingOrigins });

describe('recordings of graph nodes', () => {
  const opened = suiteDatabase();
  const { db } = opened;
  /** A graph node: its loopback address is private, and it does not speak TLS. */
  let node: Loopback;
  let target: Loopback;
  let lab: ProcessingLab | undefined;

  beforeAll(async () => {
    target = await serveLoopback((_request, response) => response.end(vtt));
    node = await serveLoopback(({ url }, response) =>
      url === redirecting ? response.writeHead(302, { location: `${target.url}/` }).end() : response.end(vtt),
    );
  });
  beforeEach(async () => {
    await resetTeams(db);
    node.requests.length = 0;
  });
  afterEach(async () => {
    await lab?.close();
    lab = undefined;
  });
  afterAll(() => Promise.all([node.close(), target.close()]));

  /** Opens a platform that trusts the given origins. Host names resolve to the given addresses. */
  async function openLab(recordingOrigins: string[], addresses: string[] = []): Promise<ProcessingLab> {
    lab = await openProcessingLab(opened, {
      addressRules: rules(recordingOrigins),
      network: { resolve: async () => addresses.map((address) => ({ address, family: isIP(address) })) },
    });
    return lab;
  }

  it('are fetched over http from a private address if their origin is listed', async () => {
    const { ended, upload } = await openLab(['http://127.0.0.1:1', node.url]);

    expect(await ended(await upload(node.url + signed))).toMatchObject({ processing_state: 'done' });
    expect(node.requests).toEqual([`GET ${signed}`]);
  });

  it('are fetched from a listed name that resolves to a private address', async () => {
    const origin = `http://graph-1.test:${node.port}`;
    const { ended, upload } = await openLab([origin], ['127.0.0.1']);

    expect(await ended(await upload(origin + signed))).toMatchObject({ processing_state: 'done' });
    expect(node.requests).toEqual([`GET ${signed}`]);
  });

  const noTls = 'must begin with https://';
  const isPrivate = 'must not lead to a loopback or private address';

  it.each([
    ['another port', () => `http://127.0.0.1:${target.port}${signed}`, noTls],
    ['another scheme', () => `https://127.0.0.1:${node.port}${signed}`, isPrivate],
    ['another name of the same host', () => `http://localhost:${node.port}${signed}`, noTls],
    ['the same address in IPv6 notation', () => `http://[::ffff:127.0.0.1]:${node.port}${signed}`, noTls],
    ['a user name', () => `http://user@127.0.0.1:${node.port}${signed}`, noTls],
    ['the origin as user name of another host', () => `http://127.0.0.1:${node.port}@10.0.0.1${signed}`, noTls],
    ['another path', () => `${node.url}/health/ready`, noTls],
    ['another path with a signature', () => `${node.url}/graphql?expires=1&signature=${'a'.repeat(64)}`, noTls],
    ['a path that leaves the folder', () => `${node.url}${signed.replace('recordings/', 'recordings/../')}`, noTls],
    [
      'an escaped path that leaves the folder',
      () => `${node.url}/recordings/%2e%2e%2fhealth?${signed.split('?')[1]}`,
      noTls,
    ],
    ['no signature', () => node.url + key, noTls],
    ['a malformed signature', () => `${node.url}${key}?expires=1&signature=x`, noTls],
    ['another parameter', () => `${node.url}${signed}&query={lists{id}}`, noTls],
  ])('are rejected before anything is stored or sent when the URL has %s', async (_, url, rule) => {
    const caller = conversationCallers(db, { addressRules: rules([node.url]) }).as(ada);
    const input = { hostUserEmail: 'ada@acme.example', language: 'en', title: 'Call', recordingUrl: url() };

    expect(await caller.refusal('activity_upload', input)).toMatchObject({
      code: 'BAD_USER_INPUT',
      issues: [{ path: ['recordingUrl'], message: rule }],
    });
    expect(await db.selectFrom('convo_activities').select('id').execute()).toEqual([]);
    expect([...node.requests, ...target.requests]).toEqual([]);
  });

  it('are not fetched from a listed name that resolves to a link-local address', async () => {
    const { ended, upload } = await openLab(['http://graph-1.test'], ['127.0.0.1', '169.254.169.254']);

    expect(await ended(await upload(`http://graph-1.test${signed}`))).toMatchObject({
      processing_state: 'failed',
      processing_failure: "The recording's address graph-1.test leads to a link-local address.",
    });
  });

  it('are not fetched from another name that resolves to the private address of a graph node', async () => {
    const { ended, upload } = await openLab([node.url], ['127.0.0.1']);

    expect(await ended(await upload(`https://files.test:${node.port}${signed}`))).toMatchObject({
      processing_state: 'failed',
      processing_failure: `The recording's address files.test leads to a loopback or private address.`,
    });
    expect(node.requests).toEqual([]);
  });

  it('are not fetched after a redirect', async () => {
    const { ended, upload } = await openLab([node.url, target.url]);

    expect(await ended(await upload(node.url + redirecting))).toMatchObject({
      processing_state: 'failed',
      processing_failure: "The recording's address is on a graph node and must not redirect.",
    });
    expect([node.requests, target.requests]).toEqual([[`GET ${redirecting}`], []]);
  });

  it('do not open their origin for webhooks', async () => {
    const caller = conversationCallers(db, { addressRules: rules([node.url]) }).as(ada);

    expect(
      await caller.refusal('webhook_create', { trigger: 'conversation_processed', url: node.url + signed }),
    ).toMatchObject({ code: 'BAD_USER_INPUT', issues: [{ path: ['url'], message: noTls }] });
  });
});
