import type { z } from 'zod';
import { inputIssues } from '../tools/rules/input-issues.ts';
import { ToolError } from './tool-error.ts';

/** Parses a payload of a service or a response of the platform. */
export const parsePayload = <Schema extends z.ZodType>(schema: Schema, payload: unknown) =>
  inputIssues(schema, payload, 'is missing');

/** @param fault a sentence that says what is wrong with the payload */
export const malformedPayload = (tool: string, fault: string, cause?: unknown) =>
  new ToolError({
    code: 'MALFORMED_PAYLOAD',
    message: `${tool} returned an unexpected payload: ${fault}`,
    tool,
    cause,
  });
