import { z } from 'zod';
import { inputIssues } from './rules/input-issues.ts';

/** What a service may return after changing a record: nothing, an empty object, a success flag or an id. */
type Acknowledgement = Record<string, unknown> | null | undefined;

interface ChangeForm {
  record: z.ZodType;
  /** Keys of a record. A payload that lacks one of them only confirms the change. */
  required: readonly string[];
}

const changeForms = new WeakMap<object, ChangeForm>();

function withForm<Schema extends z.ZodType>(schema: Schema, form: ChangeForm): Schema {
  changeForms.set(schema, form);
  return schema;
}

/** Returns the form of the payload after a change; undefined if `output` is not the schema of a change. */
export const changeForm = (output: z.ZodType) => changeForms.get(output);

const notDone = 'reports that the change was not made';

/** Schema of a payload that only confirms a change; it is parsed to null. */
export const acknowledgement = withForm(
  z
    .custom<Acknowledgement>()
    .pipe(
      z
        .looseObject({}, 'must be an object or null')
        .nullish()
        .refine((payload) => !payload?.['error'] && ![payload?.['success'], payload?.['ok']].includes(false), notDone),
    )
    .transform(() => null),
  { record: z.object({ id: z.string().optional() }), required: [] },
);

/**
 * Schema of a payload that is a record, or an acknowledgement, which is parsed to null. All records have `keys` on the
 * wire: a payload that lacks one of them is an acknowledgement, because as a record, it would have empty fields.
 */
export const recordOrAcknowledgement = <Schema extends z.ZodType>(record: Schema, keys: readonly string[]) =>
  withForm(
    z.custom<z.input<Schema> | Acknowledgement>().transform((payload, context) => {
      const read = readRecord(record, keys, payload);
      if (read !== null) return read;
      parseOrAddIssues(acknowledgement, payload, context);
      return null;
    }),
    { record, required: keys },
  );

const identified = z.looseObject({ id: z.string('is missing').min(1, 'must not be empty') }, 'must be an object');

/** Schema of a creation's payload, parsed to id and record. The record is null if the payload is not a full record. */
export const createdRecord = <Schema extends z.ZodType>(record: Schema, keys: readonly string[]) =>
  withForm(
    z.custom<z.input<Schema> | { id: string }>().transform((payload, context) => {
      const { id = '' } = parseOrAddIssues(identified, payload, context) ?? {};
      return { id, record: readRecord(record, keys, payload) };
    }),
    { record, required: keys },
  );

function readRecord<Schema extends z.ZodType>(
  record: Schema,
  keys: readonly string[],
  payload: unknown,
): z.output<Schema> | null {
  const isRecord = keys.every((key) => Object.hasOwn(Object(payload), key));
  return isRecord ? (record.safeParse(payload).data ?? null) : null;
}

function parseOrAddIssues<Schema extends z.ZodType>(
  schema: Schema,
  payload: unknown,
  context: z.RefinementCtx,
): z.output<Schema> | undefined {
  const parsed = inputIssues(schema, payload, 'is missing');
  if ('data' in parsed) return parsed.data;
  for (const { path, message } of parsed.issues) context.addIssue({ code: 'custom', path, message });
  return undefined;
}
