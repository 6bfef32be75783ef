import type { Connector } from '../connector/connector.ts';
import type { Upstream } from './upstream.ts';

interface ProbeOptions {
  check: Upstream['check'];
  connector: Pick<Connector, 'status' | 'reportReachable'>;
}

const intervalMs = 1000;
const checkTimeoutMs = 2000;

/**
 * While calls are paused, checks the upstream every second. The pause then ends when the upstream responds again, not when
 * the next call of a caller is a probe, which can take 30 seconds.
 */
export function probePausedUpstream({ check, connector }: ProbeOptions) {
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking || connector.status().every(({ breaker }) => breaker === 'closed')) return;
    isChecking = true;
    check(AbortSignal.timeout(checkTimeoutMs))
      .then(() => connector.reportReachable())
      // The calls stay paused.
      .catch(() => {})
      .finally(() => (isChecking = false));
  }, intervalMs).unref();
  return { close: () => clearInterval(timer) };
}
