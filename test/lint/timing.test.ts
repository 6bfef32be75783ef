import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import timing from './timing.ts';

RuleTester.describe = describe;
RuleTester.it = it;
const tester = new RuleTester();

function check(name: keyof typeof timing.rules, { valid, invalid }: { valid: string[]; invalid: string[] }) {
  tester.run(name, timing.rules[name], { valid, invalid: invalid.map((code) => ({ code, errors: 1 })) });
}

check('no-sleep', {
  valid: [
    "import { setImmediate } from 'node:timers/promises';",
    'await new Promise((resolve) => setImmediate(resolve));',
    'setTimeout(() => caller.abort(), 10);',
    'useStoppedClock(); await new Promise((resolve) => setTimeout(resolve, 10));',
  ],
  invalid: [
    "import { setTimeout } from 'node:timers/promises';",
    "import { setTimeout as wait } from 'node:timers/promises';",
    'await new Promise((resolve) => setTimeout(resolve, 10));',
    'await new Promise((_, reject) => setTimeout(reject, 10));',
  ],
});

check('no-literal-limit', {
  valid: [
    'vi.waitFor(check);',
    'vi.waitFor(check, { timeout: timeLimit(5) });',
    'expect.poll(check, { interval: 10 });',
    'open({ idleMs: 3001 });',
    'stopClock(); open({ idleMs: 50 });',
    "start({ TOOL_TIMEOUT_MS: '10000', PORT: '0' });",
  ],
  invalid: [
    'vi.waitFor(check, 20_000);',
    'vi.waitFor(check, { timeout: 20_000 });',
    'expect.poll(check, { timeout: 20_000 });',
    'open({ idleMs: 3000 });',
    "start({ 'TOOL_TIMEOUT_MS': '100' });",
  ],
});

check('no-measured-time', {
  valid: [
    'expect(Date.now()).toBe(5);',
    'stopClock(); expect(Date.now() - startedAt).toBe(5);',
    'expect(endedAt - startedAt).toBe(5);',
  ],
  invalid: [
    'expect(performance.now() - startedAt).toBeLessThan(50);',
    'expect(Date.now() - startedAt).toBeLessThan(50);',
  ],
});
