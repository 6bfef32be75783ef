// @module-tag never-excused
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { printSchema } from '../../../src/graph/print-schema.ts';
import { send } from '../../support/graph/served-graph.ts';
import { type DemoServer, serveDemo } from '../../federation/gateways/demo-server.ts';
import type { Gateway } from '../../federation/gateways/forwarded-headers.ts';
import { timeLimit } from '../../support/time-limit.ts';
import { type ComparedOperation, comparedOperations, rejectedOperations } from './compared-operations.ts';
import { gateways } from './gateways.ts';

const errorSchema = z.object({
  path: z.array(z.unknown()).optional(),
  extensions: z.object({ code: z.string() }).optional(),
});

/** The data of an answer, and the path and code of each error. */
async function answer(url: string, { query, variables = {}, operationName }: ComparedOperation) {
  const { data, errors } = await send(url, { query, variables, operationName });
  const codes = errors
    .map((error) => errorSchema.parse(error))
    .map(({ path, extensions }) => ({ path, code: extensions?.code }));
  return { data: withoutGenerated(data ?? null), errors: codes.toSorted(byPath) };
}

const byPath = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Replaces what each server generates: ids, secrets and request ids. */
const withoutGenerated = (data: unknown): unknown =>
  JSON.parse(
    JSON.stringify(data)
      .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'uuid')
      .replaceAll(/(?<="(?:lst|ent|sch)_)[\da-f]{32}/g, 'generated')
      .replaceAll(/whsec_[\w+/=]+/g, 'secret'),
  );

describe('a client of a gateway', () => {
  /** One to query directly and one for each gateway. Each server has its own data. */
  let servers: DemoServer[];
  let behind: Gateway[];
  beforeAll(async () => {
    servers = await Promise.all([serveDemo(), ...gateways.map(() => serveDemo())]);
    behind = await Promise.all(
      gateways.map(({ serve }, index) => {
        const services = [{ name: 'graph', url: servers[index + 1]?.url ?? '', typeDefs: parse(printSchema()) }];
        return serve(composeServices(services).supergraphSdl ?? '');
      }),
    );
  }, timeLimit(240));
  afterAll(async () => {
    for (const gateway of behind) await gateway.close();
    for (const server of servers) await server.close();
  });

  const directUrl = () => servers[0]?.url ?? '';

  it.each(comparedOperations)('gets the same data, error paths and codes for $name', async (operation) => {
    const expected = await answer(directUrl(), operation);
    const answers = await Promise.all(behind.map(({ url }) => answer(url, operation)));
    expect(answers).toEqual(gateways.map(() => expected));
  });

  it.each(rejectedOperations)('gets null and the code $code for $query', async ({ code, ...operation }) => {
    for (const url of [directUrl(), ...behind.map((gateway) => gateway.url)]) {
      const { data, errors } = await send(url, operation);
      expect(Object.values(data ?? {})).toEqual(data ? [null] : []);
      expect(errors).toMatchObject([{ extensions: { code } }]);
    }
  });
});

describe('the compared operations', () => {
  it('are at least 60, a fourth of them mutations', () => {
    const mutations = comparedOperations.filter(({ query }) => query.includes('mutation'));
    expect(comparedOperations.length).toBeGreaterThanOrEqual(60);
    expect(mutations.length).toBeGreaterThanOrEqual(comparedOperations.length / 4);
  });
});
