import { rotateTokens } from '../../platform/accounts/rotate-tokens.ts';
import { report, type ReportOptions } from '../report.ts';
import type { PlatformData } from '../with-database.ts';

export async function rotateVault({ config, db }: PlatformData, options: ReportOptions): Promise<void> {
  const { vault } = config;
  const { encrypted, madeKey, unreadable } = await rotateTokens(db, vault);
  const key = vault.key ? 'VAULT_KEY' : `the ${madeKey ? 'new' : 'newest'} key in ${vault.file}`;
  const lines = [`Tokens that are encrypted again, with ${key}: ${encrypted}.`];
  if (vault.key) lines.push('VAULT_PREVIOUS_KEYS may go once every node has this VAULT_KEY.');
  else lines.push('The keys before it stay in the file, for backups.');
  const lost = unreadable.map(({ connectionName, identifier }) => ({ connection: connectionName, identifier }));
  await report(options, { record: { encrypted, madeKey, unreadable: lost }, text: lines.join('\n') });
  if (lost.length === 0) return;
  console.error(`Accounts whose tokens cannot be read, to be connected again: ${JSON.stringify(lost)}.`);
  process.exitCode = 1;
}
