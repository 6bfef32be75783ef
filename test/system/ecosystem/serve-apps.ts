import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { transformAsync } from '@babel/core';
import { build, type Plugin } from 'esbuild';
import { clientCode, clientNames } from '../../../src/app/cli/client-code.ts';
import { graphUrl } from '../../../src/clients/options.ts';
import { schema } from '../../../src/graph/schema.ts';
import { type Loopback, serveLoopback } from '../../support/network/loopback-server.ts';

const clients = resolve('test/clients');

/** Bundles apps and serves a page for each, such as `/apollo`, from an origin of its own. */
export async function serveApps(...names: string[]): Promise<Loopback> {
  const { outputFiles } = await build({
    entryPoints: names.map((name) => `${clients}/apps/${name}.tsx`),
    outdir: clients,
    bundle: true,
    write: false,
    platform: 'browser',
    jsx: 'automatic',
    plugins: [relayPlugin, clientPlugin],
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return serveLoopback(({ url }, response) => {
    const script = outputFiles.find(({ path }) => path.endsWith(`${url}.js`))?.text;
    response
      .writeHead(script === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(script === undefined ? '' : pageWith(script));
  });
}

const artifactDirectory = `${clients}/generated/relay`;

/** Replaces the `graphql` tags of Relay with imports of the artifacts of Relay's compiler. */
const relayPlugin: Plugin = {
  name: 'relay',
  setup({ onLoad }) {
    onLoad({ filter: /apps\/relay\.tsx$/ }, async ({ path }) => {
      const compiled = await transformAsync(await readFile(path, 'utf8'), {
        cwd: import.meta.dirname,
        filename: path,
        parserOpts: { plugins: ['jsx', 'typescript'] },
        plugins: [['relay', { artifactDirectory, eagerEsModules: true }]],
      });
      return { contents: compiled?.code ?? '', loader: 'tsx' };
    });
  },
};

/** Replaces the module that sets up a client with the code that `npm run cli -- client` prints. */
const clientPlugin: Plugin = {
  name: 'client',
  setup({ onLoad }) {
    onLoad({ filter: /src\/clients\/[^/]+\.ts$/ }, async ({ path }) => {
      const name = clientNames.find((each) => path.endsWith(`/${each}.ts`));
      return name && { contents: await clientCode({ name, url: graphUrl, schema }), loader: 'ts' };
    });
  },
};

const pageWith = (script: string) =>
  `<!doctype html><html lang="en"><title>Client</title><link rel="icon" href="data:,"><main></main>
<script>${script.replaceAll('</script', '<\\/script')}</script>`;
