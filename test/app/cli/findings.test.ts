import { expect, it } from 'vitest';
import { createFindings, verdictOf } from '../../../src/app/cli/platform-check/findings.ts';

type Kind = 'ok' | 'fault' | 'skip';

it.each<[Kind[], string]>([
  [[], ''],
  [['ok', 'ok'], 'ok'],
  [['ok', 'skip'], '1 of 2 checked'],
  [['skip', 'skip'], 'not checked'],
  [['ok', 'skip', 'fault'], 'FAULT'],
])('the verdict of %j is "%s"', (kinds, verdict) => {
  const findings = createFindings();
  for (const kind of kinds) {
    if (kind === 'ok') findings.ok('lists_list');
    else findings[kind]('lists_list', 'because');
  }
  expect(verdictOf(findings.list)).toBe(verdict);
});
