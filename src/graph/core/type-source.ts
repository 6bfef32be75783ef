import { z } from 'zod';
import { type Scope, scopeOf } from '../../connector/scope.ts';

/** Which connector answers what a type holds; a type says it in its `extensions`. */
const ownershipSchema = z.object({ connector: z.enum(['talent', 'convo', 'each']) });

export const fromTalent = { connector: 'talent' } as const;
export const fromConversation = { connector: 'convo' } as const;

/** For a type that tells of connectors, and asks for the scope of each where it calls it. */
export const fromAnyConnector = { connector: 'each' } as const;

export type TypeSource = z.output<typeof ownershipSchema>;

interface OwnedType {
  name: string;
  extensions?: unknown;
}

/**
 * The scope to read what a type holds, or to make the change that it is the result of; nothing where the type asks for
 * scopes itself.
 * @throws when the type does not say its connector: whoever adds one must not forget the scope that it needs
 */
export function scopeOfType({ name, extensions }: OwnedType, access: 'read' | 'write'): Scope | undefined {
  const said = ownershipSchema.safeParse(extensions);
  if (!said.success) throw new Error(`${name} does not say which connector it belongs to.`);
  const { connector } = said.data;
  return connector === 'each' ? undefined : scopeOf({ connector, class: access === 'read' ? 'read' : 'once' });
}
