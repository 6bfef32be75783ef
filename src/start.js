// What npm scripts run. JavaScript without dependencies, because older versions of Node.js cannot load TypeScript.
import { existsSync } from 'node:fs';

const requiredMajor = 24;
const { node: version } = process.versions;

if (!existsSync(new URL('../node_modules/commander', import.meta.url))) {
  fail('The packages are not installed. Run npm ci, which also installs the right version of Node.js.');
} else if (Number.parseInt(version, 10) < requiredMajor) {
  fail(
    `Node.js ${requiredMajor} is required, but this is ${version}. Use an npm script, such as npm start, or node_modules/.bin/node; if both are ${version}, run npm ci again.`,
  );
} else {
  await import('./main.ts');
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
