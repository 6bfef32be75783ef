import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { dataCommands } from '../../src/app/cli/data-commands.ts';
import { environmentSchema } from '../../src/app/config/environment.ts';
import { matchScores } from '../../src/graph/matching/rules/match-scores.ts';
import { readExamples } from '../../src/http/graphql/graphiql/examples.ts';
import { createMetrics } from '../../src/infrastructure/telemetry/metrics.ts';
import { conversationTools } from '../../src/tools/conversation/conversation-tools.ts';
import { filterParameters } from '../../src/tools/talent/filter-parameters.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import type { Tool } from '../../src/tools/tool.ts';

/** The pages with parts that are generated from the code. `npm run docs:print` writes them. */
export const referencePath = 'src/app/REFERENCE.md';
export const screensPath = 'src/graph/SCREENS.md';
export const platformPath = 'src/platform/README.md';

const code = (text: string) => `\`${text}\``;

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

async function variables(): Promise<string> {
  const source = await readFile('src/app/config/environment.ts', 'utf8');
  const documented = source.matchAll(/\/\*\* (.+) \*\/\n {2}([A-Z][A-Z0-9_]+):/g);
  const meanings = new Map(Array.from(documented, ([, meaning = '', name = '']) => [name, meaning]));
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const { data } = schema.safeParse(undefined);
    const value = Array.isArray(data) || data === undefined || data === '' ? '' : code(String(data));
    return [code(name), value, meanings.get(name) ?? ''];
  });
  return table(['variable', 'default', 'meaning'], rows);
}

async function metrics(): Promise<string> {
  const { registry } = createMetrics();
  const types = new Map((await registry.getMetricsAsJSON()).map(({ name, type }) => [name, String(type)]));
  const rows = registry.getMetricsAsArray().map((metric) => {
    const labels = 'labelNames' in metric && Array.isArray(metric.labelNames) ? metric.labelNames : [];
    return [code(metric.name), types.get(metric.name) ?? '', labels.map(code).join(', '), metric.help];
  });
  return table(['metric', 'type', 'labels', 'meaning'], rows);
}

function commandRows(command: Command, path: readonly string[] = []): string[][] {
  const words = [...path, command.name()];
  if (command.commands.length > 0) return command.commands.flatMap((each) => commandRows(each, words));
  const parameters = command.registeredArguments.map((argument) => {
    const text = `${argument.name()}${argument.variadic ? '…' : ''}`;
    return argument.required ? `<${text}>` : `[${text}]`;
  });
  const options = command.options.filter(({ long }) => long !== '--json').map(({ flags }) => code(flags));
  return [[code([...words, ...parameters].join(' ')), options.join(', '), command.description()]];
}

const commands = () =>
  table(
    ['command', 'options besides `--json` and `--help`', 'purpose'],
    dataCommands().flatMap((command) => commandRows(command)),
  );

/** Matches a log call. Captures its level (unless computed), its fields and its message. */
const logCall =
  /\blog\??(?:\.(debug|info|warn|error)|\[[^\]]+\])\(\s*(?:(\{[^;]*?\}|\w+)\s*,\s*)?'([^']+ [^']+|audit)',?\s*\)/g;

/** The keys of an object literal in the source. */
const keysOf = (literal: string) =>
  Array.from(
    literal.replaceAll(/\{ (?=\S[^{}]*\{)|\([^()]*\)/g, '').matchAll(/(?<=[{,]\s*)(\w+)(?=[,:\s}])/g),
    ([key]) => key,
  );

async function logLines(): Promise<string> {
  const files = (await readdir('src', { recursive: true })).filter((file) => file.endsWith('.ts'));
  const sources = await Promise.all(files.map((file) => readFile(join('src', file), 'utf8')));
  const rows = sources.flatMap((source) =>
    Array.from(source.matchAll(logCall), ([, level = 'any', fields = '', message = '']) => [
      level,
      code(message),
      keysOf(fields).map(code).join(', '),
    ]),
  );
  const text = (row: readonly string[]) => row.join(' ');
  const distinct = new Map(rows.map((row) => [text(row), row])).values();
  return table(
    ['level', 'message', 'fields'],
    [...distinct].toSorted(([, a = ''], [, b = '']) => a.localeCompare(b)),
  );
}

function screens(): string {
  const group = readExamples().find(({ title }) => title === 'Screens');
  const sections = group?.examples.map(({ title, query, variables: values }) => {
    const block = `## ${title}\n\n\`\`\`graphql\n${query}\`\`\``;
    return values === undefined ? block : `${block}\n\nVariables: ${code(values.trim())}`;
  });
  return sections?.join('\n\n') ?? '';
}

const scores = () =>
  table(
    ['part of a match', 'score'],
    [
      ...Object.entries({ ...matchScores.name, ...matchScores.company }).map(([key, score]) => [
        code(key),
        String(score),
      ]),
      ['the position ended before the conversation', String(matchScores.endedBefore)],
      ['several people qualify', `× ${matchScores.severalPeople}`],
    ],
  );

const filters = () =>
  table(
    ['filter of `signals_list`', 'meaning'],
    Object.entries(filterParameters.shape).map(([name, { description = '' }]) => [code(name), description]),
  );

const requiredTools = () =>
  Object.values({ ...talentTools, ...conversationTools })
    .filter((tool: Tool) => tool.required)
    .map(({ name }) => `- ${code(name)}`)
    .join('\n');

/** Returns the page with its generated parts replaced by those of the code. */
export async function renderReference(page: string): Promise<string> {
  const parts: Record<string, string> = {
    variables: await variables(),
    commands: commands(),
    metrics: await metrics(),
    log: await logLines(),
    screens: screens(),
    scores: scores(),
    filters: filters(),
    required: requiredTools(),
  };
  return page.replaceAll(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, start: string, name: string, end: string) => `${start}\n${parts[name] ?? ''}\n\n${end}`,
  );
}

if (import.meta.main) {
  for (const path of [referencePath, screensPath, platformPath])
    await writeFile(path, await renderReference(await readFile(path, 'utf8')));
}
