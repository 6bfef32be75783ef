import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const oneYearSeconds = 365 * 24 * 60 * 60;

/**
 * What every answer tells browsers: it is what its type says, in no frame, and loads nothing. A route that knows
 * better keeps its own. Only in production is the server known to stand behind TLS.
 */
export const securityHeaders = ({ production }: { production: boolean }): MiddlewareHandler =>
  secureHeaders({
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    strictTransportSecurity: production && `max-age=${oneYearSeconds}; includeSubDomains`,
  });
