import { userInfo } from 'node:os';
import type { Logger } from 'pino';

export type AuditAction =
  | 'connection added'
  | 'connection prefix changed'
  | 'connection removed'
  | 'account connected'
  | 'account disconnected'
  | 'account tokens encrypted again'
  | 'key generated'
  | 'key revoked'
  | 'client added'
  | 'client revoked'
  | 'webhook connected'
  | 'webhook disconnected'
  | 'webhook secret rotated'
  | 'webhook enabled'
  | 'event redelivered';

/** Names and ids of what was changed, never a secret. */
export type AuditSubject = Record<string, string | number | boolean | undefined>;

export type Audit = (action: AuditAction, subject: AuditSubject) => void;

/** @param actor who makes the changes; `server` for changes that the program makes by itself */
export const createAudit =
  (log: Logger, actor = 'server'): Audit =>
  (action, subject) =>
    log.info({ action, subject, actor }, 'audit');

export function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container can run under an id without a name.
    return String(process.getuid?.() ?? 'unknown');
  }
}
