import { z } from 'zod';
import { RequestError } from '../middleware/error-response.ts';
import { parseRequestJson } from '../middleware/request-json.ts';

/** For the part name of each file, the paths of the variables in `operations` that contain the file. */
export type FileMap = Record<string, string[]>;

/** A trusted document has an id instead of a text. */
const operationsSchema = z
  .looseObject({ query: z.string().nullish(), variables: z.record(z.string(), z.unknown()) })
  .refine((operation) => [operation.query, operation['documentId'], operation['extensions']].some((id) => id != null));
const mapSchema = z.record(z.string().min(1), z.array(z.string()).min(1));

/** @throws RequestError unless the text is one operation with variables */
export function readOperations(text: string): object {
  return parse(operationsSchema, text, 'operations must be one operation in JSON, with variables');
}

/** @throws RequestError if the text is invalid or names more than `maxFiles` files */
export function readMap(text: string, maxFiles: number): FileMap {
  const map = parse(mapSchema, text, 'map must be an object that lists the variable paths of each file');
  if (Object.keys(map).length > maxFiles) throw malformed(`map must not name more than ${maxFiles} files`);
  return map;
}

function parse<Value>(schema: z.ZodType<Value>, text: string, rule: string): Value {
  const { success, data } = schema.safeParse(parseRequestJson(text, () => malformed(rule)));
  if (!success) throw malformed(rule);
  return data;
}

const malformed = (rule: string) =>
  new RequestError({ code: 'BAD_REQUEST', message: `In a multipart request, ${rule}.` });

/** Replaces null with the part name of the file. @throws RequestError when a path does not lead to null */
export function placeFiles(operations: object, map: FileMap): object {
  for (const [name, paths] of Object.entries(map)) {
    for (const path of paths) placeFile(operations, path, name);
  }
  return operations;
}

function placeFile(operations: object, path: string, name: string): void {
  const steps = path.split('.');
  const last = steps.pop();
  let parent: unknown = operations;
  for (const step of steps) parent = isObject(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined;
  if (steps[0] !== 'variables' || last === undefined || !isObject(parent) || parent[last] !== null)
    throw malformed(`the variable ${JSON.stringify(path)} in map must be null`);
  parent[last] = name;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
