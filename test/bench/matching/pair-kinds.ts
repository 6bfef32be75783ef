import type { Draw, Job, PairPlan } from './pair-plan.ts';
import { ofHalf, pools, titleWith } from './name-pools.ts';

type Company = PairPlan['companies'][number];
/** Plans one pair of a kind; `index` counts the pairs of the half. */
type PlanPair = (draw: Draw, index: number) => PairPlan;

const slugOf = (name: string) => name.split(' ').slice(0, 2).join('-').toLowerCase();
const emailAt = (company: Company) => `guest@${company.domain ?? `${slugOf(company.name)}.example`}`;

const job = ({ id, name }: Company, from: number, to: number | null): Job => ({
  companyId: id,
  companyName: name,
  from,
  to,
});

/** A career at the company; some profiles lag, so that the position seems to have ended before the conversation. */
const careerAt = (company: Company, draw: Draw): Job[] => [
  job(company, -draw.int(12, 60), draw.chance(25) ? -draw.int(1, 10) : null),
];

/** The person of a profile, and a guest whose name is written differently. */
const sameNames = (draw: Draw, { profile, guest }: { profile: string; guest: string }, isSame = true): PairPlan => {
  const company = draw.company();
  return {
    guest: { name: guest, email: emailAt(company) },
    people: [{ name: profile, jobs: careerAt(company, draw) }],
    companies: [company],
    isFirst: isSame,
  };
};

const otherCompany = (company: Company, draw: Draw): Company => {
  const other = draw.company();
  return slugOf(other.name) === slugOf(company.name) ? otherCompany(company, draw) : other;
};

/** Uses all values of the half in turn. */
function each<Value>(values: readonly Value[], draw: Draw, index: number): Value {
  const own = ofHalf(values, draw.half);
  return own[index % own.length] ?? draw.pick(own);
}

/** Either spelling can be the profile's. */
const eitherWay = (draw: Draw, [a, b]: readonly [string, string]) =>
  draw.chance(50) ? { profile: a, guest: b } : { profile: b, guest: a };

