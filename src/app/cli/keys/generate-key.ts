import { databaseTime } from '../../../platform/database/database-clock.ts';
import { userIdsOf } from '../../../platform/services/keys/key-register.ts';
import { type GeneratedKey, generateOrganizationKey } from '../../../platform/services/keys/organization-key.ts';
import { createServiceKeys } from '../../../platform/services/keys/service-keys.ts';
import type { ConnectorKind } from '../../../tools/tool.ts';
import { type PlatformData, quote, report, type ReportOptions } from '../command.ts';
import { readAccountsByKey, reconnectLines } from './accounts-by-key.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';

export interface GenerateOptions extends ReportOptions {
  /** Id or email address of the user who generates the key. */
  user: string;
  expires?: Date;
  /** How many minutes the previous API key stays valid. */
  overlap?: number;
}

export async function generateKey(
  data: PlatformData,
  { service, user, expires, overlap, ...options }: GenerateOptions & { service: ConnectorKind },
): Promise<void> {
  const userId = await findUserId(data, { service, user });
  const owner = { userId, expiresAt: expires };
  const time = await databaseTime(data.db);
  const now = () => time;
  if (service === 'talent') {
    if (overlap !== undefined) {
      throw new OperatorError('--overlap is only for convo: a new talent key does not replace another one.');
    }
    const key = await createServiceKeys({ db: data.db, service, now }).issuePersonal(owner);
    data.audit('key generated', { service, purpose: 'personal', userId });
    const note = 'This personal key will not be shown again.';
    return report(options, { record: { key, service, purpose: 'personal', userId }, text: key, note });
  }
  const accountsByKey = await readAccountsByKey(data);
  const generated = await generateOrganizationKey(data.db, { ...owner, now, overlapMinutes: overlap });
  if ('refused' in generated) throw rejection(user, generated);
  const { key, organizationId, replaced } = generated;
  const validUntil = replaced.find((previous) => previous.validUntil)?.validUntil;
  const previousRevoked = replaced.length > 0 && validUntil === undefined;
  const previousValidUntil = validUntil?.toISOString();
  const facts = { service, purpose: 'api_key', userId, organizationId, previousRevoked, previousValidUntil };
  data.audit('key generated', facts);
  const accounts = replaced.flatMap(({ hash }) => accountsByKey.get(hash) ?? []);
  const lines = ['This API key of the organization will not be shown again.'];
  if (previousRevoked) lines.push('The previous key no longer works.');
  if (validUntil)
    lines.push(`The previous key ${validUntil > time ? 'works until' : 'expired at'} ${previousValidUntil}.`);
  await report(options, {
    record: { key, ...facts, accountsToReconnect: accounts },
    text: key,
    note: [...lines, ...reconnectLines(accounts)].join('\n'),
  });
}

async function findUserId({ db }: PlatformData, wanted: { service: ConnectorKind; user: string }): Promise<string> {
  const [id, ...others] = await userIdsOf(db, wanted);
  if (id === undefined) throw unknownUser(wanted.user);
  if (others.length === 0) return id;
  const ids = [id, ...others].join(', ');
  throw new OperatorError(`Several users have the address ${quote(wanted.user)}: ${ids}. Pass one of these ids.`);
}

const unknownUser = (user: string) =>
  new OperatorError(`No user of this service has the id or address ${quote(user)}.`);

function rejection(user: string, generated: Exclude<GeneratedKey, { key: string }>) {
  if (generated.refused === 'unknown user') return unknownUser(user);
  if (generated.refused === 'status') {
    return new OperatorError(
      `Only an active user can generate the API key. The status of ${quote(user)} is ${quote(generated.status)}.`,
    );
  }
  const role = generated.role === null ? 'has no role' : `has the role ${quote(generated.role)}`;
  return new OperatorError(`Only an Admin or Owner can generate the API key. ${quote(user)} ${role}.`);
}
