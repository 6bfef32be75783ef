import { z } from 'zod';
import { changeForm } from './change.ts';
import type { Tool } from './tool.ts';
import { sentFormOf } from './wire.ts';

export type JsonSchema = Record<string, unknown>;

interface ToolSchemas {
  /** The parameters that a platform accepts. */
  input: JsonSchema;
  /** The payload that a platform should send. The graph also accepts other payloads. */
  output: JsonSchema;
}

const built = new WeakMap<Tool, ToolSchemas>();

/** Returns the JSON Schemas (2020-12) of a tool, made once: the schemas of all tools take a tenth of a second. */
export function toolSchemas(tool: Tool): ToolSchemas {
  const schemas = built.get(tool) ?? { input: z.toJSONSchema(tool.input, { io: 'input' }), output: outputOf(tool) };
  built.set(tool, schemas);
  return schemas;
}

/** JSON Schema of what a client or platform should send; the parser may accept more. */
export const jsonSchemaOf = (schema: z.ZodType): z.core.JSONSchema.BaseSchema =>
  z.toJSONSchema(schema, { io: 'input', override: ({ zodSchema, jsonSchema }) => toSent(zodSchema, jsonSchema) });

function outputOf(tool: Tool): JsonSchema {
  const { record, required } = changeForm(tool.output) ?? { record: tool.output, required: [] };
  const schema = jsonSchemaOf(record);
  return required.length > 0
    ? { ...schema, required: [...new Set([...(schema.required ?? []), ...required])] }
    : schema;
}

/** Changes `json` in place, as zod's `override` requires. */
function toSent(zodSchema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  const form = sentFormOf(zodSchema)?.({ ...json });
  if (form) {
    for (const key of Object.keys(json)) Reflect.deleteProperty(json, key);
    Object.assign(json, form);
  }
  // Omit defaults, which only the parser applies.
  delete json.default;
  // Omit patterns that repeat the format, and bounds that only exclude unsafe integers.
  if (json.format !== undefined) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
}
