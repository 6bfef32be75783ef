import { userIdsOf } from '../../platform/services/keys/key-register.ts';
import { type GeneratedKey, generateOrganizationKey } from '../../platform/services/keys/organization-key.ts';
import { createServiceKeys } from '../../platform/services/keys/service-keys.ts';
import type { ConnectorKind } from '../../tools/tool.ts';
import { CommandError } from '../command-error.ts';
import { ownerRecord, readKeyUsers, reconnectLines } from './key-users.ts';
import { report, type ReportOptions } from '../report.ts';
import type { PlatformData } from '../with-database.ts';

interface GenerateKeyOptions extends ReportOptions {
  service: ConnectorKind;
  /** Id or address. */
  user: string;
  expires?: Date;
}

const now = () => new Date();

export async function generateKey(
  data: PlatformData,
  { service, user, expires, ...options }: GenerateKeyOptions,
): Promise<void> {
  const userId = await onlyUser(data, { service, user });
  const owner = { userId, expiresAt: expires };
  if (service === 'talent') {
    const key = await createServiceKeys({ db: data.db, service, now }).issuePersonal(owner);
    const note = 'It is the personal key of this user, and not shown again.';
    return report(options, { record: { key, service, purpose: 'personal', userId }, text: key, note });
  }
  const usersOf = await readKeyUsers(data);
  const generated = await generateOrganizationKey(data.db, { ...owner, now });
  if ('refused' in generated) throw refusal(user, generated);
  const { key, organizationId, revokedHash } = generated;
  const owners = revokedHash === undefined ? [] : usersOf(revokedHash);
  const lines = ['It is the API key of the organization, and not shown again.'];
  if (revokedHash !== undefined) lines.push('The previous key is invalid.');
  await report(options, {
    record: {
      key,
      service,
      purpose: 'api_key',
      userId,
      organizationId,
      previousRevoked: revokedHash !== undefined,
      accountsToReconnect: owners.map(ownerRecord),
    },
    text: key,
    note: [...lines, ...reconnectLines(owners)].join('\n'),
  });
}

async function onlyUser({ db }: PlatformData, wanted: { service: ConnectorKind; user: string }): Promise<string> {
  const [id, ...others] = await userIdsOf(db, wanted);
  if (id === undefined) throw noUser(wanted.user);
  if (others.length === 0) return id;
  throw new CommandError(
    `Several users have the address ${JSON.stringify(wanted.user)}: ${[id, ...others].join(', ')}.`,
  );
}

const noUser = (user: string) =>
  new CommandError(`There is no user with the id or address ${JSON.stringify(user)} in this service.`);

function refusal(user: string, generated: Exclude<GeneratedKey, { key: string }>) {
  if (generated.refused === 'unknown user') return noUser(user);
  if (generated.refused === 'status') {
    const status = JSON.stringify(generated.status);
    return new CommandError(`Only an active user may generate the API key; ${JSON.stringify(user)} is ${status}.`);
  }
  const role = generated.role === null ? 'has no role' : `has the role ${JSON.stringify(generated.role)}`;
  return new CommandError(`Only an Admin or Owner may generate the API key; ${JSON.stringify(user)} ${role}.`);
}
