import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { authentication, tokenOf } from '../../support/network/caller-token.ts';
import { serveApp } from '../../support/network/serve-app.ts';
import { startApp } from '../../support/network/start-app.ts';
import { useResource } from '../../support/resource.ts';
import { timeLimit } from '../../support/time-limit.ts';

const hasPython = spawnSync('python3', ['--version']).status === 0;
const attempts = 3;
const preflight = { 'apollo-require-preflight': '1' };
const authorization = `Bearer ${await tokenOf('ada')}`;

const rejections: [number, string, Record<string, string>][] = [
  [401, 'UNAUTHENTICATED', { ...preflight, authorization: 'Bearer expired' }],
  [403, 'CSRF_PREVENTED', { authorization }],
  [406, 'NOT_ACCEPTABLE', { ...preflight, authorization, accept: 'text/csv' }],
  [413, 'REQUEST_ENTITY_TOO_LARGE', { ...preflight, authorization }],
];
const cases = [100_000, 5_000_000, 50_000_000].flatMap((bytes) =>
  rejections.map(([status, code, headers]) => ({ bytes, status, code, headers })),
);

/** Clients have their own processes: in the server's, they send no faster than the server reads. */
describe.skipIf(!hasPython)('the rejection of an upload', { timeout: timeLimit(120) }, () => {
  const server = useResource(async () =>
    serveApp(await startApp({ ...authentication, DEMO_DATA: 'false', MAX_RECORDING_BYTES: '50000' })),
  );

  async function send(command: string, file: URL, { headers, bytes }: { headers: object; bytes: number }) {
    const options = [server.url, JSON.stringify(headers), String(bytes), String(attempts)];
    const child = spawn(command, [fileURLToPath(file), ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = (await text(child.stdout)).trim().split('\n');
    return lines.map((line): unknown => JSON.parse(line));
  }

  describe.each([
    ["Node's fetch", process.execPath, new URL('./send-file.ts', import.meta.url)],
    ["Python's http.client", 'python3', new URL('./send-file.py', import.meta.url)],
  ])('reaches %s', (_, command, file) => {
    it.each(cases)('with status $status and a file of $bytes bytes', async ({ status, code, ...request }) => {
      const answer = [status, { errors: [{ extensions: { code } }] }];
      expect(await send(command, file, request)).toMatchObject(Array.from({ length: attempts }, () => answer));
    });
  });
});
