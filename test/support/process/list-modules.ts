import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/**
 * Preloaded by a program with `NODE_OPTIONS=--import=…`: appends the URL of each module that the program loads to the
 * file `MODULE_LIST`.
 */
const file = process.env['MODULE_LIST'];
registerHooks({
  load(url, context, nextLoad) {
    if (file !== undefined) appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
