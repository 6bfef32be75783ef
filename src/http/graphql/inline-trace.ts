import type * as protocol from '@apollo/usage-reporting-protobuf';
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import {
  defaultFieldResolver,
  execute,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFieldConfig,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  responsePathAsArray,
} from 'graphql';
import type { GraphContext, OperationArgs } from '../../graph/core/context.ts';

const recorders = new WeakMap<object, FieldRecorder>();

export async function executeTraced(args: OperationArgs): Promise<ExecutionResult> {
  recorders.set(args.contextValue, createFieldRecorder(await import('@apollo/usage-reporting-protobuf')));
  return execute({ ...args, schema: tracedSchema(args.schema) });
}

/** Adds `extensions.ftv1`. Every caller may request it: apart from times, it repeats what the response contains. */
export function withTrace(result: ExecutionResult, context: object): ExecutionResult {
  const recorder = recorders.get(context);
  if (!recorder) return result;
  return { ...result, extensions: { ...result.extensions, ftv1: recorder.encode(result.errors ?? []) } };
}

const copies = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The copy is made for the first operation with a trace; others use the schema itself, so that they pay nothing. */
function tracedSchema(schema: GraphQLSchema): GraphQLSchema {
  const copy = copies.get(schema) ?? mapSchema(schema, { [MapperKind.OBJECT_FIELD]: traced });
  copies.set(schema, copy);
  return copy;
}

function traced(field: GraphQLFieldConfig<unknown, GraphContext>): GraphQLFieldConfig<unknown, GraphContext> {
  const { resolve = defaultFieldResolver } = field;
  return {
    ...field,
    resolve(source, args, context, info) {
      const end = recorders.get(context)?.start(info);
      const value: unknown = resolve(source, args, context, info);
      if (value instanceof Promise) return value.finally(end);
      end?.();
      return value;
    },
  };
}

type TraceNode = protocol.Trace.Node;

/** Maximum number of fields and list items: the trace of a large result must not double its costs. */
const maxTraceNodes = 10_000;

type FieldRecorder = ReturnType<typeof createFieldRecorder>;

/** In the format of Apollo's traces. */
function createFieldRecorder({ Trace }: Pick<typeof protocol, 'Trace'>) {
  const startedAt = performance.now();
  const startTime = timestamp(Date.now());
  const root = new Trace.Node();
  const nodes = new Map<string, TraceNode>();

  const nanoseconds = () => Math.round((performance.now() - startedAt) * 1e6);

  function nodeAt(path: GraphQLResolveInfo['path']): TraceNode | undefined {
    const key = responsePathAsArray(path).join('.');
    const known = nodes.get(key);
    if (known || nodes.size >= maxTraceNodes) return known;
    const parent = path.prev ? nodeAt(path.prev) : root;
    if (!parent) return undefined;
    const node = new Trace.Node(typeof path.key === 'number' ? { index: path.key } : { responseName: path.key });
    parent.child.push(node);
    nodes.set(key, node);
    return node;
  }

  /** Returns the node of a path, or of the closest part of it that was recorded. */
  function closestNode(path: readonly (string | number)[]): TraceNode {
    const known = path.map((_, index) => nodes.get(path.slice(0, path.length - index).join('.')));
    return known.find((node) => node !== undefined) ?? root;
  }

  return {
    /** Call the returned function when the value of the field is there. */
    start({ path, fieldName, returnType, parentType }: GraphQLResolveInfo): () => void {
      const node = nodeAt(path);
      if (!node) return () => {};
      node.type = String(returnType);
      node.parentType = parentType.name;
      if (path.key !== fieldName) node.originalFieldName = fieldName;
      node.startTime = nanoseconds();
      return () => {
        node.endTime = nanoseconds();
      };
    },
    /** In base64. */
    encode(errors: readonly GraphQLError[]): string {
      for (const { message, path = [] } of errors) closestNode(path).error.push(new Trace.Error({ message }));
      const durationNs = nanoseconds();
      const trace = new Trace({ root, durationNs, startTime, endTime: timestamp(Date.now()), fieldExecutionWeight: 1 });
      return Buffer.from(Trace.encode(trace).finish()).toString('base64');
    },
  };
}

const timestamp = (ms: number) => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 });
