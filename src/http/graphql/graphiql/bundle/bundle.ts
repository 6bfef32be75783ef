import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Path under which the files are served, relative to the page. */
export const assetsPath = 'graphql/assets/';

export const packagesFolder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'node_modules');

/** GraphiQL is a development dependency. */
export const isGraphiqlInstalled = () => existsSync(join(packagesFolder, 'graphiql'));

export const bundleSchema = z.object({
  script: z.string(),
  style: z.string(),
  preloaded: z.array(z.string()),
  workers: z.object({ editor: z.string(), graphql: z.string(), json: z.string() }),
  /** The content by file name (with a hash), compressed with Brotli, in base64. */
  files: z.record(z.string(), z.string()),
});

export type Bundle = z.infer<typeof bundleSchema>;
