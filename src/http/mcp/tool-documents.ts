import {
  coerceInputValue,
  type DocumentNode,
  getNamedType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
  TokenKind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Logger } from 'pino';
import { z } from 'zod';
import { scopesOf } from '../../graph/federation/gateway-directives.ts';
import type { Scope } from '../../tools/tool.ts';
import { OperatorError } from '../../tools/errors/operator-error.ts';
import { firstDocumentError, parseBounded } from '../graphql/limits/document-rules.ts';
import type { DocumentSource, TextFile } from './document-sources.ts';
import { type InputSchema, inputSchemaOf, variableType } from './input-schema.ts';

/** An operation that assistants can call. */
export interface ToolDocument {
  /** The name of the operation and of the tool. */
  name: string;
  description: string;
  /** The document without comments. */
  query: string;
  inputSchema: InputSchema;
  isWrite: boolean;
  /** The scopes that each root field requires. */
  scopes: readonly (readonly Scope[])[];
}

interface ReadOptions {
  schema: GraphQLSchema;
  introspection: boolean;
  log: Logger;
}

/** Some model APIs reject longer tool names. */
const maxNameLength = 64;

/** Logs which documents are left out. @throws OperatorError that names file, line and rule of each faulty document */
export function readToolDocuments(sources: readonly DocumentSource[], options: ReadOptions): ToolDocument[] {
  const tools = new Map<string, ToolDocument>();
  const faults: string[] = [];
  const leftOut: string[] = [];
  for (const source of sources) {
    try {
      const tool = readTool(source, { ...options, isTaken: (name) => tools.has(name) });
      if ('leftOut' in tool) leftOut.push(`${source.file} ${tool.leftOut}`);
      else tools.set(tool.name, tool);
    } catch (error) {
      faults.push(`MCP_DOCUMENTS: ${faultText(error, source.file)}`);
    }
  }
  if (faults.length > 0) throw new OperatorError(faults.join('\n'));
  if (leftOut.length > 0) options.log.info({ documents: leftOut }, 'left out documents that assistants cannot call');
  return [...tools.values()];
}

/** The reason why a document that is valid GraphQL cannot be a tool. */
class DocumentFault extends Error {
  readonly line: number;
  readonly file: string | undefined;

  constructor(message: string, { line, file }: { line: number; file?: string }) {
    super(message);
    this.line = line;
    this.file = file;
  }
}

function faultText(error: unknown, documentFile: string): string {
  const graphqlLine = error instanceof GraphQLError ? error.locations?.[0]?.line : undefined;
  const { file = documentFile, line = 1 } = error instanceof DocumentFault ? error : { line: graphqlLine };
  const message = error instanceof Error ? error.message : String(error);
  return `${file}:${line}: ${/[.?]$/.test(message) ? message : `${message}.`}`;
}

function readTool(
  { text, variables }: DocumentSource,
  options: ReadOptions & { isTaken: (name: string) => boolean },
): ToolDocument | { leftOut: string } {
  const { schema } = options;
  const document = parseBounded(text);
  const error = firstDocumentError(document, options);
  if (error !== undefined) throw error;
  const operations = document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((node) => ({ node, line: node.loc?.startToken.line ?? 1, ...readComment(node) }));
  const leftOut = operations.map((operation) => reasonToLeaveOut(operation, schema)).find((reason) => reason);
  if (leftOut !== undefined) return { leftOut };
  const [operation, second] = operations;
  if (!operation) throw new DocumentFault('must contain an operation', { line: 1 });
  if (second) throw new DocumentFault('must contain only one operation', second);
  const { node, description, isWrite } = operation;
  if (description === '') {
    const message = 'the operation must follow a comment, which becomes the description of the tool';
    throw new DocumentFault(message, operation);
  }
  const name = node.name?.value;
  if (name === undefined) throw new DocumentFault('the operation must have a name', operation);
  if (name.length > maxNameLength)
    throw new DocumentFault(`the name must have at most ${maxNameLength} characters`, operation);
  if (options.isTaken(name)) throw new DocumentFault(`another document has the name ${name}`, operation);
  const examples = variables ? readExamples(variables, { node, schema }) : {};
  const inputSchema = inputSchemaOf({ schema, document, operation: node, examples });
  const scopes = rootScopes(document, schema);
  return { name, description, query: print(document), inputSchema, isWrite, scopes };
}

function rootScopes(document: DocumentNode, schema: GraphQLSchema): (readonly Scope[])[] {
  const scopes: (readonly Scope[])[] = [];
  const types = new TypeInfo(schema);
  const roots = [schema.getQueryType(), schema.getMutationType()];
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name }) {
        const parent = types.getParentType();
        if (parent && roots.some((root) => root === parent)) scopes.push(scopesOf(schema, parent.name, name.value));
      },
    }),
  );
  return scopes;
}

const toolMark = /^@tool(?:\s+|$)/;
const writeMark = /(?<!\S)@write(?!\S)/;

/** The comment before an operation. If lines begin with `@tool`, only these lines become the description. */
function readComment({ loc }: OperationDefinitionNode) {
  const lines: string[] = [];
  for (let token = loc?.startToken.prev; token?.kind === TokenKind.COMMENT; token = token.prev ?? undefined)
    lines.unshift(token.value.trim());
  const marked = lines.filter((line) => toolMark.test(line));
  const described = (marked.length > 0 ? marked : lines).map((line) =>
    line.replace(toolMark, '').replace(writeMark, ''),
  );
  return {
    description: described.join(' ').replaceAll(/\s+/g, ' ').trim(),
    isWrite: lines.some((line) => writeMark.test(line)),
  };
}

function reasonToLeaveOut(
  { node, isWrite }: { node: OperationDefinitionNode; isWrite: boolean },
  schema: GraphQLSchema,
): string | undefined {
  if (node.operation === OperationTypeNode.SUBSCRIPTION) return 'is a subscription';
  if (node.variableDefinitions?.some((definition) => hasFile(variableType(definition, schema)))) return 'takes a file';
  const isAllowed = node.operation === OperationTypeNode.QUERY || isWrite;
  return isAllowed ? undefined : 'is a mutation without @write in its comment';
}

function hasFile(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  if (isInputObjectType(named)) return Object.values(named.getFields()).some((field) => hasFile(field.type));
  return named.name.endsWith('File');
}

const examplesSchema = z.record(z.string(), z.unknown());

function readExamples(
  { file, text }: TextFile,
  { node, schema }: { node: OperationDefinitionNode; schema: GraphQLSchema },
): Record<string, unknown> {
  const values = parseObject(text, file);
  const definitions = new Map(
    node.variableDefinitions?.map((definition) => [definition.variable.name.value, definition]),
  );
  for (const [name, value] of Object.entries(values)) {
    const line = text.slice(0, text.indexOf(JSON.stringify(name))).split('\n').length;
    const definition = definitions.get(name);
    if (!definition) throw new DocumentFault(`the operation has no variable $${name}`, { file, line });
    coerceInputValue(value, variableType(definition, schema), (path, _value, { message }) => {
      throw new DocumentFault(`${[name, ...path].join('.')}: ${message}`, { file, line });
    });
  }
  return values;
}

function parseObject(text: string, file: string): Record<string, unknown> {
  try {
    return examplesSchema.parse(JSON.parse(text));
  } catch (error) {
    const [, line = 1] = (error instanceof SyntaxError && /\(line (\d+)/.exec(error.message)) || [];
    throw new DocumentFault('must be a JSON object with examples of the variables', { file, line: Number(line) });
  }
}
