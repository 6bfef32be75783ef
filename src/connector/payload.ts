import { z } from 'zod';
import { inputIssues } from '../tools/rules/input-issues.ts';
import { ToolError } from './tool-error.ts';

/** Parses a service's payload or the platform's response; returns its data, or the issues if it is invalid. */
export const parsePayload = <Schema extends z.ZodType>(schema: Schema, payload: unknown) =>
  inputIssues(compiled(schema), payload, 'is missing');

const compiledSchemas = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Returns a schema with the same results and issues that is several times as fast. Compiles each schema when it is
 * first needed, because compiling takes milliseconds. A schema that cannot be compiled is returned unchanged, as is
 * every schema if Node.js runs with `--disallow-code-generation-from-strings`.
 */
function compiled<Schema extends z.ZodType>(schema: Schema): Schema;
function compiled(schema: z.ZodType): z.ZodType {
  const known = compiledSchemas.get(schema);
  if (known) return known;
  const fast = z.compile(schema);
  compiledSchemas.set(schema, fast);
  return fast;
}

/**
 * Creates the error for a payload that cannot be parsed.
 * @param fault what is wrong with it, such as `id is missing`
 */
export const malformedPayload = (tool: string, fault: string, cause?: unknown) =>
  new ToolError({
    code: 'MALFORMED_PAYLOAD',
    message: `${tool} returned an unexpected payload: ${fault}`,
    tool,
    cause,
  });
