import { z } from 'zod';
import { inputIssues } from './input-issues.ts';

/** What a service may answer to a change of something that exists: nothing, an empty object, a flag or an id. */
type Acknowledgement = Record<string, unknown> | null | undefined;

const notDone = 'says that the change was not made';

/** An answer that says no more than that a change was made. */
export const acknowledgement = z
  .custom<Acknowledgement>()
  .pipe(
    z
      .looseObject({}, 'must be an object or null')
      .nullish()
      .refine((payload) => !payload?.['error'] && ![payload?.['success'], payload?.['ok']].includes(false), notDone),
  )
  .transform(() => null);

/**
 * What a service answers to an update: the record as it is then, or an acknowledgement, which is read as null.
 * @param keys a record has all of these on the wire; without one of them it is taken for an acknowledgement, because
 * what it leaves out would be read as empty
 */
export const recordOrAcknowledgement = <Schema extends z.ZodType>(record: Schema, keys: readonly string[]) =>
  z.custom<z.input<Schema> | Acknowledgement>().transform((payload, context) => {
    const read = readRecord(record, keys, payload);
    if (read !== null) return read;
    passIssues(acknowledgement, payload, context);
    return null;
  });

const identified = z.looseObject({ id: z.string('is missing').min(1, 'must not be empty') }, 'must be an object');

/** What a service answers to a creation: at least the id, with the new record or without it. */
export const created = <Schema extends z.ZodType>(record: Schema, keys: readonly string[]) =>
  z.custom<z.input<Schema> | { id: string }>().transform((payload, context) => {
    const { id = '' } = passIssues(identified, payload, context) ?? {};
    return { id, record: readRecord(record, keys, payload) };
  });

function readRecord<Schema extends z.ZodType>(
  record: Schema,
  keys: readonly string[],
  payload: unknown,
): z.output<Schema> | null {
  const isRecord = keys.every((key) => Object.hasOwn(Object(payload), key));
  return isRecord ? (record.safeParse(payload).data ?? null) : null;
}

/** Reads a payload; what breaks a rule becomes an issue of the schema around it. */
function passIssues<Schema extends z.ZodType>(
  schema: Schema,
  payload: unknown,
  context: z.RefinementCtx,
): z.output<Schema> | undefined {
  const parsed = inputIssues(schema, payload, 'is missing');
  if ('data' in parsed) return parsed.data;
  for (const { path, message } of parsed.issues) context.addIssue({ code: 'custom', path, message });
  return undefined;
}
