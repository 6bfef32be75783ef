import type { z } from 'zod';
import type { InputIssue } from './rules/bounded-issues.ts';
import { inputIssues } from './rules/input-issues.ts';
import type { Tool } from './tool.ts';
import { malformedTextPath, wellFormedTextRule } from './rules/well-formed-text.ts';

/** Maps each parsed input to the tool whose schema parsed it. */
const parsedFor = new WeakMap<object, Tool>();

const isParsed = <T extends Tool>(tool: T, input: unknown): input is z.output<T['input']> =>
  typeof input === 'object' && input !== null && parsedFor.get(input) === tool;

/**
 * Parses the input of a tool. An input that this function has already parsed for the same tool is returned unchanged,
 * so that a call within one process is parsed only once. Input from the network is always parsed.
 */
export function parseToolInput<T extends Tool>(
  tool: T,
  input: unknown,
): { data: z.output<T['input']> } | { issues: InputIssue[] } {
  if (isParsed(tool, input)) return { data: input };
  const parsed = inputIssues<T['input']>(tool.input, input);
  if ('issues' in parsed) return parsed;
  const path = malformedTextPath(parsed.data);
  if (path) return { issues: [{ path, message: wellFormedTextRule }] };
  if (typeof parsed.data === 'object' && parsed.data !== null) parsedFor.set(parsed.data, tool);
  return parsed;
}
