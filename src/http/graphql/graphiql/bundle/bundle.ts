import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** Path of the URLs of the files, relative to the page. */
export const assetsPath = 'graphql/assets/';

export const packagesFolder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'node_modules');

/** Whether the packages of the page are installed, which are development dependencies. */
export const isGraphiqlInstalled = () => existsSync(join(packagesFolder, 'graphiql'));

export const bundleSchema = z.object({
  /** Name of the script of the page. */
  script: z.string(),
  /** Name of the style sheet. */
  style: z.string(),
  /** Names of the scripts that the page always loads. */
  preloaded: z.array(z.string()),
  /** Names of the scripts of the workers. */
  workers: z.object({ editor: z.string(), graphql: z.string(), json: z.string() }),
  /** The files by their names, which contain a hash; compressed with Brotli, in base64. */
  files: z.record(z.string(), z.string()),
});

/** The files of the explorer that browsers load. */
export type Bundle = z.infer<typeof bundleSchema>;
