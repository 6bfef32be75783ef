import type * as protocol from '@apollo/usage-reporting-protobuf';
import type { GraphQLError, GraphQLResolveInfo } from 'graphql';

type Path = GraphQLResolveInfo['path'];

type TraceModule = Pick<typeof protocol, 'Trace'>;

type TraceNode = protocol.Trace.Node;

/** Fields and list items, so that a large result does not double its costs. */
const maxTraceNodes = 10_000;

/** In the format of Apollo's traces. */
export class FieldRecorder {
  readonly #startedAt = performance.now();
  readonly #startTime = Date.now();
  readonly #module: TraceModule;
  readonly #root: TraceNode;
  readonly #nodes = new Map<string, TraceNode>();

  constructor(module: TraceModule) {
    this.#module = module;
    this.#root = new module.Trace.Node();
  }

  /** Call the returned function when the value of the field is there. */
  start({ path, fieldName, returnType, parentType }: GraphQLResolveInfo): () => void {
    const node = this.#nodeAt(path);
    if (!node) return () => {};
    node.type = String(returnType);
    node.parentType = parentType.name;
    if (path.key !== fieldName) node.originalFieldName = fieldName;
    node.startTime = this.#nanoseconds();
    return () => {
      node.endTime = this.#nanoseconds();
    };
  }

  /** In base64. */
  encode(errors: readonly GraphQLError[]): string {
    for (const { message, path = [] } of errors) {
      const error = new this.#module.Trace.Error({ message });
      this.#closestNode(path.map(String)).error.push(error);
    }
    const trace = new this.#module.Trace({
      root: this.#root,
      durationNs: this.#nanoseconds(),
      startTime: timestamp(this.#startTime),
      endTime: timestamp(Date.now()),
      fieldExecutionWeight: 1,
    });
    return Buffer.from(this.#module.Trace.encode(trace).finish()).toString('base64');
  }

  #nodeAt(path: Path): TraceNode | undefined {
    const key = keyOf(path);
    const known = this.#nodes.get(key);
    if (known || this.#nodes.size >= maxTraceNodes) return known;
    const parent = path.prev ? this.#nodeAt(path.prev) : this.#root;
    if (!parent) return undefined;
    const node = new this.#module.Trace.Node(
      typeof path.key === 'number' ? { index: path.key } : { responseName: path.key },
    );
    parent.child.push(node);
    this.#nodes.set(key, node);
    return node;
  }

  /** Returns the node of a path, or of the closest part of it that was recorded. */
  #closestNode(path: readonly string[]): TraceNode {
    const known = path.map((_, index) => this.#nodes.get(path.slice(0, path.length - index).join('.')));
    return known.find((node) => node !== undefined) ?? this.#root;
  }

  #nanoseconds = () => Math.round((performance.now() - this.#startedAt) * 1e6);
}

const keyOf = ({ prev, key }: Path): string => (prev ? `${keyOf(prev)}.${key}` : String(key));

const timestamp = (ms: number) => ({ seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1e6 });
