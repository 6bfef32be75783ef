import type { Selectable } from 'kysely';
import type { Tables } from '../../../src/platform/database/tables/tables.ts';

/** A word for the type of a column. Enumerations are text; arrays and JSON are not compared. */
type Described<Value> = Value extends string
  ? 'text'
  : Value extends number
    ? 'number'
    : Value extends boolean
      ? 'boolean'
      : Value extends Date
        ? 'time'
        : 'other';

type Rows = { [Table in keyof Tables]: Selectable<Tables[Table]> };
type ColumnName = { [Table in keyof Rows]: `${Table}.${keyof Rows[Table] & string}` }[keyof Rows];
type ValueOf<Name> = Name extends `${infer Table extends keyof Rows}.${infer Column}`
  ? Rows[Table][Column & keyof Rows[Table]]
  : never;

/** The type of every column, such as `talent_users.id`, as the row types declare it. */
export type DescribedColumns = {
  [Name in ColumnName]: `${Described<NonNullable<ValueOf<Name>>>}${null extends ValueOf<Name> ? ' or null' : ''}`;
};
