import { type Delimiter, delimiters, firstRows } from './csv-rows.ts';
import { listed } from '../report-text.ts';
import { FileError } from './source-record.ts';

export interface CsvRules {
  fields: readonly string[];
  /** Column names by field, best first; by default, the name of the field. Case and punctuation are ignored. */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** Fields of which at least one must have a column. */
  nameFields?: readonly string[];
  /** Number of rows at the start that can be the header, because some exports of contacts begin with notes. */
  maxHeaderRows?: number;
}

export interface CsvHeader {
  delimiter: Delimiter;
  /** Number of rows up to and including the header. */
  rowCount: number;
  /** Column names, in order. */
  names: string[];
  /** Index of the column of each field. */
  columns: ReadonlyMap<string, number>;
}

type Mapping = Readonly<Record<string, string>>;

/**
 * Finds the header and the delimiter: the first row with a name column and another known column, otherwise the first
 * row, if it has a name column. A first line such as `sep=;` is a hint for spreadsheet programs.
 * @param text the beginning of the file
 * @throws FileError if there is no name column, or a mapped column is missing
 */
export function findHeader(text: string, rules: CsvRules, mapping: Mapping): CsvHeader {
  const { nameFields = ['name'], maxHeaderRows = 1 } = rules;
  const [hintLine = '', hintedDelimiter] = /^\uFEFF?sep=([,;\t])\s*(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const rows = delimiters
    .filter((delimiter) => hintedDelimiter === undefined || delimiter === hintedDelimiter)
    .flatMap((delimiter) =>
      firstRows(text.slice(hintLine.length), { delimiter, count: maxHeaderRows }).map((row, index) => {
        const names = row.map((name) => name.trim());
        const columns = columnsOf(names, rules, mapping);
        const isNamed = nameFields.some((field) => columns.has(field));
        const knownCount = isNamed ? new Set(columns.values()).size : 0;
        return { delimiter, index, rowCount: index + (hintLine === '' ? 1 : 2), names, columns, knownCount };
      }),
    );
  // The first row once for each delimiter; the delimiter that splits it into the most columns comes first.
  const firstRowByDelimiter = rows
    .filter(({ index }) => index === 0)
    .toSorted((a, b) => b.names.length - a.names.length);
  const header =
    rows.find(({ knownCount }) => knownCount > 1) ??
    firstRowByDelimiter.find(({ knownCount }) => knownCount > 0) ??
    firstRowByDelimiter[0];
  const columnNames = listed(header?.names ?? []);
  for (const [field, column] of Object.entries(mapping)) {
    if (header?.columns.has(field)) continue;
    throw new FileError(`has no column ${JSON.stringify(column)}; its columns are ${columnNames}`);
  }
  if (header && header.knownCount > 0) return header;
  const [name = ''] = nameFields;
  const maps = nameFields.map((field) => `--map ${field}=<column>`).join(' or ');
  throw new FileError(`has no column "${name}"; map one with ${maps}. Its columns are ${columnNames}`);
}

function columnsOf(
  names: readonly string[],
  { fields, aliases = {} }: CsvRules,
  mapping: Mapping,
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

/** Turns `Job Title`, `job-title`, `job_title` and `jobTitle` into `jobtitle`. */
const simpleName = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
