import type { IncomingHttpHeaders } from 'node:http';

/** The maximum that Node accepts for all headers of a request. */
const maxLength = 16_384;

const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxLength && /^[\x20-\x7e]*$/.test(value);

/** Headers of the handshake, which do not belong to the subscriptions. */
const handshakeHeader = /^(connection|upgrade|host|content-length|transfer-encoding|sec-websocket-.*)$/;

export const upgradeHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      isHeaderValue(value) && !handshakeHeader.test(name) ? [[name, value]] : [],
    ),
  );

/** Browsers cannot set headers of a WebSocket, so clients send them in `connection_init`. @param name in lower case */
export function payloadHeader(payload: Record<string, unknown> | undefined, name: string): string | undefined {
  const { headers } = payload ?? {};
  for (const place of [payload, headers]) {
    if (typeof place !== 'object' || place === null) continue;
    const found = Object.entries(place).find(([key]) => key.toLowerCase() === name);
    // An invalid value becomes empty: undefined would select the header of the upgrade.
    if (found) return isHeaderValue(found[1]) ? found[1] : '';
  }
  return undefined;
}
