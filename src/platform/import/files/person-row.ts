import type { z } from 'zod';
import { educationFields, experienceFields, signalFields } from '../../../tools/talent/signal.ts';
import { profileTags } from '../../../tools/talent/vocabulary.ts';
import { derivedId } from '../ids.ts';

export interface PersonCell {
  field: string;
  column: string;
  text: string;
}

export interface Person {
  fields: Record<string, unknown>;
  /** The values that were left out, each with the reason. */
  dropped: string[];
}

type Value = string | number;

/** Cells that mean "no value", including formulas and error values such as `#REF!`. */
export const noValue = /^(?:#?n\/a|-+|–|—|none|null|=.*|#[\w/]+[!?])$/is;

/**
 * Returns undefined for a row without a name, and a fault if day and month can be swapped.
 * @param modifiedAt the time of discovery if the row has none
 */
export function personRecord(
  cells: readonly PersonCell[],
  { modifiedAt, dayOrder }: { modifiedAt: Date; dayOrder: DayOrder | undefined },
): Person | { fault: string } | undefined {
  const dropped: string[] = [];
  const drop = (column: string, text: string, rule: string) =>
    void dropped.push(`${column}: ${JSON.stringify(text)} is left out: ${rule}`);
  const values = new Map<string, Value>();
  const tags: string[] = [];
  for (const { field, column, text } of cells) {
    const cell = text.trim();
    if (cell === '' || noValue.test(cell)) continue;
    if (field === 'profile_tags') {
      if (cell.length > maxTagsLength) {
        drop(column, `${cell.slice(0, 20)}…`, `must be at most ${maxTagsLength} characters`);
        continue;
      }
      for (const tag of new Set(cell.split(/[;,|]/).map((each) => each.trim()))) {
        if (knownTags.has(tag)) tags.push(tag);
        else if (tag !== '') drop(column, tag, `must be one of ${[...knownTags].join(', ')}`);
      }
      continue;
    }
    const value = valueOf(field, cell, dayOrder);
    const rule = ruleBroken(field, value);
    if (rule !== undefined && field === 'discovered_at' && dayOrder === undefined && slashDate.test(cell)) {
      const reason = 'the column leaves open whether the day or the month comes first; write YYYY-MM-DD';
      return { fault: `${column}: ${JSON.stringify(cell)}: ${reason}` };
    }
    // Keep a bad id or name: without it, the record would get another id or name instead of being rejected.
    if (rule === undefined || field === 'id' || field === 'full_name') values.set(field, value);
    else drop(column, cell, rule);
  }
  const fields = fieldsOf(values, modifiedAt);
  return fields && { fields: { ...fields, ...(tags.length > 0 && { profile_tags: tags }) }, dropped };
}

const knownTags = new Set<string>(Object.values(profileTags));

/** Maximum length of a cell with tags, each of which can be reported as left out. */
const maxTagsLength = 2000;

function isLinkedin(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol ?? '') && /(?:^|\.)linkedin\.com$/.test(hostname ?? '');
}

function valueOf(field: string, cell: string, dayOrder: DayOrder | undefined): Value {
  if (field === 'score') return Number.isNaN(Number(cell)) ? cell : Number(cell);
  if (field === 'discovered_at') return timeOf(cell, dayOrder);
  if (field === 'linkedin_url') return /^[a-z]+:\/\//i.test(cell) ? cell : `https://${cell}`;
  return cell;
}

const schemas: Readonly<Record<string, { imported: z.ZodType } | undefined>> = {
  ...signalFields,
  title: experienceFields.title,
  company: experienceFields.company_name,
  school: educationFields.institution_name,
  degree: educationFields.degree,
  location: signalFields.city,
};

function ruleBroken(field: string, value: Value): string | undefined {
  if (field === 'linkedin_url' && !isLinkedin(String(value))) return 'is no address of LinkedIn';
  const checked = schemas[field]?.imported.safeParse(value);
  return checked?.success === false ? checked.error.issues[0]?.message : undefined;
}

function fieldsOf(values: ReadonlyMap<string, Value>, modifiedAt: Date): Record<string, unknown> | undefined {
  const {
    first_name: first,
    last_name: last,
    title,
    company,
    degree,
    school,
    location,
    ...fields
  } = Object.fromEntries(values);
  const fullName = fields['full_name'] ?? ([first, last].filter(Boolean).join(' ') || undefined);
  if (fullName === undefined) return undefined;
  const linkedinId = fields['linkedin_id'] ?? linkedinIdOf(String(fields['linkedin_url']));
  const text = (value: Value | undefined) => (value === undefined ? undefined : String(value));
  const key = linkedinId === undefined ? [text(fullName), text(company)] : [String(linkedinId).toLowerCase()];
  return {
    ...placeOf(text(location)),
    ...fields,
    id: fields['id'] ?? derivedId('sig_', key),
    full_name: fullName,
    linkedin_id: linkedinId,
    discovered_at: fields['discovered_at'] ?? modifiedAt.toISOString(),
    ...((company ?? title) !== undefined && {
      experiences: [
        {
          company_id: company && { id: derivedId('exe_', [text(company)]), name: company },
          company_name: company,
          title,
          is_current: true,
        },
      ],
    }),
    ...((school ?? degree) !== undefined && { educations: [{ institution_name: school, degree }] }),
  };
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(65 + index));
/** The English names of all two-letter region codes. */
const countries = new Set(letters.flatMap((first) => letters.map((second) => countryNames.of(first + second))));

/** Splits a location such as `Tampere, Pirkanmaa, Finland`, `Austin, Texas` or `Finland`. */
function placeOf(location: string | undefined) {
  const parts = (location ?? '').split(',').map((part) => part.trim());
  const country = countries.has(parts.at(-1)) ? parts.pop() : undefined;
  const [city, region] = parts;
  return { city: city || undefined, region: region || undefined, country };
}

/** Reads the id from a LinkedIn address. The percent-encoded and the plain form of an address have the same id. */
function linkedinIdOf(url: string): string | undefined {
  const [, encoded] = /linkedin\.com\/in\/([^/?#]+)/i.exec(url) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded).normalize('NFC');
  } catch {
    return encoded;
  }
}

export type DayOrder = 'day first' | 'month first';

const slashDate = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

/** Returns the order of day and month in a column of dates such as `02/03/2025`; undefined if the order is unclear. */
export function dayOrderOf(dates: readonly string[]): DayOrder | undefined {
  const parts = dates.map((date) => slashDate.exec(date));
  if (!parts.every((match) => match !== null)) return undefined;
  const dayFirst = parts.some((match) => Number(match[1]) > 12);
  const monthFirst = parts.some((match) => Number(match[2]) > 12);
  if (dayFirst === monthFirst) return undefined;
  return dayFirst ? 'day first' : 'month first';
}

/** Converts epoch milliseconds, ISO times without seconds and dates in a known order. Returns other texts unchanged. */
function timeOf(cell: string, dayOrder: DayOrder | undefined): Value {
  if (/^\d{11,14}$/.test(cell)) return Number(cell);
  const [, first = '', second = '', year = ''] = (dayOrder && slashDate.exec(cell)) ?? [];
  if (year !== '') {
    const [day, month] = dayOrder === 'day first' ? [first, second] : [second, first];
    return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  return cell.replace(/^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2})(?=$|Z|[+-]\d{2}:?\d{2}$)/, '$1:00');
}
