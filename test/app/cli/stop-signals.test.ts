import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const module = new URL('../../../src/app/cli/serve/stop-signals.ts', import.meta.url);

it('passes a signal that arrives while the handler is replaced to the new handler', () => {
  const program = `
    import { onStopSignal } from ${JSON.stringify(module.href)};
    onStopSignal(() => console.log('earlier'));
    process.kill(process.pid, 'SIGTERM');
    onStopSignal((signal) => process.exit(console.log(signal)));
    setTimeout(() => process.exit(console.log('lost')), 5000);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  expect(printed).toBe('SIGTERM\n');
});
