import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Connector } from '../../../connector/connector.ts';
import type { OrganizationRecord } from '../../../tools/conversation/team.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import { isAccountCode } from '../../../tools/errors/error-codes.ts';
import type { SubscriptionScope } from '../../core/context.ts';
import { oncePer } from '../../core/loader.ts';

/** For this time after a check, the caller is assumed to stay in the same organization. */
const maxAgeMs = 60_000;

const maxCallers = 10_000;

/** @throws ToolError if the platform does not report the id */
export function idOfOrganization({ id }: OrganizationRecord): string {
  if (id !== null) return id;
  throw new ToolError({
    code: 'UPSTREAM_ERROR',
    tool: 'organization_get',
    message: 'This platform does not support events: organization_get returns no id of the organization.',
  });
}

const neverAborted = new AbortController().signal;

/** The organizations to which callers belong. */
export const membershipsOf = oncePer((connector: Connector) => {
  const memberships = new LRUCache<string, { organization: string; checkedAtMs: number }>({ max: maxCallers });
  const runningChecks = new Map<string, Promise<string>>();

  function confirm({ identifier, now }: Pick<SubscriptionScope, 'identifier' | 'now'>, organization: string): void {
    memberships.set(identifier, { organization, checkedAtMs: now().getTime() });
  }

  async function loadOrganization(caller: SubscriptionScope): Promise<string> {
    const { identifier, read } = caller;
    // A cached organization may belong to an account that has been removed since.
    connector.discardReads(identifier);
    try {
      // Do not abort the call when the subscription ends: other subscriptions wait for the same check.
      const organization = await read(async ({ conversation }) => conversation.organization(), neverAborted);
      const id = idOfOrganization(organization);
      confirm(caller, id);
      return id;
    } finally {
      runningChecks.delete(identifier);
    }
  }

  function recentOrganization({ identifier, now }: SubscriptionScope): string | undefined {
    const membership = memberships.get(identifier);
    return membership && now().getTime() - membership.checkedAtMs < maxAgeMs ? membership.organization : undefined;
  }

  async function checkOnce(caller: SubscriptionScope): Promise<string> {
    // Another subscription may have loaded the organization meanwhile.
    const organization = recentOrganization(caller);
    if (organization !== undefined) return organization;
    const running = runningChecks.get(caller.identifier) ?? loadOrganization(caller);
    runningChecks.set(caller.identifier, running);
    return running;
  }

  return {
    confirm,
    /**
     * Returns the caller's organization, checked at most a minute ago. A check that fails temporarily is repeated until
     * the subscription ends.
     * @throws ToolError if the account is missing or expired, or no longer permits the call
     */
    check: (caller: SubscriptionScope): string | Promise<string> =>
      recentOrganization(caller) ?? checkWithRetries(caller),
  };

  async function checkWithRetries(caller: SubscriptionScope): Promise<string> {
    for (let delayMs = initialDelayMs; ; delayMs = nextDelayMs(delayMs)) {
      try {
        return await checkOnce(caller);
      } catch (error) {
        if (isPermanentAccountError(error)) throw error;
      }
      await delay(delayMs, undefined, { signal: caller.signal });
    }
  }
});

/** Whether the error will recur until the caller's account or token changes. */
export const isPermanentAccountError = (error: unknown) =>
  error instanceof ToolError && (isAccountCode(error.code) || error.code === 'FORBIDDEN');

/** Delay before a read is first repeated. */
export const initialDelayMs = 1_000;

export const nextDelayMs = (delayMs: number): number => Math.min(2 * delayMs, 10_000);
