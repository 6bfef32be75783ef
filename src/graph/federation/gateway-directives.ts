import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core';
import { type ASTNode, getNamedType, type GraphQLSchema, isObjectType, Kind, parse, visit } from 'graphql';
import { type CallCost, costOf, selectedBatches, selectedPerObjectTools } from '../../operation/cost/call-cost.ts';
import { assumedLengthExtension, assumedSizeOf } from '../../operation/cost/list-sizes.ts';
import { longTextCost, toolCallCost } from '../../operation/cost/operation-cost.ts';
import type { Scope } from '../../tools/tool.ts';
import { scopeOfType, scopesOfField } from '../../operation/type-source.ts';

const connectionSize = {
  slicingArguments: ['first'],
  sizedFields: ['edges', 'nodes'],
  requireOneSlicingArgument: false,
};

/**
 * Adds `@cost` and `@listSize` to fields. Gateways count a list without an assumed size as empty, and multiply the
 * whole-number weight of a list field by the assumed size. The directives cannot express calls that the objects of
 * a page share, so shared calls below the root weigh nothing.
 */
class GatewayCostsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  /** Sets the options `cost` and `listSize`. The federation plugin later creates the directives from these options. */
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const cost = costOf({ extensions: field.extensions ?? {} });
    const isList = field.type.kind === 'List' && isObjectKind(field.type.type.kind) && !cost.isOneToOne;
    const assumedSize = isList ? assumedSizeOf(`${field.parentType}.${field.name}`) : undefined;
    const listSize = 'first' in field.args ? connectionSize : assumedSize && { assumedSize };
    // `mutation.calls` computes the calls from the arguments: one per item of the result.
    const calls = cost.mutation?.calls ? (assumedSize ?? 1) : callsPerParent(cost, field.parentType);
    const textCost = longTextCost(cost.textLength ?? 0);
    const weight = Math.round((toolCallCost * calls + textCost) / (assumedSize ?? 1));
    const directives = { ...(weight > 0 && { cost: weight }), ...(listSize && { listSize }) };
    // Change the options in place: in a copy, TypeScript cannot relate the options to the kind of the field.
    Object.assign(field.pothosOptions, directives);
    return assumedSize === undefined
      ? field
      : { ...field, extensions: { ...field.extensions, ...assumedLengthExtension(assumedSize) } };
  }
}

const isObjectKind = (kind: string) => kind === 'Object' || kind === 'Interface' || kind === 'Union';

/**
 * Returns how many calls a field makes for one parent object; root fields have a single parent. Omits calls that only
 * some arguments cause, because the directives cannot express them.
 */
function callsPerParent(cost: CallCost, parentType: string): number {
  const { atMostPerObject = [], page, lookup, mutation } = cost;
  const batched = selectedBatches(cost, {});
  const perObjectCount = selectedPerObjectTools(cost, {}).length + atMostPerObject.length;
  const perParent = perObjectCount + (page === undefined ? 0 : 1) + (mutation ? 1 : 0);
  const isRoot = parentType === 'Query' || parentType === 'Mutation' || parentType === 'Subscription';
  // A root field has a single parent, so a tool with a `batchSize` needs only one call.
  const atRoot = batched.map(({ calls, batchSize }) => (batchSize === undefined ? calls : 1));
  return isRoot ? atRoot.reduce((sum, calls) => sum + calls, perParent + (lookup?.perObject?.length ?? 0)) : perParent;
}

SchemaBuilder.registerPlugin('gatewayCosts', GatewayCostsPlugin);

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Pothos types its plugins by declaration merging.
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      gatewayCosts: GatewayCostsPlugin<Types>;
    }
  }
}

/**
 * Adds `@requiresScopes` to fields, so that a router rejects operations before it calls the subgraph. Types get no
 * scopes, because a mutation may return entities to callers without the read scope.
 */
export function addRequiredScopes(sdl: string, schema: GraphQLSchema): string {
  const insertions: { at: number; text: string }[] = [];
  const insertAtEnd = ({ loc }: ASTNode, text: string, offset = 0) => {
    if (loc) insertions.push({ at: loc.end + offset, text });
  };
  visit(parse(sdl), {
    Argument({ name, value }) {
      // `import` is the list of directives in `@link`; the offset is that of its closing bracket.
      if (name.value === 'import' && value.kind === Kind.LIST) insertAtEnd(value, ', "@requiresScopes"', -1);
      return false;
    },
    ObjectTypeDefinition({ name: type, fields = [] }) {
      for (const field of fields) {
        const required = scopesOf(schema, type.value, field.name.value).map((scope) => `"${scope}"`);
        if (required.length > 0) insertAtEnd(field, ` @requiresScopes(scopes: [[${required.join(', ')}]])`);
      }
      return false;
    },
  });
  // Insert the last text first: the positions of the other insertions then stay valid.
  return insertions
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, text: inserted }) => text.slice(0, at) + inserted + text.slice(at), sdl);
}

/** @returns no scope for a field that does not exist */
export function scopesOf(schema: GraphQLSchema, typeName: string, fieldName: string): readonly Scope[] {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (!field) return [];
  const isMutation = type === schema.getMutationType();
  const isRoot = isMutation || type === schema.getQueryType() || type === schema.getSubscriptionType();
  if (!isRoot) return scopesOfField(field);
  const scope = scopeOfType(getNamedType(field.type), isMutation ? 'write' : 'read');
  return scope ? [scope] : [];
}
