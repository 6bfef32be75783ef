import { z } from 'zod';
import { type Scope, scopeOf, scopes } from '../tools/tool.ts';

/** The connector of a type's data, declared in the `extensions` of every type that a root field returns. */
const typeSourceSchema = z.object({ connector: z.enum(['talent', 'convo', 'each']) });

export type TypeSource = z.output<typeof typeSourceSchema>;

export const talentSource = { connector: 'talent' } as const;
export const conversationSource = { connector: 'convo' } as const;

/** The source of types about the connectors themselves. Each field checks the scopes of the connectors it calls. */
export const anyConnectorSource = { connector: 'each' } as const;

/**
 * Returns undefined for types with `anyConnectorSource`.
 * @throws Error when the type declares no source, so that a new type cannot be exposed without a scope
 */
export function scopeOfType(
  { name, extensions }: { name: string; extensions?: unknown },
  access: 'read' | 'write',
): Scope | undefined {
  const { data } = typeSourceSchema.safeParse(extensions);
  if (!data) throw new Error(`${name} does not declare its connector; add for example "extensions: talentSource".`);
  const { connector } = data;
  return connector === 'each' ? undefined : scopeOf({ connector, class: access === 'read' ? 'read' : 'once' });
}

/** For the `extensions` of a field that reads a service which its root field does not read. */
export const talentReadScope = { scopes: ['talent:read'] as const };
export const conversationReadScope = { scopes: ['convo:read'] as const };

/** For the `extensions` of a field below the root that reads both services. */
export const bothReadScopes = { scopes: ['talent:read', 'convo:read'] as const };

const scopesSchema = z.object({ scopes: z.array(z.enum(scopes)) });

/** The scopes that a field requires in addition to the scope of its root field; usually empty. */
export const scopesOfField = ({ extensions }: { extensions: Readonly<Record<string, unknown>> }): readonly Scope[] =>
  'scopes' in extensions ? scopesSchema.parse(extensions).scopes : [];
