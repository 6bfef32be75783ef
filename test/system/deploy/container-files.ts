import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

interface Instruction {
  name: string;
  value: string;
}

/** The instructions of the last stage of the Dockerfile, which becomes the image. */
export function imageInstructions(): Instruction[] {
  const text = readFileSync('Dockerfile', 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '');
  const all = Array.from(text.matchAll(/^([A-Z]+) +(.*)$/gm), ([, name = '', value = '']) => ({ name, value }));
  return all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
}

const words = z.array(z.string());

/** The commands, user and environment of the image. */
export function imageSettings() {
  const instructions = imageInstructions();
  const valueOf = (name: string) => instructions.findLast((each) => each.name === name)?.value ?? '';
  const command = (name: string) => words.parse(JSON.parse(/\[.*\]/.exec(valueOf(name))?.[0] ?? 'null'));
  return {
    entrypoint: command('ENTRYPOINT'),
    command: command('CMD'),
    healthCheck: command('HEALTHCHECK'),
    user: valueOf('USER'),
    environment: Object.fromEntries(
      Array.from(valueOf('ENV').matchAll(/(\w+)=(\S+)/g), ([, name = '', value = '']) => [name, value]),
    ),
  };
}

const serviceSchema = z.object({
  command: words.default([]),
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z.object({ test: words }),
  depends_on: z.record(z.string(), z.object({ condition: z.literal('service_healthy') })).default({}),
  networks: z.union([words, z.record(z.string(), z.object({ aliases: words.default([]) }))]),
  volumes: words.default([]),
  ports: words.default([]),
  read_only: z.boolean().default(false),
  stop_grace_period: z.string().optional(),
});

const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()),
  networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() }).nullable()),
});

/**
 * Parses compose.yaml, and fills in the given variables of an .env file.
 * @throws Error when a required variable is missing
 */
export function composeFile(variables: Record<string, string>) {
  const interpolate = (text: string) =>
    text.replaceAll(
      /\$(\$)|\$\{(\w+)(?::\?([^}]*)|-([^}]*))\}/g,
      (_, dollar?: string, name = '', fault?: string, fallback = '') => {
        if (dollar) return dollar;
        const value = variables[name] ?? '';
        if (value === '' && fault !== undefined) throw new Error(`${name} ${fault}`);
        return value === '' ? fallback : value;
      },
    );
  const revive = (_: unknown, value: unknown) => (typeof value === 'string' ? interpolate(value) : value);
  return composeSchema.parse(parse(readFileSync('compose.yaml', 'utf8'), revive, { merge: true }));
}
