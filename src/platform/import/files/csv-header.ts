import { type Delimiter, delimiters, firstRows } from './csv-rows.ts';
import { FileError } from './source-record.ts';

export interface CsvRules {
  fields: readonly string[];
  /** Names of columns by field, the first found preferred; by default, the field. Case and punctuation are ignored. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** One of these columns is required. */
  names?: readonly string[];
  /** How many of the first rows can be the header: exports of contacts begin with notes. */
  maxHeaderRows?: number;
}

export interface CsvHeader {
  delimiter: Delimiter;
  /** Number of rows up to the header, which is the last of them. */
  rowCount: number;
  /** In order. */
  names: string[];
  /** Index of the column of each field. */
  columns: ReadonlyMap<string, number>;
}

/**
 * Finds the header and the delimiter: the first row with a name and another known column, otherwise the first row, if
 * it has a name. A first line such as `sep=;` is a hint for spreadsheet programs.
 * @param text the beginning of the file
 * @throws FileError if there is no name column, or a mapped column is missing
 */
export function findHeader(text: string, rules: CsvRules, mapping: Readonly<Record<string, string>>): CsvHeader {
  const [hint, hinted] = /^\uFEFF?sep=([,;\t])\s*(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const body = text.slice(hint?.length ?? 0);
  const before = hint === undefined ? 0 : 1;
  const candidates = delimiters
    .filter((delimiter) => hinted === undefined || delimiter === hinted)
    .map((delimiter) => ({ delimiter, rows: firstRows(body, { delimiter, count: rules.maxHeaderRows ?? 1 }) }));
  for (const minColumns of [2, 1]) {
    for (const { delimiter, rows } of candidates) {
      const searched = minColumns > 1 ? rows : rows.slice(0, 1);
      const index = searched.findIndex((row) => countKnown(row, rules, mapping) >= minColumns);
      const row = rows[index];
      if (row) return headerOf(row, { delimiter, rowCount: index + 1 + before, rules, mapping });
    }
  }
  const [widest] = candidates.toSorted((a, b) => (b.rows[0]?.length ?? 0) - (a.rows[0]?.length ?? 0));
  const row = widest?.rows[0] ?? [];
  return headerOf(row, { delimiter: widest?.delimiter ?? ',', rowCount: 1 + before, rules, mapping });
}

interface HeaderOptions {
  delimiter: Delimiter;
  rowCount: number;
  rules: CsvRules;
  mapping: Readonly<Record<string, string>>;
}

function headerOf(row: readonly string[], { delimiter, rowCount, rules, mapping }: HeaderOptions): CsvHeader {
  const names = row.map((name) => name.trim());
  const columns = columnsOf(names, rules, mapping);
  for (const [field, column] of Object.entries(mapping)) {
    if (!columns.has(field)) {
      throw new FileError(`has no column ${JSON.stringify(column)}; its columns are ${names.join(', ')}`);
    }
  }
  const { names: nameFields = ['name'] } = rules;
  if (nameFields.some((field) => columns.has(field))) return { delimiter, rowCount, names, columns };
  const [name = ''] = nameFields;
  throw new FileError(
    `has no column "${name}"; map one with --map ${name}=<column>. Its columns are ${names.join(', ')}`,
  );
}

/** How many columns are known; 0 without a name. */
function countKnown(row: readonly string[], rules: CsvRules, mapping: Readonly<Record<string, string>>): number {
  const columns = columnsOf(
    row.map((name) => name.trim()),
    rules,
    mapping,
  );
  return (rules.names ?? ['name']).some((field) => columns.has(field)) ? new Set(columns.values()).size : 0;
}

function columnsOf(
  names: readonly string[],
  { fields, aliases = {} }: CsvRules,
  mapping: Readonly<Record<string, string>>,
): Map<string, number> {
  const simple = names.map(simpleName);
  const indexOf = (name: string) => (names.includes(name) ? names.indexOf(name) : simple.indexOf(simpleName(name)));
  return new Map(
    fields.flatMap((field) => {
      const mapped = mapping[field];
      const index =
        mapped === undefined
          ? (aliases[field] ?? [field]).map(indexOf).find((each) => each !== -1)
          : names.indexOf(mapped);
      return index === undefined || index === -1 ? [] : [[field, index] as const];
    }),
  );
}

/** `Job Title`, `job-title`, `job_title` and `jobTitle` are `jobtitle`. */
const simpleName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
