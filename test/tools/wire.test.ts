import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wireObject } from '../../src/tools/wire.ts';

const person = wireObject({
  full_name: z.string(),
  linkedin_id: z.string().optional(),
  'undecodable "key"': z.int().optional(),
});

describe('wireObject', () => {
  it('renames keys, drops unknown ones and returns null for absent ones', () => {
    expect(person.parse({ full_name: 'Ada', hobby: 'chess', 'undecodable "key"': 1 })).toEqual({
      fullName: 'Ada',
      linkedinId: null,
      'undecodable "key"': 1,
    });
  });

  it('is decoded to the same record where Node.js forbids code generation', () => {
    const program = `
      import { z } from 'zod';
      import { wireObject } from ${JSON.stringify(new URL('../../src/tools/wire.ts', import.meta.url).href)};
      import { decoderOf, undecodable } from ${JSON.stringify(new URL('../../src/tools/payload-decoder.ts', import.meta.url).href)};
      const decode = decoderOf(wireObject({ full_name: z.string(), linkedin_id: z.string().optional() }));
      console.log(JSON.stringify([decode({ full_name: 'Ada' }), decode({ full_name: 1 }) === undecodable, decode([]) === undecodable]));`;
    const output = execFileSync(process.execPath, [
      '--disallow-code-generation-from-strings',
      '--input-type=module',
      '--eval',
      program,
    ]);
    expect(JSON.parse(String(output))).toEqual([{ fullName: 'Ada', linkedinId: null }, true, true]);
  });
});
