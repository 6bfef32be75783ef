// oxlint-disable-next-line timing/no-sleep -- callers pause between requests
import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { uploadForm } from '../../support/graph/upload-form.ts';

/** State that the workers share. They stop when `isOver` is set. */
export interface Load {
  isOver: boolean;
  hostUserEmail: string;
  requests: number;
  failures: Failure[];
  /** Names of the changes that were acknowledged. */
  done: { lists: string[]; uploads: string[] };
  /** Duration of the slowest read, in milliseconds. */
  longestRead: number;
}

export interface Failure {
  kind: Kind;
  /** Error code of the response; `CONNECTION` if there was no valid response. */
  code: string;
  text: string;
}

export type Kind = 'read' | 'list' | 'upload';

export const newLoad = (settings: Pick<Load, 'hostUserEmail'> & Partial<Load>): Load => ({
  isOver: false,
  requests: 0,
  failures: [],
  done: { lists: [], uploads: [] },
  longestRead: 0,
  ...settings,
});

/** Pause of a worker after each request, which leaves CPU time for the restarts. */
const pauseMs = 50;

const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ extensions: z.object({ code: z.string() }) })).optional(),
});
const problemSchema = z.object({ code: z.string() });

const read = '{ signals(first: 5) { nodes { fullName } } organization { name } cities(first: 1) { nodes { name } } }';
const outcome = '{ __typename ... on Problem { code } }';

/** Reads, creates lists and uploads in turn over one connection, until the load is over. */
export async function work(url: string, { worker, load }: { worker: number; load: Load }): Promise<void> {
  const dispatcher = new Agent({ connections: 1 });
  const kinds = ['read', 'list', 'upload'] as const;
  for (let round = 0; !load.isOver; round += 1) {
    const kind = kinds[round % kinds.length] ?? 'read';
    const name = `${worker}.${round}`;
    const startedAt = performance.now();
    load.requests += 1;
    const failure = await send(`${url}/graphql`, { kind, name, load, dispatcher });
    if (kind === 'read') load.longestRead = Math.max(load.longestRead, performance.now() - startedAt);
    await setTimeout(pauseMs);
    if (failure) load.failures.push({ kind, ...failure });
    else if (kind !== 'read') load.done[`${kind}s`].push(name);
  }
  await dispatcher.close();
}

async function send(
  url: string,
  { kind, name, load, dispatcher }: { kind: Kind; name: string; load: Load; dispatcher: Agent },
): Promise<Omit<Failure, 'kind'> | undefined> {
  try {
    const { statusCode, body } = await request(url, { method: 'POST', dispatcher, ...(await requestOf()) });
    const text = await body.text();
    const { data, errors } = answerSchema.parse(JSON.parse(text));
    const problem = Object.values(data ?? {}).flatMap((value) => problemSchema.safeParse(value).data ?? []);
    const code = errors?.[0]?.extensions.code ?? problem[0]?.code;
    return code === undefined ? undefined : { code, text: `${statusCode} ${text}` };
  } catch (error) {
    return { code: 'CONNECTION', text: String(error) };
  }

  async function requestOf() {
    if (kind === 'upload') {
      const query = `mutation ($input: UploadActivityInput!) { uploadActivity(input: $input) ${outcome} }`;
      const body = uploadForm({ query, title: name, hostUserEmail: load.hostUserEmail, skipFullAnalysis: true });
      // `request` of undici accepts only undici's own FormData, so the form is sent as bytes.
      const form = new Response(body);
      const type = form.headers.get('content-type') ?? '';
      return {
        headers: { 'content-type': type, 'apollo-require-preflight': '1' },
        body: Buffer.from(await form.arrayBuffer()),
      };
    }
    const query = kind === 'read' ? read : `mutation { createList(input: { name: "${name}" }) ${outcome} }`;
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };
  }
}
