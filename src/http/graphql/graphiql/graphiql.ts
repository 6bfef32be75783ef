import { toolCallCost } from '../../../operation/cost/operation-cost.ts';
import { createTextHandler } from '../../text-handler.ts';
import type { ExplorerSettings } from '../../explorer/settings.ts';
import { assetsPath } from './asset-route.ts';
import { type Bundle, openBundle } from './bundle.ts';
import { readExamples } from './examples.ts';

/** The editor adds style elements, and uses images in its style sheet. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self'",
  "font-src 'self'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface PageOptions {
  requiresSignIn: boolean;
  typePrefix: string;
}

export const createGraphiqlPage = (options: PageOptions): ((request: Request) => Promise<Response>) =>
  createTextHandler({
    mediaType: 'text/html',
    // `/graphql` also answers operations, depending on the `Accept` header.
    headers: { vary: 'Accept, Accept-Encoding', 'content-security-policy': policy },
    render: async () => renderPage(await openBundle(), options),
  });

function renderPage(bundle: Bundle, { requiresSignIn, typePrefix }: PageOptions): string {
  const settings: ExplorerSettings = {
    examples: readExamples(typePrefix),
    requiresSignIn,
    toolCallCost,
    assets: assetsPath,
    workers: bundle.workers,
  };
  const preloads = bundle.preloaded.map((name) => `<link rel="modulepreload" href="${assetsPath}${name}">`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Talent and conversations</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assetsPath}${bundle.style}">
<script type="module" src="${assetsPath}${bundle.script}"></script>
${preloads.join('\n')}
</head>
<body>
<main id="root"><p class="loading">Loading GraphiQL …</p></main>
<noscript>GraphiQL needs JavaScript. Clients send operations to this address as POST requests with JSON.</noscript>
<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`;
}
