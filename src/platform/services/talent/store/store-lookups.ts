import { companyFields, institutionFields } from '../../../../tools/talent/lookup.ts';
import type { ImportedRecord } from '../../../../tools/record-fields.ts';
import type { Db } from '../../../database/open-database.ts';
import { toColumns } from '../../../database/record-columns.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';

export async function storeCompanies(
  db: Db,
  companies: readonly ImportedRecord<typeof companyFields>[],
): Promise<void> {
  const rows = companies.map((company) => toColumns(companyFields, company));
  await upsertRows(db, 'talent_companies', { rows, key: ['id'] });
}

/** Adds missing companies. Stored companies stay unchanged. */
export async function storeMissingCompanies(
  db: Db,
  companies: readonly ImportedRecord<typeof companyFields>[],
): Promise<void> {
  const rows = companies.map((company) => toColumns(companyFields, company));
  await insertMissingRows(db, 'talent_companies', { rows, key: ['id'] });
}

export async function storeInstitutions(
  db: Db,
  institutions: readonly ImportedRecord<typeof institutionFields>[],
): Promise<void> {
  const rows = institutions.map((institution) => toColumns(institutionFields, institution));
  await upsertRows(db, 'talent_institutions', { rows, key: ['id'] });
}

/** Adds missing cities. Database triggers update their signal counts. */
export async function storeCities(db: Db, cities: readonly { name: string }[]): Promise<void> {
  await insertMissingRows(db, 'talent_cities', { rows: cities.map(({ name }) => ({ name })), key: ['name'] });
}
