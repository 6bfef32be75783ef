import { Hono } from 'hono';
import { scopes } from '../../tools/tool.ts';
import type { Authentication } from '../identity/identity.ts';
import { mcpPath } from '../middleware/access-log.ts';

const wellKnownPath = '/.well-known/oauth-protected-resource';

export const metadataPath = `${wellKnownPath}${mcpPath}`;

interface MetadataOptions {
  authentication: Authentication;
  originOf: (request: Request) => string;
}

/**
 * Tells clients where to sign in: the protected resource metadata of RFC 9728, for `/mcp` and for the whole server.
 * Without authentication, there is nothing to sign in to.
 */
export function createMetadataRoutes({ authentication, originOf }: MetadataOptions) {
  const routes = new Hono();
  if (!('issuer' in authentication)) return routes;
  const { issuer } = authentication;
  for (const path of ['', mcpPath]) {
    routes.get(`${wellKnownPath}${path}`, ({ req }) =>
      Response.json(
        {
          resource: `${originOf(req.raw)}${path}`,
          ...(URL.canParse(issuer) && { authorization_servers: [issuer] }),
          scopes_supported: scopes,
          bearer_methods_supported: ['header'],
        },
        { headers: { 'access-control-allow-origin': '*' } },
      ),
    );
  }
  return routes;
}