/** The kinds of pairs; about a quarter of the guests are nobody with a signal, or cannot be told. */
export const pairKinds: Readonly<Record<string, PlanPair>> = {
  'same name in other companies'(draw, index) {
    const name = draw.fullName();
    const company = draw.company();
    const others = [otherCompany(company, draw), otherCompany(company, draw)];
    const strangers = others.map((other) => ({ name, jobs: careerAt(other, draw) }));
    const isFirst = index % 3 > 0;
    const person = { name, jobs: careerAt(company, draw) };
    return {
      guest: { name, email: emailAt(company) },
      people: isFirst ? [person, ...strangers] : strangers,
      companies: [company, ...others],
      isFirst,
    };
  },
  'same name in one company'(draw, index) {
    const name = draw.fullName();
    const company = draw.company();
    const isFirst = index % 2 > 0;
    // If one of them left years before, the other is the guest.
    const namesake = isFirst ? job(company, -90, -draw.int(14, 40)) : job(company, -draw.int(2, 30), null);
    return {
      guest: { name, email: emailAt(company) },
      people: [
        { name, jobs: [job(company, -draw.int(12, 60), null)] },
        { name, jobs: [namesake] },
      ],
      companies: [company],
      isFirst,
    };
  },
  nickname(draw, index) {
    const isSame = index % 4 > 0;
    const [family] = draw.fullName().split(' ').slice(1);
    const [given, nickname] = isSame ? each(pools.nickname, draw, index) : each(pools.notNickname, draw, index);
    return sameNames(draw, eitherWay(draw, [`${given} ${family}`, `${nickname} ${family}`]), isSame);
  },
  initial(draw, index) {
    const profile = draw.fullName();
    const [given = '', family = ''] = profile.split(' ');
    const isSame = index % 4 > 0;
    const otherInitial = (word: string) => (word.startsWith('T') ? 'W' : 'T');
    const guest = isSame
      ? draw.pick([
          `${given[0]}. ${family}`,
          `${given[0]} ${family}`,
          `${family}, ${given[0]}.`,
          `${given} K. ${family}`,
          `${given} ${family[0]}.`,
        ])
      : draw.pick([`${otherInitial(given)}. ${family}`, `${given} ${otherInitial(family)}.`]);
    return sameNames(draw, { profile, guest }, isSame);
  },
  accents: (draw, index) => sameNames(draw, eitherWay(draw, each(pools.accented, draw, index))),
  transliteration: (draw, index) => sameNames(draw, eitherWay(draw, each(pools.transliterated, draw, index))),
  'swapped order'(draw) {
    const profile = draw.fullName();
    const [given = '', family = ''] = profile.split(' ');
    const guest = draw.pick([`${family} ${given}`, `${family}, ${given}`, `${family.toUpperCase()} ${given}`]);
    return sameNames(draw, { profile, guest });
  },
  'free mail'(draw, index) {
    const name = draw.fullName();
    const company = draw.company();
    const isNamed = index % 2 > 0;
    return {
      guest: { name, email: `guest@${draw.pick(['gmail.com', 'outlook.com', 'yahoo.co.uk', 'proton.me', 'web.de'])}` },
      ...(isNamed && { title: titleWith(company.name, draw) }),
      people: [{ name, jobs: careerAt(company, draw) }],
      companies: [company],
      isFirst: isNamed,
      hasCompanyKey: isNamed,
    };
  },
  'shared domain'(draw, index) {
    const name = draw.fullName();
    const [given = '', family = ''] = name.split(' ');
    const parent = { ...draw.company(), domain: 'placeholder' };
    parent.domain = `${slugOf(parent.name)}.example`;
    const subsidiary = { ...otherCompany(parent, draw), domain: parent.domain };
    const isFirst = index % 3 > 0;
    const colleagues = ofHalf(pools.given, draw.half).filter((other) => other !== given);
    const colleague = { name: `${draw.pick(colleagues)} ${family}`, jobs: careerAt(parent, draw) };
    return {
      guest: { name, email: `guest@${parent.domain}` },
      people: isFirst ? [{ name, jobs: careerAt(subsidiary, draw) }, colleague] : [colleague],
      companies: [parent, subsidiary],
      isFirst,
    };
  },
  'job change after the call'(draw, index) {
    const name = draw.fullName();
    const company = draw.company();
    const next = otherCompany(company, draw);
    const change = draw.int(1, 10);
    const later = { name, jobs: [job(next, -40, draw.int(2, 8)), job(company, draw.int(9, 20), null)] };
    return {
      guest: { name, email: emailAt(company) },
      people: [
        { name, jobs: [job(next, change, null), job(company, -draw.int(12, 60), change)] },
        // Someone with the same name who joined the company after the conversation.
        ...(index % 3 === 0 ? [later] : []),
      ],
      companies: [company, next],
      isFirst: true,
    };
  },
  'label without Company.domain'(draw, index) {
    const name = draw.fullName();
    const words = draw.company().name.split(' ').slice(0, 2);
    const company = draw.company();
    const [first = '', second = ''] = words;
    const isSame = index % 4 > 0;
    const [companyName, label] = draw.pick(
      isSame
        ? [
            [`${first} ${second} Inc.`, `${first}${second}`],
            [`${first} & ${second}`, `${first}-and-${second}`],
            [`${first} & ${second} Ltd`, `${first}${second}`],
            [`The ${first} ${second} Company`, `${first}-${second}`],
            [`${first}, Inc.`, `${first}-inc`],
            [`${first}.com`, first],
            [`${first} ${second} S.p.A.`, `${first}-${second}`],
          ]
        : [
            [first, `${first}-${second}`],
            [`${first} ${second}`, second],
            [`${first} ${second}`, `${first}-${second}-partners`],
          ],
    );
    const known = { id: company.id, name: companyName ?? '', domain: null };
    return {
      guest: { name, email: `guest@${label?.toLowerCase()}.example` },
      people: [{ name, jobs: careerAt(known, draw) }],
      companies: [known],
      isFirst: isSame,
    };
  },
  'renamed company'(draw, index) {
    const name = draw.fullName();
    const before = draw.company();
    const after = otherCompany(before, draw);
    // The career has the name of its time, and the email address the name of the other time.
    const [inCareer, inRecord] = index % 2 > 0 ? [before, after] : [after, before];
    const guestCompany = draw.pick([before, after]);
    return {
      guest: { name, email: `guest@${slugOf(guestCompany.name)}.example` },
      people: [{ name, jobs: careerAt({ ...inRecord, name: inCareer.name }, draw) }],
      companies: [inRecord],
      isFirst: true,
    };
  },
};
