import { LRUCache } from 'lru-cache';
import type { Connector } from '../../../connector/connector.ts';
import type { OrganizationRecord } from '../../../tools/conversation/team.ts';
import { ToolError } from '../../../tools/errors/tool-error.ts';
import { isAccountCode } from '../../../tools/errors/error-codes.ts';
import type { SubscriptionScope } from '../../core/context.ts';
import { retryUntilSuccess } from './retry-delays.ts';

/** How long the organization of a caller is assumed not to change, in milliseconds. */
const maxAgeMs = 60_000;

const maxCallers = 10_000;

interface Membership {
  organization: string;
  /** In epoch milliseconds. */
  checkedAt: number;
}

/** Knows the organizations of the callers who subscribe to events. */
export interface Memberships {
  /** Records the result of a check that an operation has made. */
  confirm(caller: Pick<SubscriptionScope, 'identifier' | 'now'>, organization: string): void;
  /**
   * Returns the organization of the caller, which was checked at most a minute ago. Subscriptions of one identifier share
   * a check. If it fails temporarily, it is repeated until it succeeds or the subscription ends.
   * @throws ToolError if the account is missing or expired, or no longer permits the call
   */
  check(caller: SubscriptionScope): string | Promise<string>;
}

/**
 * Returns the id of an organization.
 * @throws ToolError if the platform does not report it
 */
export function idOfOrganization({ id }: OrganizationRecord): string {
  if (id !== null) return id;
  throw new ToolError({
    code: 'UPSTREAM_ERROR',
    tool: 'organization_get',
    message: 'This platform does not support events: organization_get returns no id of the organization.',
  });
}

const neverAborted = new AbortController().signal;

const byConnector = new WeakMap<Connector, Memberships>();

/** Returns the memberships that all subscriptions over a connector share. */
export function membershipsOf(connector: Connector): Memberships {
  const memberships = byConnector.get(connector) ?? createMemberships(connector);
  byConnector.set(connector, memberships);
  return memberships;
}

function createMemberships(connector: Connector): Memberships {
  const known = new LRUCache<string, Membership>({ max: maxCallers });
  const checking = new Map<string, Promise<string>>();

  async function load({ identifier, read, now }: SubscriptionScope): Promise<string> {
    // A cached organization could be that of an account which has been removed since.
    connector.discardReads(identifier);
    try {
      // Not aborted when the subscription ends: others wait for the same check.
      const organization = await read(async ({ conversation }) => conversation.organization(), neverAborted);
      const id = idOfOrganization(organization);
      known.set(identifier, { organization: id, checkedAt: now().getTime() });
      return id;
    } finally {
      checking.delete(identifier);
    }
  }

  function recent({ identifier, now }: SubscriptionScope): string | undefined {
    const membership = known.get(identifier);
    return membership && now().getTime() - membership.checkedAt < maxAgeMs ? membership.organization : undefined;
  }

  async function checked(caller: SubscriptionScope): Promise<string> {
    // Another subscription may have repeated the check meanwhile.
    const organization = recent(caller);
    if (organization !== undefined) return organization;
    const running = checking.get(caller.identifier) ?? load(caller);
    checking.set(caller.identifier, running);
    return running;
  }

  return {
    confirm({ identifier, now }, organization) {
      known.set(identifier, { organization, checkedAt: now().getTime() });
    },
    check: (caller) =>
      recent(caller) ?? retryUntilSuccess(() => checked(caller), { signal: caller.signal, isPermanent }),
  };
}

/** Whether repeating a call does not help as long as the caller's account and token stay the same. */
export const isPermanent = (error: unknown) =>
  error instanceof ToolError && (isAccountCode(error.code) || error.code === 'FORBIDDEN');
