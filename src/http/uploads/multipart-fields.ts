import { z } from 'zod';
import { RequestError } from '../middleware/request-error.ts';

/** For each file, the paths in `operations` where its name belongs. */
export type FileMap = Record<string, string[]>;

const operationsSchema = z.looseObject({ query: z.string(), variables: z.record(z.string(), z.unknown()) });
const mapSchema = z.record(z.string().min(1), z.array(z.string()).min(1));

/** @throws RequestError unless it is one operation with variables */
export function readOperations(text: string): object {
  return read(operationsSchema, text, 'operations must be one operation in JSON, with variables');
}

/** @throws RequestError */
export function readMap(text: string, mostFiles: number): FileMap {
  const map = read(mapSchema, text, 'map must be an object that gives each file the paths of its variables');
  if (Object.keys(map).length > mostFiles)
    throw new RequestError(`map may name at most ${mostFiles} files.`, 'BAD_REQUEST');
  return map;
}

function read<Value>(schema: z.ZodType<Value>, text: string, rule: string): Value {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new RequestError(`In a multipart request ${rule}.`, 'BAD_REQUEST');
  }
}

/** Puts the names of files into the variables, where null stands for them. @throws RequestError */
export function placeFiles(operations: object, map: FileMap): object {
  for (const [name, paths] of Object.entries(map)) {
    for (const path of paths) placeFile(operations, path, name);
  }
  return operations;
}

function placeFile(operations: object, path: string, name: string): void {
  const steps = path.split('.');
  const last = steps.pop();
  let place: unknown = operations;
  for (const step of steps) place = isObject(place) && Object.hasOwn(place, step) ? place[step] : undefined;
  if (steps[0] !== 'variables' || last === undefined || !isObject(place) || place[last] !== null) {
    throw new RequestError(
      `In a multipart request the variable ${JSON.stringify(path)} of map must be null.`,
      'BAD_REQUEST',
    );
  }
  place[last] = name;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
