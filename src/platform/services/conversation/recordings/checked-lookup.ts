import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { RecordingError } from './recording-error.ts';

/** Whether an IP address may be connected to. */
export type AddressPolicy = (address: string) => boolean;

/** Finds all addresses of a name. */
export type ResolveName = (hostname: string) => Promise<{ address: string; family: number }[]>;

export const resolveName: ResolveName = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

interface CheckedLookupOptions {
  /** Why an IP address may not be connected to; nothing when it may. */
  faultOf: (address: string) => string | undefined;
  resolve: ResolveName;
}

/**
 * A lookup for connections: the addresses that it has checked are the ones that are connected to, so that a name
 * cannot lead elsewhere between the check and the connection. One address that may not be connected to refuses the name.
 */
export function checkedLookup({ faultOf, resolve }: CheckedLookupOptions): LookupFunction {
  const check = callbackify(async (hostname: string) => {
    const addresses = await resolve(hostname);
    const [first] = addresses;
    if (!first) throw new RecordingError(`${hostname} has no address.`, { isRetryable: true });
    const fault = addresses.map(({ address }) => faultOf(address)).find((found) => found !== undefined);
    if (fault === undefined) return { addresses, first };
    throw new RecordingError(`The recording's address ${hostname} ${fault}.`);
  });
  return (hostname, { all }, callback) =>
    check(hostname, (error, found) => {
      if (error) callback(error, '', 0);
      else if (all) callback(null, found.addresses);
      else callback(null, found.first.address, found.first.family);
    });
}
