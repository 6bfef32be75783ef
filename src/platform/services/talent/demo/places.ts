import { z } from 'zod';
import citiesFile from './cities.json' with { type: 'json' };
import institutionsFile from './institutions.json' with { type: 'json' };
import { institutionIdByName } from '../signals/entity-id.ts';

export interface Place {
  city: string;
  country: string;
  /** The state in the United States, elsewhere a part of the world. */
  region: string;
}

export interface Institution {
  id: string;
  name: string;
  country: string;
}

export const places: readonly Place[] = z
  .array(z.tuple([z.string(), z.string(), z.string()]))
  .parse(citiesFile.rows)
  .map(([city, country, region]) => ({ city, country, region }));

export const institutions: readonly Institution[] = z
  .array(z.tuple([z.string(), z.string()]))
  .parse(institutionsFile.rows)
  .map(([name, country]) => ({ id: institutionIdByName(name, country), name, country }));

/** The lists of cities and of institutions write some countries differently. */
const countriesOfInstitutions: Record<string, string> = {
  Czechia: 'Czech Republic',
  'South Korea': 'Korea, Republic of',
  Turkey: 'Turkiye',
  Vietnam: 'Viet Nam',
};

export const placesIn = (country: string) => places.filter((place) => place.country === country);

export const institutionsIn = (country: string) => {
  const listed = countriesOfInstitutions[country] ?? country;
  return institutions.filter((institution) => institution.country === listed);
};
