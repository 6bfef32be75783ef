import { z } from 'zod';
import investorFile from './scenes-investor.json' with { type: 'json' };
import recruitingFile from './scenes-recruiting.json' with { type: 'json' };
import salesFile from './scenes-sales.json' with { type: 'json' };
import sharedFile from './scenes-shared.json' with { type: 'json' };
import type { Subject } from './team.ts';

/** Host, guest, the host's colleague and the guest's colleague ("partner"). */
export const voices = ['H', 'G', 'C', 'P'] as const;
export type Voice = (typeof voices)[number];

/** What a voice says, in one of several ways. */
export interface Line {
  voice: Voice;
  /** Answers the line before in the variant of the same place. */
  follows: boolean;
  variants: string[];
}

/** A piece of a conversation that makes sense as a whole. Scenes stand in the order in which they can follow. */
export interface Scene {
  name: string;
  /** Only in the first conversation with somebody, or only in later ones. */
  when?: 'first' | 'later' | undefined;
  on?: 'call' | 'meeting' | undefined;
  /** Left out only where it was before or has no speaker. */
  always?: boolean | undefined;
  /** May come in every conversation with the same people. */
  again?: boolean | undefined;
  lines: Line[];
}

/** `H: one way | another way`, and `G=: …` for a line that follows the one before. */
const line = z.string().transform((text, context): Line => {
  const [, letter, sign, said = ''] = /^(\w)(=?): (.+)$/.exec(text) ?? [];
  const voice = voices.find((one) => one === letter);
  if (!voice) {
    context.addIssue({ code: 'custom', message: 'must begin with a voice' });
    return z.NEVER;
  }
  return { voice, follows: sign === '=', variants: said.split(' | ') };
});

const scenes = z.array(
  z.strictObject({
    name: z.string(),
    when: z.enum(['first', 'later']).optional(),
    on: z.enum(['call', 'meeting']).optional(),
    always: z.boolean().optional(),
    again: z.boolean().optional(),
    lines: z.array(line).min(1),
  }),
);

const shared = z.object({ opening: scenes, closing: scenes, listening: z.array(z.string()) }).parse(sharedFile);

const between: Record<Subject, Scene[]> = {
  sales: scenes.parse(salesFile),
  recruiting: scenes.parse(recruitingFile),
  investor: scenes.parse(investorFile),
};

export const scenesAbout = (subject: Subject): readonly Scene[] => [
  ...shared.opening,
  ...between[subject],
  ...shared.closing,
];

/** What somebody says who only listens. */
export const listening: readonly string[] = shared.listening;
