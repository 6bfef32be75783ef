import type { z } from 'zod';
import { compiledSchema, inputIssues } from '../tools/rules/input-issues.ts';
import { ToolError } from '../tools/errors/tool-error.ts';

/** Parses a service's payload or the platform's response; returns its data, or the issues if it is invalid. */
export const parsePayload = <Schema extends z.ZodType>(schema: Schema, payload: unknown) =>
  inputIssues(compiledSchema(schema), payload, 'is missing');

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
