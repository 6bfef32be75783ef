import type { z } from 'zod';
import type { Db } from '../../../database/open-database.ts';
import type { companyPayload, institutionPayload } from '../../../../tools/talent/lookup.ts';
import { batchesOf } from '../../batch.ts';

/** `name` is owed: a lookup that cannot be found by name is of no use. */
export type CompanyRecord = z.input<typeof companyPayload> & { name: string };
export type InstitutionRecord = z.input<typeof institutionPayload> & { name: string };
export type CityRecord = { name: string };

/** Adds companies, or replaces them, by id. */
export async function storeCompanies(db: Db, companies: readonly CompanyRecord[]): Promise<void> {
  for (const batch of batchesOf(companies, ({ id }) => id)) {
    await db
      .insertInto('talent_companies')
      .values(
        batch.map(({ id, name, domain, industry }) => ({
          id,
          name,
          domain: domain ?? null,
          industry: industry ?? null,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          name: eb.ref('excluded.name'),
          domain: eb.ref('excluded.domain'),
          industry: eb.ref('excluded.industry'),
        })),
      )
      .execute();
  }
}

/** Adds education institutions, or replaces them, by id. */
export async function storeInstitutions(db: Db, institutions: readonly InstitutionRecord[]): Promise<void> {
  for (const batch of batchesOf(institutions, ({ id }) => id)) {
    await db
      .insertInto('talent_institutions')
      .values(batch.map(({ id, name, country }) => ({ id, name, country: country ?? null })))
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet((eb) => ({ name: eb.ref('excluded.name'), country: eb.ref('excluded.country') })),
      )
      .execute();
  }
}

/** Adds cities by name. How many signals each has is counted by the database, never taken from a record. */
export async function storeCities(db: Db, cities: readonly CityRecord[]): Promise<void> {
  for (const batch of batchesOf(cities, ({ name }) => name)) {
    await db
      .insertInto('talent_cities')
      .values(batch.map(({ name }) => ({ name })))
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  }
}
