import { build } from 'esbuild';
import { type Loopback, serveLoopback } from '../../support/network/loopback-server.ts';

/** Serves a page per client, such as `/apollo-page`, from an origin of its own. */
export async function servePages(...names: string[]): Promise<Loopback> {
  const { outputFiles } = await build({
    entryPoints: names.map((name) => `${import.meta.dirname}/${name}.ts`),
    outdir: import.meta.dirname,
    bundle: true,
    write: false,
    platform: 'browser',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return serveLoopback(({ url }, response) => {
    const script = outputFiles.find(({ path }) => path.endsWith(`${url}.js`))?.text;
    response
      .writeHead(script === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        script === undefined
          ? ''
          : `<!doctype html><title>Client</title><script>${script.replaceAll('</script', '<\\/script')}</script>`,
      );
  });
}
