import { describe, expect, it } from 'vitest';
import {
  emailCompanyKey,
  emailDomain,
  isCompanyInTitle,
  prepareCompany,
} from '../../../src/graph/matching/rules/companies/company-match.ts';
import { participantPayload } from '../../../src/tools/conversation/activity.ts';

const emailKey = (email: string | null, company: Parameters<typeof prepareCompany>[0]) =>
  emailCompanyKey(emailDomain(email), prepareCompany(company));

describe('hostile texts', () => {
  const guest = (name: string) => participantPayload.parse({ id: 'guest', name });

  it.each([
    ['a long title', 'Block '.repeat(20_000), 'Block', []],
    ['a long name of a company', 'a '.repeat(20_000), 'a '.repeat(20_000), []],
    ['a long name of a guest', 'Call with Larkfield', 'Larkfield', [guest('a '.repeat(20_000))]],
    [
      'many guests and a long title',
      `${'a '.repeat(20_000)} Larkfield`,
      'Larkfield',
      Array.from({ length: 1000 }, (_, index) => guest(`A a a a a a a a a b${index}`)),
    ],
  ])('are compared in little time: %s', (_, title, name, participants) => {
    const { user } = process.threadCpuUsage();
    isCompanyInTitle({ title, participants }, prepareCompany({ name }));
    expect(process.threadCpuUsage().user - user).toBeLessThan(200_000);
  });
});

describe('the email address of a guest', () => {
  it.each([
    ['the same domain', 'ada@orbital.io', { name: 'Orbital Freight', domain: 'orbital.io' }],
    ['a subdomain', 'ada@eu.orbital.co.uk', { name: null, domain: 'orbital.co.uk' }],
    ['a company whose domain is an address', 'ada@orbital.io', { name: null, domain: 'https://www.Orbital.io/about' }],
  ])('has the domain of a company: %s', (_, email, company) => {
    expect(emailKey(email, company)).toBe('COMPANY_DOMAIN');
  });

  it.each([
    ['ada@orbital.io', 'Orbital'],
    ['ada@orbital-freight.example', 'Orbital Freight'],
    ['ada@orbitalfreight.co.uk', 'Orbital Freight GmbH & Co. KG'],
    ['ada@orbitalfreight.example', 'Orbital Freight Ltd. & Co. KG'],
    ['ada@tesla-inc.example', 'Tesla, Inc.'],
    ['ada@deere-company.example', 'Deere & Company'],
    ['ada@johnsonandjohnson.example', 'Johnson & Johnson'],
    ['ada@at-t.example', 'AT&T'],
    ['ada@kkr.example', 'KKR & Co.'],
    ['ada@tradedesk.example', 'The Trade Desk'],
    ['ada@booking.example', 'Booking.com'],
    ['ada@loreal.example', 'L’Oréal S.A.'],
    ['ada@xn--mller-kva.example', 'Müller AG'],
    ['ada@mueller.example', 'Müller AG'],
    ['ada@orbital.ai', 'Orbital AI'],
    ['ada@orbital.example', 'Orbital A/S'],
    ['ada@orbital.example', 'Orbital, S.A. de C.V.'],
    ['ada@orbital.example', 'Orbital Sp. z o.o.'],
    ['ada@orbital.example', 'Orbital spol. s r.o.'],
    ['ada@orbital.example', 'Orbital s.r.o.'],
    ['ada@orbital.example', 'UAB Orbital'],
    ['ada@orbital.example', 'Orbital Ltda.'],
    ['ada@orbital.example', 'Orbital d.o.o.'],
    ['ada@orbital.example', '株式会社Orbital'],
    ['ada@orbital.example', 'ООО «Orbital»'],
    ['ada@orbital.example', 'Orbital Kft.'],
    ['ada@orbital.example', 'Orbital Pty Ltd'],
    ['ada@orbital.example', 'Orbital Teoranta'],
    ['ada@orbital.example', 'ТОВ «Орбіта» (Orbital)'],
  ])('has the name of a company as label: %s, %s', (email, name) => {
    expect(emailKey(email, { name })).toBe('COMPANY_LABEL');
  });

  it('has the label of the domain of a company', () => {
    expect(emailKey('ada@orbital.co.uk', { name: 'Orbit Freight', domain: 'orbital.example' })).toBe('COMPANY_LABEL');
  });

  it.each([
    ['ada@gmail.com', { name: 'Gmail', domain: 'gmail.com' }],
    ['ada@orbital-rail.example', { name: 'Orbital' }],
    ['ada@orbital.example', { name: 'Orbital Rail', domain: 'orbital-rail.example' }],
    ['ada@stealth.example', { name: 'Stealth' }],
    ['ada@foods.example', { name: 'AB Foods' }],
    ['ada@orbital.example', { name: 'Orbital Z' }],
    ['ada@orbital.example', { name: 'Larkfield (Orbital)' }],
    ['ada@zhu.example', { name: 'Orbital (株)' }],
    ['ada@orbital.example', { name: 'Orbital de Mexico' }],
    ['ada@localhost', { name: 'localhost', domain: 'localhost' }],
    ['ada@co.uk', { name: 'Co', domain: 'co.uk' }],
    ['ada', { name: 'Ada' }],
    ['', { name: '' }],
    [null, { name: null, domain: null }],
  ])('identifies no company: %s', (email, company) => {
    expect(emailKey(email, company)).toBeNull();
  });
});

