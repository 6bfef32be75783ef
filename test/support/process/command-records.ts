import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { acme, ada, ben } from '../../platform/services/conversation/conversation-records.ts';
import { runCommand } from './cli.ts';

export const generatedKey = z.object({ key: z.string() });

const records = [
  { kind: 'organization', id: acme, name: 'Acme' },
  { kind: 'convo_user', id: ada, organization_id: acme, name: 'Ada', email: 'ada@acme.example', role: 'Owner' },
  { kind: 'convo_user', id: ben, organization_id: acme, name: 'Ben', email: 'ben@acme.example', role: 'Member' },
  { kind: 'user', id: 'usr_ada', name: 'Ada', email: 'ada@talent.example' },
];

/** Imports an organization with an owner and a member, and a talent user. */
export async function importRecords(environment: { DATA_DIR: string }) {
  const file = join(environment.DATA_DIR, 'records.ndjson');
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  expect(await runCommand(environment, ['import', file])).toMatchObject({ code: 0 });
}
