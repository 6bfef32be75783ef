import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wireObject } from '../../src/tools/wire.ts';

const person = wireObject({
  full_name: z.string(),
  linkedin_id: z.string().optional(),
  'odd "key"': z.int().optional(),
});

describe('wireObject', () => {
  it('renames keys, drops unknown ones and returns null for absent ones', () => {
    expect(person.parse({ full_name: 'Ada', hobby: 'chess', 'odd "key"': 1 })).toEqual({
      fullName: 'Ada',
      linkedinId: null,
      'odd "key"': 1,
    });
  });

  it('returns the same record where Node.js forbids code generation', () => {
    const program = `
      import { z } from 'zod';
      import { wireObject } from ${JSON.stringify(new URL('../../src/tools/wire.ts', import.meta.url).href)};
      console.log(JSON.stringify(wireObject({ full_name: z.string(), linkedin_id: z.string().optional() }).parse({ full_name: 'Ada' })));`;
    const output = execFileSync(process.execPath, [
      '--disallow-code-generation-from-strings',
      '--input-type=module',
      '--eval',
      program,
    ]);
    expect(JSON.parse(String(output))).toEqual({ fullName: 'Ada', linkedinId: null });
  });
});