describe('the title of an activity', () => {
  const isInTitle = (title: string | null, name: string, people: string[] = []) =>
    isCompanyInTitle(
      { title, participants: people.map((person) => participantPayload.parse({ id: person, name: person })) },
      prepareCompany({ name }),
    );

  it.each([
    ['Founder talk with Orbital Freight', 'Orbital Freight Inc.'],
    ['orbital freight: renewal', 'Orbital Freight'],
    ['Larkfield <> ORBITAL', 'Orbital'],
    ['Radar for L’Oréal', 'L’Oreal S.A.'],
    ['Radar for AT&T', 'AT&T'],
    ['EY renewal', 'EY'],
    ['Radar for 3M', '3M'],
    ['Intro with Target', 'Target Corporation'],
    ['Block <> Larkfield', 'Block, Inc.'],
    ['Next steps for Discovery', 'Discovery'],
    ['Gap Inc. renewal', 'Gap Inc.'],
    ['Intro to Scale', 'Scale'],
    ['Notion’s onboarding', 'Notion'],
    ['Schaefer & Soehne', 'Schäfer & Söhne OHG'],
    ['青葉ロボティクス 面談', '株式会社青葉ロボティクス (Aoba Robotics KK)'],
    ['Aoba Robotics / Larkfield', '株式会社青葉ロボティクス (Aoba Robotics KK)'],
  ])('names a company: %s', (title, name) => {
    expect(isInTitle(title, name)).toBe(true);
  });

  it.each([
    ['Discovery call with Ada', 'Discovery'],
    ['Weekly Target Review', 'Target'],
    ['Call with target accounts', 'Target'],
    ['Go through the next steps', 'Go'],
    ['Next Steps with Ada', 'Next Steps Ltd'],
    ['RADAR FOLLOW UP', 'Radar'],
    ['Orbitals and moons', 'Orbital'],
    ['Stealth founder', 'Stealth'],
    ['Zoom call', 'Zoom'],
    ['Meet & Greet', 'Greet Inc.'],
    ['Back to Square One', 'Square'],
    ['A Good Company Review', 'Good Company'],
    ['Liftoff 🚀', 'Rocket'],
    ['Orbital Rail', 'Orbital Freight'],
    ['青葉ロボティクス研究所 面談', '株式会社青葉ロボティクス (Aoba Robotics KK)'],
    ['', 'Orbital'],
    [null, 'Orbital'],
    ['Orbital', ''],
    ['Orbital', '???'],
  ])('names none: %j, %s', (title, name) => {
    expect(isInTitle(title, name)).toBe(false);
  });

  it.each([
    ['TJX intro', 'TJX Companies', 'tjx.com'],
    ['Larkfield <> Orbital', 'Orbital Freight', 'orbital.example'],
    ['Río Bravo / planta', 'Textiles Río Bravo', 'riobravo.example'],
    ['Calderón y Vega: arranque', 'Calderón & Vega Ingenieros', null],
    ['Intro with Calderón & Vega', 'Calderón y Vega Ingenieros', null],
    ['Orbital pricing', 'Orbital Freight', 'orbital.example'],
    ['Orbital Plus, pumps', '«Орбитал Плюс»', 'orbitalplus.example'],
    ['Pumps (Orbital)', 'Orbital Freight', 'orbital.example'],
    ['Stonebridge Capital: renewal', 'Stonebridge Capital Partners', null],
    ['Sensors for Brunnhuber', 'Brunnhuber Sensorik', null],
    ['Céladon, point hebdo', 'Atelier Céladon', null],
    ['Orbital Q&A', 'Orbital Freight', 'orbital.example'],
    ['Lingnan Home Appliance (export)', 'Lingnan Home Appliance Group', 'lingnan-appliance.example'],
  ])('names a company for short: %s, %s', (title, name, domain) => {
    const activity = { title, participants: [] };
    expect(isCompanyInTitle(activity, prepareCompany({ name, domain }), { byShortName: true })).toBe(true);
  });

  it.each([
    ['Orbital Rail intro', 'Orbital Freight', 'orbital.example'],
    ['Larkfield-Orbital: pumps', 'Orbital Freight', 'orbital.example'],
    ['Into orbital space', 'Orbital Freight', 'orbital.example'],
    ['Discovery call', 'Warner Bros. Discovery', 'discovery.example'],
    ['Orbital Rail pricing', 'Orbital Freight', 'orbital.example'],
    ['Orbital Plusses', '«Орбитал Плюс»', 'orbitalplus.example'],
    ['Sensors for Brunnhuber Optik', 'Brunnhuber Sensorik', null],
    ['Atelier, point hebdo', 'Atelier Céladon', null],
    ['Sensors for Baltic', 'Baltic Sensors', null],
    ['Stonebridge Capital Markets: renewal', 'Stonebridge Capital Partners', null],
    ['Orbital Quito', 'Orbital Freight', 'orbital.example'],
    ['Weekly Sync (again)', 'Sync Freight', 'sync.example'],
    ['Larkfield plans', 'Larkfield Freight', null],
    ['Nordic — angel call', 'Nordic Freight', null],
    ['Victor — angel call', 'Victor Freight', null],
    ['Larkfield Ventures intro', 'Larkfield Holdings', null],
    ['Call with Bank of Tides', 'Bank of Umber', null],
  ])('names no company for short: %s, %s', (title, name, domain) => {
    const activity = { title, participants: [] };
    expect(isCompanyInTitle(activity, prepareCompany({ name, domain }), { byShortName: true })).toBe(false);
  });

  it('does not take a word of a participant’s name for a short name', () => {
    const activity = {
      title: 'Call with Orbital',
      participants: [participantPayload.parse({ id: '1', name: 'Ada Orbital' })],
    };
    expect(isCompanyInTitle(activity, prepareCompany({ name: 'Orbital Freight', domain: 'orbital.example' }))).toBe(
      false,
    );
  });

  it('does not take the names of participants for companies', () => {
    expect(isInTitle('First talk with Ada Orbital, Analyst', 'Orbital', ['Ada Orbital'])).toBe(false);
    expect(isInTitle('Ada Orbital of Orbital', 'Orbital', ['Ada Orbital'])).toBe(true);
    expect(isInTitle('First talk with Orbital', 'Orbital', ['Orbital'])).toBe(true);
  });
});
