import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorCodes, isRestCode } from '../../../src/tools/errors/error-codes.ts';
import { restPaths } from '../../../src/tools/rest-protocol.ts';
import { allTools } from '../golden/record-world.ts';
import { startPlatformLab, type PlatformLab } from './platform-lab.ts';

const operation = z.looseObject({ responses: z.record(z.string(), z.unknown()) });
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  webhooks: z.record(z.string(), z.unknown()),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

describe('/api/openapi.json', () => {
  let lab: PlatformLab;
  let text: string;

  beforeAll(async () => {
    lab = await startPlatformLab();
    const response = await fetch(`${lab.origin}/api/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    text = await response.text();
  });
  afterAll(() => lab.close());

  it('satisfies the recommended rules of Redocly without warnings', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
    try {
      await writeFile(join(folder, 'openapi.json'), text);
      const linted = await promisify(execFile)(
        process.execPath,
        [
          join(process.cwd(), 'node_modules/@redocly/cli/bin/cli.js'),
          'lint',
          join(folder, 'openapi.json'),
          '--extends=recommended',
          '--format=json',
        ],
        { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
      ).catch((error: unknown) => ({ stdout: String(Reflect.get(Object(error), 'stdout')) }));
      expect(JSON.parse(linted.stdout)).toMatchObject({
        totals: { errors: 0, warnings: 0, ignored: 0 },
        problems: [],
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('has an operation for each path, and each tool as a component', () => {
    const { paths, webhooks, components } = documentSchema.parse(JSON.parse(text));
    const { description: _self, ...described } = restPaths;

    expect(Object.keys(paths)).toEqual(Object.values(described));
    expect(Object.values(paths).map((methods) => Object.keys(methods).length)).toEqual([1, 1, 1, 1]);
    expect(Object.keys(webhooks)).toEqual(['event']);
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(
        allTools.flatMap(({ connector, name }) => ['call', 'payload'].map((part) => `${connector}_${name}.${part}`)),
      ),
    );
  });

  it('describes the token that it issues', async () => {
    const { schemas } = documentSchema.parse(JSON.parse(text)).components;
    const issued = await lab.postToken({
      grant_type: 'client_credentials',
      client_id: lab.client.clientId,
      client_secret: lab.secret,
    });
    const ajv = new Ajv2020();
    ajv.validate(z.looseObject({}).parse(schemas['token']), await issued.json());
    expect(ajv.errors).toBeNull();
  });

  it('has each example once', () => {
    for (const schema of Object.values(documentSchema.parse(JSON.parse(text)).components.schemas)) {
      const examples = z.looseObject({ examples: z.array(z.unknown()).default([]) }).parse(schema).examples;
      expect(new Set(examples.map((example) => JSON.stringify(example))).size).toBe(examples.length);
    }
  });

  it('has every error code under its status', () => {
    const { responses } = documentSchema.parse(JSON.parse(text)).paths[restPaths.executeTool]?.['post'] ?? {};
    for (const code of Object.keys(errorCodes).filter(isRestCode)) {
      expect(JSON.stringify(responses?.[errorCodes[code].status])).toContain(JSON.stringify(code));
    }
  });
});
