import { z } from 'zod';
import { type Scope, scopeOf } from '../tools/tool.ts';

/** The connector of a type's data, declared in the `extensions` of every type that a root field returns. */
const typeSourceSchema = z.object({ connector: z.enum(['talent', 'convo', 'each']) });

export type TypeSource = z.output<typeof typeSourceSchema>;

export const fromTalent = { connector: 'talent' } as const;
export const fromConversation = { connector: 'convo' } as const;

/** For a type that describes the connectors themselves; its fields check the scopes of the connectors they call. */
export const fromAnyConnector = { connector: 'each' } as const;

/**
 * Returns undefined for types with `fromAnyConnector`.
 * @throws Error when the type declares no source, so that a new type cannot be exposed without a scope
 */
export function scopeOfType(
  { name, extensions }: { name: string; extensions?: unknown },
  access: 'read' | 'write',
): Scope | undefined {
  const { data } = typeSourceSchema.safeParse(extensions);
  if (!data) throw new Error(`${name} does not declare its connector; add for example "extensions: fromTalent".`);
  const { connector } = data;
  return connector === 'each' ? undefined : scopeOf({ connector, class: access === 'read' ? 'read' : 'once' });
}
