import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSchema, validateSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/graph/schema.ts';

const run = promisify(execFile);

describe('npm run schema:print -- --client', () => {
  let folder: string;
  beforeAll(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'client-files-')), 'new', 'folder');
    await run(process.execPath, ['src/graph/print-schema.ts', '--client', '--out', folder]);
  });
  afterAll(() => rm(join(folder, '..', '..'), { recursive: true }));

  const read = (name: string) => readFile(join(folder, name), 'utf8');

  it('writes five files to the folder', async () => {
    expect((await readdir(folder)).toSorted()).toEqual([
      'paginated-fields.json',
      'possible-types.json',
      'relay-extensions.graphql',
      'schema.graphql',
      'types-without-id.json',
    ]);
  });

  it('writes the schema without federation, with everything else', async () => {
    const text = await read('schema.graphql');
    const api = buildSchema(text);

    expect(validateSchema(api)).toEqual([]);
    expect(text).not.toMatch(
      /@(?:cost|key|link|listSize|shareable|tag)\b|\b_(?:service|entities|Any|Entity|Service)\b/,
    );
    const membersOf = (each: typeof schema) =>
      Object.values(each.getTypeMap())
        .filter(({ name }) => !name.startsWith('_'))
        .flatMap((type) =>
          'getFields' in type ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [],
        )
        .filter((name) => !name.startsWith('Query._'));
    expect(membersOf(api)).toEqual(membersOf(schema));
    expect(text).toContain('A career event of a person, such as founding a company');
  });

  it('writes the members of every union and interface', async () => {
    const possibleTypes: unknown = JSON.parse(await read('possible-types.json'));

    expect(possibleTypes).toMatchObject({
      Moment: ['ActionItemMoment', 'CommentMoment', 'Question', 'TopicMatch', 'TranscriptSegment'],
      Problem: ['ConflictProblem', 'InvalidInputProblem', 'NotFoundProblem', 'NotPermittedProblem', 'UpstreamProblem'],
      RenameListResult: [
        'InvalidInputProblem',
        'NotFoundProblem',
        'NotPermittedProblem',
        'RenameListSuccess',
        'UpstreamProblem',
      ],
    });
    expect(Object.keys(Object(possibleTypes))).not.toContain('_Entity');
  });

  it('writes the types that caches store within their parent', async () => {
    const types: string[] = JSON.parse(await read('types-without-id.json'));

    expect(types).toEqual(expect.arrayContaining(['Organization', 'Question', 'RenameListSuccess', 'Transcript']));
    // The id of an entry is unique within its list only.
    expect(types).toContain('ListEntry');
    const others = new Set([
      'Signal',
      'Participant',
      'Query',
      'PageInfo',
      'ListEntryEdge',
      'SignalConnection',
      '_Service',
    ]);
    expect(types.filter((type) => others.has(type))).toEqual([]);
  });

  it('writes the fields that have pages, with the arguments that filter them', async () => {
    const fields: unknown = JSON.parse(await read('paginated-fields.json'));

    expect(fields).toMatchObject({
      Query: { signals: ['filter'], companies: ['ids', 'search'] },
      List: { entries: ['filter', 'orderBy'] },
      SavedSearch: { signals: [], newSignals: ['seenIds', 'since'] },
    });
    expect(Object.keys(Object(fields))).not.toContain('SignalConnection');
  });

  it('makes every type with a fetch__ field refetchable in Relay', async () => {
    expect(await read('relay-extensions.graphql')).toBe(
      ['Activity', 'Company', 'List', 'SavedSearch', 'Signal', 'User']
        .map((name) => `extend type ${name} @fetchable(field_name: "id")\n`)
        .join(''),
    );
  });

  it('leaves the schema of the subgraph unchanged', async () => {
    expect(await readFile('schema.graphql', 'utf8')).toContain('extend schema');
  });
});
