import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import { insertMissingRows, upsertRows } from '../../../database/store-rows.ts';
import type { companyPayload, institutionPayload } from '../../../../tools/talent/lookup.ts';

/** A company in the shape that tools return, except that `name` is required, because searches compare names. */
export type CompanyRecord = z.input<typeof companyPayload> & { name: string };
/** An education institution in the shape that tools return, except that `name` is required. */
export type InstitutionRecord = z.input<typeof institutionPayload> & { name: string };
export type CityRecord = { name: string };

/** Adds companies, or replaces stored companies with the same id. */
export async function storeCompanies(db: Db, companies: readonly CompanyRecord[]): Promise<void> {
  await upsertRows(db, 'talent_companies', {
    rows: companies.map(({ id, name, domain, industry }) => ({
      id,
      name,
      domain: domain ?? null,
      industry: industry ?? null,
    })),
    key: ['id'],
  });
}

/** Adds education institutions, or replaces stored institutions with the same id. */
export async function storeInstitutions(db: Db, institutions: readonly InstitutionRecord[]): Promise<void> {
  await upsertRows(db, 'talent_institutions', {
    rows: institutions.map(({ id, name, country }) => ({ id, name, country: country ?? null })),
    key: ['id'],
  });
}

/** Adds the cities that are not stored yet. Database triggers update the signal counts of cities. */
export async function storeCities(db: Db, cities: readonly CityRecord[]): Promise<void> {
  await insertMissingRows(db, 'talent_cities', { rows: cities.map(({ name }) => ({ name })), key: ['name'] });
}
