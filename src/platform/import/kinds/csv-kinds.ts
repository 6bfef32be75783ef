import {
  companyEntityId,
  companyIdByName,
  institutionEntityId,
  institutionIdByName,
} from '../../services/talent/signals/entity-id.ts';

type Fields = Record<string, string | undefined>;

interface CsvKindRules {
  /** Those that a column can be mapped to. */
  fields: readonly string[];
  /** Gives a record its id: prefixed where the file has ids, else always the same one for the same record. */
  complete(fields: Fields, hasIdColumn: boolean): Fields;
}

export const csvKinds = {
  company: {
    fields: ['id', 'name', 'domain', 'industry'],
    complete: ({ id, ...fields }, hasIdColumn) => ({
      ...fields,
      id: hasIdColumn ? id && companyEntityId(id) : fields.name && companyIdByName(fields.name),
    }),
  },
  institution: {
    fields: ['id', 'name', 'country'],
    complete: ({ id, ...fields }, hasIdColumn) => ({
      ...fields,
      id: hasIdColumn
        ? id && institutionEntityId(id)
        : fields.name && institutionIdByName(fields.name, fields.country ?? ''),
    }),
  },
  city: { fields: ['name'], complete: (fields) => fields },
} as const satisfies Record<string, CsvKindRules>;

export type CsvKind = keyof typeof csvKinds;

export const isCsvKind = (kind: string): kind is CsvKind => Object.hasOwn(csvKinds, kind);
