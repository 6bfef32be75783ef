import type { educationLevels } from '../../../../tools/talent/vocabulary.ts';
import { type DemoGender, inventName } from './cultures.ts';
import { institutions, institutionsIn, type Institution, type Place, places, placesIn } from './places.ts';
import type { Random } from './random.ts';
import { type Track, tracks } from './tracks.ts';
import { type Vertical, verticals } from './verticals.ts';

type EducationLevel = (typeof educationLevels)[keyof typeof educationLevels];

export interface Degree {
  institution: Institution;
  degree: string;
  field: string;
  startAge: number;
  endAge: number;
}

/** Who an invented person is, whatever happens to their career. */
export interface Person {
  fullName: string;
  given: string;
  gender: DemoGender;
  origin: string;
  home: Place;
  age: number;
  track: Track;
  vertical: Vertical;
  educationLevel: EducationLevel;
  /** In order of time. */
  degrees: Degree[];
  /** The age at which the first job began. */
  careerStartAge: number;
  linkedinId: string;
  linkedinUrl: string;
  avatarUrl: string | null;
}

const hubs: readonly (readonly [number, string])[] = [
  [50, 'United States'],
  [14, 'United Kingdom'],
  [8, 'Germany'],
  [5, 'France'],
  [5, 'Singapore'],
  [5, 'Canada'],
  [4, 'Netherlands'],
  [3, 'Switzerland'],
  [3, 'United Arab Emirates'],
  [3, 'Australia'],
];

export function inventPerson(random: Random, number: number): Person {
  const gender = random.pick(['man', 'woman'] as const);
  const { origin, given, family } = inventName(random, gender);
  const fullName = `${given} ${family}`;
  const homeCountry = random.chance(58) ? origin : random.weighted(hubs);
  const track = random.pick(tracks);
  const { educationLevel, degrees, careerStartAge } = inventEducation(random, { origin, homeCountry, track });
  const yearsOfWork = random.chance(25) ? random.int(2, 4) : random.int(3, 30);
  const linkedinId = `in-${random.int(0x10000000, 0x7fffffff).toString(36)}${number.toString(36).padStart(3, '0')}`;
  return {
    fullName,
    given,
    gender,
    origin,
    home: random.pick(placesIn(homeCountry).length > 0 ? placesIn(homeCountry) : places),
    age: careerStartAge + yearsOfWork,
    track,
    vertical: random.pick(verticals.filter(({ name }) => track.verticals.includes(name))),
    educationLevel,
    degrees,
    careerStartAge,
    linkedinId,
    linkedinUrl: `https://www.linkedin.com/in/${slug(fullName)}-${100_000 + number}`,
    avatarUrl: random.chance(70) ? `https://avatars.example/${linkedinId}.png` : null,
  };
}

function inventEducation(
  random: Random,
  { origin, homeCountry, track }: { origin: string; homeCountry: string; track: Track },
): Pick<Person, 'educationLevel' | 'degrees' | 'careerStartAge'> {
  const educationLevel = random.weighted<EducationLevel>([
    [6, 'No university degree'],
    [42, 'Bachelor'],
    [30, 'Master'],
    [10, 'MBA'],
    [12, 'PhD or Above'],
  ]);
  if (educationLevel === 'No university degree') {
    return { educationLevel, degrees: [], careerStartAge: random.int(18, 20) };
  }
  const schoolIn = (country: string) => {
    const near = institutionsIn(country);
    return random.pick(near.length > 0 && random.chance(80) ? near : institutions);
  };
  const field = random.pick(track.fields);
  const degrees: Degree[] = [{ institution: schoolIn(origin), degree: 'Bachelor', field, startAge: 18, endAge: 22 }];
  if (educationLevel === 'Master') {
    degrees.push({ institution: schoolIn(homeCountry), degree: 'Master', field, startAge: 22, endAge: 24 });
  }
  if (educationLevel === 'MBA') {
    const institution = schoolIn(homeCountry);
    degrees.push({ institution, degree: 'MBA', field: 'Business Administration', startAge: 22, endAge: 24 });
  }
  if (educationLevel === 'PhD or Above') {
    degrees.push({ institution: schoolIn(homeCountry), degree: 'PhD', field, startAge: 22, endAge: 27 });
  }
  return { educationLevel, degrees, careerStartAge: degrees.at(-1)?.endAge ?? 22 };
}

const unaccented: Record<string, string> = { ł: 'l', ø: 'o', ı: 'i', ß: 'ss', æ: 'ae' };

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[łøıßæ]/g, (letter) => unaccented[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z -]/g, '')
    .replaceAll(' ', '-');
