import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../src/app/config/config.ts';
import { createLog } from '../../src/app/log/log.ts';

const secrets = {
  jwt: 'jwt-secret-with-"quotes"-and-\\slashes-0123',
  client: 'client secret + ünïcode',
  recording: 'recording-secret-0123456789-0123456789',
  transcriber: 'sk-transcriber-1234',
  analyst: 'sk-analyst-1234',
  database: 'p@ss/word%1',
  redis: '12345678',
  smtp: 'm@il/word%1',
  webhook: `whsec_${Buffer.alloc(24, 0xfd).toString('base64')}`,
  vault: Buffer.alloc(32, 0xfb).toString('base64'),
  previous: Buffer.alloc(32, 0xfe).toString('base64'),
};

const config = readConfig({
  DATABASE_URL: `postgres://graph:${encodeURIComponent(secrets.database)}@db.example/graph`,
  VAULT_KEY: secrets.vault,
  VAULT_PREVIOUS_KEYS: secrets.previous,
  PLATFORM_CLIENT_ID: 'client_1',
  AUTH_JWT_SECRET: secrets.jwt,
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: 'graph',
  REDIS_URL: `redis://:${secrets.redis}@cache.example`,
  SMTP_URL: `smtps://graph:${encodeURIComponent(secrets.smtp)}@mail.example`,
  MAIL_FROM: 'graph@example.com',
  WEBHOOK_RECEIVER_SECRETS: secrets.webhook,
  RECORDING_SECRET: secrets.recording,
  TRANSCRIBER_URL: 'https://transcriber.example',
  TRANSCRIBER_API_KEY: secrets.transcriber,
  ANALYST_URL: 'https://analyst.example',
  ANALYST_API_KEY: secrets.analyst,
  ANALYST_MODEL: 'any',
});
const remote = readConfig({
  PLATFORM_URL: 'https://platform.example',
  PLATFORM_CLIENT_ID: 'client_1',
  PLATFORM_CLIENT_SECRET: secrets.client,
});

const recordSchema = z.looseObject({ level: z.int(), time: z.int(), msg: z.string().optional() });

/** Returns the only line that `write` logs, as text and parsed. */
function written(write: (log: ReturnType<typeof createLog>) => void, from = config) {
  const lines: string[] = [];
  write(createLog(from, { write: (line) => void lines.push(line) }));
  const [line = ''] = lines;
  expect(lines).toEqual([expect.stringMatching(/^[^\n]+\n$/)]);
  return { line, record: recordSchema.parse(JSON.parse(line)) };
}

describe('the log', () => {
  it('does not change a line without secrets', () => {
    const { record } = written((log) => log.info({ status: 200, reason: 'there is no token' }, 'POST /graphql'));
    expect(record).toMatchObject({ level: 30, msg: 'POST /graphql', status: 200, reason: 'there is no token' });
  });

  it.each(Object.entries(secrets).filter(([name]) => name !== 'client'))(
    'holds the configured secret %s nowhere',
    (_, secret) => {
      const { line, record } = written((log) => {
        const cause = new Error(`sent ${secret} twice: ${encodeURIComponent(secret)}`);
        log.error({ err: new Error('it failed', { cause }), deep: { list: [{ [secret]: secret }] } }, `with ${secret}`);
      });
      const [inJson, inAddress] = [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)];
      expect([secret, inJson, inAddress].filter((form) => line.includes(form))).toEqual([]);
      expect(record).toMatchObject({
        msg: 'with ***',
        err: { message: 'it failed: sent *** twice: ***', stack: expect.stringContaining('sent *** twice') },
        deep: { list: [{ '***': '***' }] },
      });
    },
  );

  it('masks the client secret, also in Basic credentials', () => {
    const basic = Buffer.from(`client_1:${secrets.client}`).toString('base64');
    const { record } = written((log) => log.warn(`${secrets.client}, ${basic}, Basic ${basic}`), remote);
    expect(record.msg).toBe('***, ***, Basic ***');
  });

  it('does not mask numbers, so that the line stays JSON', () => {
    const { record } = written((log) => log.info({ size: Number(secrets.redis) }, `a${secrets.redis}b`));
    expect(record).toMatchObject({ size: 12_345_678, msg: 'a***b' });
  });

  it.each([
    ['Authorization: Bearer abc.def-ghi~1+/==, next', 'Authorization: Bearer ***, next'],
    ['GET\nbearer\tQWxhZGRpbjpvcGVu', 'GET\nbearer\t***'],
    ['Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'Basic ***'],
    ['the token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2ln is bad', 'the token *** is bad'],
    ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.', '***'],
    ['\ttcg_convo_0123abcd\ttcg_client_x', '\t***\t***'],
    ['\tcg_plain', '\tcg_plain'],
    ['connect postgres://user:p:w@d@db:5432/x', 'connect postgres://user:***@db:5432/x'],
    ['rediss://:hunter2@cache/0 and http://host:4000/a@b', 'rediss://:***@cache/0 and http://host:4000/a@b'],
    ['http://a/recordings/k?expires=1&signature=0af9&x=1', 'http://a/recordings/k?expires=1&signature=***&x=1'],
    ['grant_type=x&client_secret=hunter2', 'grant_type=x&client_secret=***'],
    ['answered {"access_token":"hunter2","n":1}', 'answered {"access_token":***,"n":1}'],
    ["{ password: 'hunter2' }", '{ password: *** }'],
    ['the authorization is no bearer token', 'the authorization is no bearer token'],
  ])('writes %j as %j', (text, expected) => {
    const { record } = written((log) => log.info({ err: new Error('outer', { cause: new Error(text) }), text }, text));
    expect(record).toMatchObject({ msg: expected, text: expected, err: { message: `outer: ${expected}` } });
  });

  it.each(['authorization', 'cookie', 'token', 'secret', 'password', 'params', 'variables'])(
    'masks fields named %s at any depth',
    (name) => {
      const { record, line } = written((log) =>
        log.child({ [name]: 'hunter2' }).info({ a: { [name]: { b: 'hunter2' } }, c: [{ d: { [name]: 'hunter2' } }] }),
      );
      expect(record).toMatchObject({ [name]: '***', a: { [name]: '***' }, c: [{ d: { [name]: '***' } }] });
      expect(line).not.toContain('hunter2');
    },
  );
});
