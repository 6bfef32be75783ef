import type { Connector } from '../../connector/connector.ts';
import { parseSimulation, type Simulation } from '../../connector/transports/simulated.ts';
import { RequestError } from '../middleware/error-response.ts';

export const simulationHeader = 'x-simulate';

export interface SimulationOptions {
  connector: Connector;
  /** Creates a connector that simulates states; omitted in production and in front of a remote platform. */
  simulate?: ((simulation: Simulation, text: string) => Connector) | undefined;
}

/**
 * Returns a separate connector for a request with the header, so that the request shares no cache, read in flight,
 * breaker or batch with other requests.
 * @throws RequestError if the header is not supported, or names an unknown state or target
 */
export function connectorFor(headers: Headers, { connector, simulate }: SimulationOptions): Connector {
  const text = headers.get(simulationHeader);
  if (text === null) return connector;
  if (!simulate) {
    const message = `The header ${simulationHeader} works only in development, and only without PLATFORM_URL.`;
    throw new RequestError({ code: 'BAD_REQUEST', message });
  }
  const parsed = parseSimulation(text);
  if ('simulation' in parsed) return simulate(parsed.simulation, text);
  const { message, known } = parsed.fault;
  throw new RequestError({
    code: 'BAD_REQUEST',
    message: `The header ${simulationHeader} ${message}.`,
    extensions: { known },
  });
}
