import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { type AddressRules, addressFault, isLinkLocalAddress, isPublicAddress } from './address-rules.ts';

/** Replaces the address check and the resolver, in tests that reach local servers. */
export interface GuardedNetwork {
  /** By default, the address rules decide. Link-local addresses are never allowed. */
  allows?: (address: string) => boolean;
  /** Returns all addresses of a host name; the system's resolver by default. */
  resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>;
}

interface GuardedRequestOptions extends GuardedNetwork {
  rules: AddressRules;
  signal: AbortSignal;
  /**
   * Destroys the request with `error()` after `ms` milliseconds without data. Time in which received data waits for the
   * reader, or this process was too busy to receive it, does not count.
   */
  idle?: { ms: number; error: () => Error };
  method?: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: Buffer;
}

export class ForbiddenAddressError extends Error {
  readonly host: string;
  /** The rest of a sentence that begins with the host, such as "leads to a link-local address". */
  readonly fault: string;

  constructor(host: string, fault: string) {
    super(`The address ${host} ${fault}.`);
    this.name = new.target.name;
    this.host = host;
    this.fault = fault;
  }
}

/**
 * Sends a request. To prevent server-side request forgery, checks the URL and every IP address before it connects. Does
 * not follow redirects.
 * @returns the response as soon as its headers have arrived
 * @throws ForbiddenAddressError or the error of the connection
 */
export async function guardedRequest(address: string, options: GuardedRequestOptions): Promise<IncomingMessage> {
  const { rules, idle, method = 'GET', headers, body, signal, resolve = resolveAll } = options;
  const { allows = (ip) => rules.allowPrivate || isPublicAddress(ip) } = options;
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const faultOf = (ip: string) => {
    if (isLinkLocalAddress(ip)) return 'leads to a link-local address';
    return allows(ip) ? undefined : 'leads to a loopback or private address';
  };
  // `faultOf` decides on private addresses. `checkedLookup` does not run for an IP address, so check that now.
  const fault = (isIP(host) ? faultOf(host) : undefined) ?? addressFault(address, { ...rules, allowPrivate: true });
  if (fault !== undefined) throw new ForbiddenAddressError(url.host || url.protocol, fault);
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = send(url, {
    method,
    signal,
    ...(idle && { timeout: idle.ms }),
    // Reuse no connection: its address was only checked for an earlier request.
    agent: false,
    lookup: checkedLookup({ faultOf, resolve }),
    headers,
  });
  if (idle) request.on('timeout', () => stopIdle(request, idle));
  request.end(body);
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (!response) throw new Error('The request has no response');
  // From now on, an idle connection must fail the response, which the caller is reading.
  if (idle) request.removeAllListeners('timeout').on('timeout', () => stopIdle(response, idle));
  return response;
}

/** Destroys a request unless a pending read receives data: timers fire before data that has arrived is read. */
function stopIdle(
  message: ClientRequest | IncomingMessage,
  { ms, error }: Required<GuardedRequestOptions>['idle'],
): void {
  const { socket } = message;
  const bytesRead = socket?.bytesRead;
  setImmediate(() => {
    const hasUnreadData = 'readableLength' in message && message.readableLength > 0;
    if (hasUnreadData || socket?.bytesRead !== bytesRead) socket?.setTimeout(ms);
    else message.destroy(error());
  });
}

const resolveAll = (hostname: string) => lookup(hostname, { all: true });

/**
 * Rejects a host name if any of its addresses is forbidden. Otherwise returns exactly the checked addresses, so that
 * DNS rebinding cannot change them.
 */
function checkedLookup({
  faultOf,
  resolve,
}: {
  faultOf: (address: string) => string | undefined;
  resolve: NonNullable<GuardedNetwork['resolve']>;
}): LookupFunction {
  const check = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname);
    const [first] = addresses;
    if (!first) throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
    const fault = addresses.map(({ address }) => faultOf(address)).find((found) => found !== undefined);
    if (fault === undefined) return { addresses, first };
    throw new ForbiddenAddressError(hostname, fault);
  });
  return (hostname, { all }, callback) =>
    check(hostname, (error, found) => {
      if (error) callback(error, '', 0);
      else if (all) callback(null, found.addresses);
      else callback(null, found.first.address, found.first.family);
    });
}
