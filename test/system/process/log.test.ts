import { SignJWT } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/network/free-port.ts';
import { claims } from '../../support/network/token-issuer.ts';
import { cleanUp, logLines, makeFolder, startProgram } from '../../support/process/program.ts';
import { postJson } from '../../support/network/post-json.ts';
import { timeLimit } from '../../support/time-limit.ts';

const secrets = {
  jwt: 'jwt-secret-0123456789-0123456789-0123456789',
  client: 'tcg_client_0123456789abcdef',
  recording: 'recording-secret-0123456789-0123456789',
  redis: 'redis-hunter2',
  variable: 'variable-hunter2',
  key: 'tcg_talent_0123456789abcdef',
};

const leaked = (text: string, others: string[] = []) =>
  [...Object.values(secrets), ...others].filter((secret) => text.includes(secret));

describe('the output of the program', { timeout: timeLimit(120) }, () => {
  afterEach(cleanUp);

  it('contains no secret at level debug while every upstream is down', async () => {
    const program = await startProgram({
      LOG_LEVEL: 'debug',
      DATA_DIR: await makeFolder(),
      PLATFORM_URL: `http://127.0.0.1:${await freePort()}`,
      PLATFORM_CLIENT_ID: 'client_1',
      PLATFORM_CLIENT_SECRET: secrets.client,
      AUTH_JWT_SECRET: secrets.jwt,
      AUTH_ISSUER: 'https://issuer.example',
      AUTH_AUDIENCE: 'https://graph.example',
      RECORDING_SECRET: secrets.recording,
      REDIS_URL: `redis://graph:${secrets.redis}@127.0.0.1:${await freePort()}`,
    });
    const token = await new SignJWT(claims({ scope: 'talent:read talent:write' }))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secrets.jwt));
    const send = async (authorization: string) => {
      const response = await postJson(
        program.url,
        {
          query: 'mutation Create($name: String!) { createList(input: { name: $name }) { __typename } }',
          variables: { name: secrets.variable },
        },
        { headers: { authorization } },
      );
      return response.status;
    };
    expect([await send(`Bearer ${token}`), await send(`Bearer ${secrets.key}`)]).toEqual([200, 401]);
    expect(await program.end('SIGTERM')).toEqual({ code: 0, signal: null });

    expect(leaked(program.written(), token.split('.'))).toEqual([]);
    const requests = logLines(program).filter(({ msg }) => msg === 'POST /graphql');
    expect(requests).toMatchObject([
      { level: 40, status: 200, identifier: 'ada', operation: 'Create', errorCodes: ['UPSTREAM_UNAVAILABLE'] },
      { level: 30, status: 401, code: 'UNAUTHENTICATED' },
    ]);
  });
});
