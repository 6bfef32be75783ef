import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { printedAddress } from '../../support/process/printed-address.ts';
import { ask } from '../../support/graph/served-graph.ts';
import { uploadForm } from '../../support/graph/upload-form.ts';
import { timeLimit } from '../../support/time-limit.ts';

it('answers the documented query from both subgraphs, and forwards uploads', { timeout: timeLimit(90) }, async () => {
  const child = spawn(process.execPath, ['test/supergraph/main.ts'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const url = (await printedAddress(child)).replace(/,$/, '');
  const [, query = ''] = /```graphql\n([\s\S]*?)```/.exec(await readFile('test/supergraph/README.md', 'utf8')) ?? [];

  const { data, errors } = await ask(url, query);
  const owner = { name: 'Robin Sample', deals: [{ title: 'Seed round' }, { title: 'Advisory board' }] };
  expect(errors).toEqual([]);
  expect(data).toEqual({
    deals: [
      {
        title: 'Seed round',
        signal: { fullName: 'Ananya Desai' },
        company: { name: 'Palantir Technologies' },
        owner,
        lastCall: { title: 'Follow-up with Plover Freight' },
      },
      {
        title: 'Advisory board',
        signal: { fullName: expect.any(String) },
        company: { name: expect.any(String) },
        owner,
        lastCall: null,
      },
    ],
  });
  const body = uploadForm({ title: 'Intro call', hostUserEmail: 'robin.sample@example.com' });
  const response = await fetch(url, { method: 'POST', headers: { 'x-graphql-yoga-csrf': '1' }, body });
  expect(await response.json()).toEqual({ data: { uploadActivity: { __typename: 'UploadActivitySuccess' } } });
});
