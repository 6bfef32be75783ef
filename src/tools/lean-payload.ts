import type { z } from 'zod';
import type { Tool } from './tool.ts';
import { toolSchemas } from './tool-schemas.ts';

/** Copies the payload of a tool without its optional fields. */
export const leanPayload = (tool: Tool, payload: unknown): unknown => requiredParts(payload, toolSchemas(tool).output);

type JsonSchema = z.core.JSONSchema._JSONSchema;

function requiredParts(value: unknown, schema: JsonSchema | undefined): unknown {
  if (typeof value !== 'object' || value === null || typeof schema !== 'object') return value;
  const { anyOf, items, properties, required } = schema;
  if (anyOf)
    return requiredParts(
      value,
      anyOf.find((option) => option.type !== 'null'),
    );
  if (Array.isArray(value)) return value.map((item) => requiredParts(item, Array.isArray(items) ? undefined : items));
  if (!properties) return value;
  const requiredFields = Object.entries(value).filter(([name]) => required?.includes(name));
  return Object.fromEntries(requiredFields.map(([name, part]) => [name, requiredParts(part, properties[name])]));
}
