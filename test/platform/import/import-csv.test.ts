import { afterEach, expect, it } from 'vitest';
import { describeEmbedded } from '../../support/database/suite-database.ts';
import { openForSuite } from '../../support/open-for-suite.ts';
import { talentCallers } from '../services/talent/talent-caller.ts';
import { openImportLab } from './import-lab.ts';

const companyOptions = { kind: 'company', map: ['id=Symbol', 'name=Security', 'industry=GICS Sector'] };

describeEmbedded('importing CSV', ({ db }) => {
  const caller = talentCallers(db)('usr_demo');
  const lab = openForSuite(() => openImportLab(db));
  afterEach(async () => {
    for (const table of ['talent_companies', 'talent_institutions', 'talent_cities'] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  const companies = () =>
    db.selectFrom('talent_companies').select(['name', 'domain', 'industry']).orderBy('name').execute();
  const names = async () => (await companies()).map(({ name }) => name);

  it('imports companies with mapped columns', async () => {
    await lab.write(
      'companies.csv',
      'Symbol,Security,GICS Sector,Founded\nMMM,3M,Industrials,1902\nBRK.B,"Berkshire, Hathaway",Financials,1839\n',
    );
    const outcome = await lab.run(['companies.csv'], companyOptions);
    expect([outcome.results, outcome.faults, outcome.failed]).toEqual([
      ['companies.csv: 2 records read: 2 new companies', 'companies.csv: left out these columns: Founded'],
      [],
      false,
    ]);
    expect(await companies()).toEqual([
      { name: '3M', domain: null, industry: 'Industrials' },
      { name: 'Berkshire, Hathaway', domain: null, industry: 'Financials' },
    ]);
  });

  it('derives the id of an institution from its name and country', async () => {
    await lab.write(
      'universities.csv',
      'name,country,domain\nUniversidad de Los Andes,Chile,uandes.cl\n"University ""A. Xhuvani""",Albania,uniel.edu.al\n' +
        'Universidad de Los Andes,Colombia,uniandes.edu.co\nUniversidad de Los Andes,Chile,miuandes.cl\n',
    );
    const outcome = await lab.run(['universities.csv'], { kind: 'institution' });
    expect(outcome.results).toEqual([
      'universities.csv: 4 records read: 3 new institutions, 1 already there',
      'universities.csv: left out these columns: domain',
    ]);
    const { items } = await caller.record('educations_list', { search: 'andes' });
    expect(new Map(items.map(({ id, country }) => [id, country]))).toEqual(
      new Map([
        ['ede_29567097f4695ded3791', 'Chile'],
        ['ede_04ceae3d8b133ff862a4', 'Colombia'],
      ]),
    );
    const quoted = await caller.record('educations_list', { search: 'xhuvani' });
    expect(quoted.items.map(({ name }) => name)).toEqual(['University "A. Xhuvani"']);
  });

  it('imports a city name once', async () => {
    await lab.write(
      'cities.csv',
      'name,country,geonameid\nParis,France,1\nParis,United States,2\nZürich,Switzerland,3\n',
    );
    const outcome = await lab.run(['cities.csv'], { kind: 'city' });
    expect(outcome.results).toEqual([
      'cities.csv: 3 records read: 2 new cities, 1 already there',
      'cities.csv: left out these columns: country, geonameid',
    ]);
    const { items } = await caller.record('cities_list', {});
    expect(items).toEqual([
      { name: 'Paris', signalCount: 0 },
      { name: 'Zürich', signalCount: 0 },
    ]);
  });

  it('reads a byte order mark, CRLF, blank lines, and commas and line ends within quotes', async () => {
    await lab.write(
      'companies.csv',
      '\uFEFFid,name,industry\r\na1,"Alpha, Inc.",Energy\r\n\r\na2,"Beta\r\nand ""Sons""",\r\na3, Gamma ,Energy',
    );
    const outcome = await lab.run(['companies.csv'], { kind: 'company' });
    expect(outcome.faults).toEqual([]);
    expect(await companies()).toEqual([
      { name: 'Alpha, Inc.', domain: null, industry: 'Energy' },
      { name: 'Beta\nand "Sons"', domain: null, industry: null },
      { name: 'Gamma', domain: null, industry: 'Energy' },
    ]);
  });

  it('reports every bad row with its line and imports the others', async () => {
    const long = 'x'.repeat(501);
    await lab.write(
      'companies.csv',
      `id,name\n1,One\n,No id\n3,\n4,Four,too many\n5,"Five\nin two lines"\n8,Eight\n9,${long}\n10,Ten\n`,
    );
    const outcome = await lab.run(['companies.csv'], { kind: 'company' });
    expect(outcome.faults).toEqual([
      'companies.csv:3: company: id: is required',
      'companies.csv:4: company: name: is required',
      'companies.csv:5: has 3 columns where the header has 2',
      'companies.csv:9: company: name: must be at most 500 characters',
    ]);
    expect(outcome.results).toEqual(['companies.csv: 8 records read: 4 new companies; 4 bad lines']);
    expect(outcome.failed).toBe(true);
    expect(await names()).toEqual(['Eight', 'Five\nin two lines', 'One', 'Ten']);
  });

  it.each([
    ['stays open', 'c600,"stray', 602],
    ['closes in the middle of a cell', 'c600,"Stray" Inc.', 602],
    ['opens in the middle of a cell', 'c600,5" Pipes', 602],
  ])('rejects a whole file with a quote that %s', async (_, row, line) => {
    const rows = Array.from({ length: 1200 }, (_unused, index) => (index === 600 ? row : `c${index},Company ${index}`));
    await lab.write('companies.csv', `id,name\n${rows.join('\n')}\n`);
    const outcome = await lab.run(['companies.csv'], { kind: 'company' });
    expect([outcome.faults, outcome.results]).toEqual([
      [`companies.csv: cannot be read: the quote that opens in line ${line} is not closed properly`],
      [],
    ]);
    expect(await names()).toEqual([]);
  });

  it('reports lines that are not UTF-8 text', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,name\n1,One\n2,Z'),
      Buffer.from([0xfc]),
      Buffer.from('rich\n3,Three\n'),
    ]);
    await lab.write('latin.csv', bytes);
    const outcome = await lab.run(['latin.csv'], { kind: 'company' });
    expect(outcome.faults).toEqual(['latin.csv:3: is not UTF-8 text']);
    expect(await names()).toEqual(['One', 'Three']);
  });

  it('imports many batches and reports its progress', async () => {
    const rows = Array.from({ length: 20_500 }, (_, index) => `City ${index}`);
    await lab.write('cities.csv', `name\n${rows.join('\n')}\n`);
    const outcome = await lab.run(['cities.csv'], { kind: 'city' });
    expect(outcome.results).toEqual([
      'cities.csv: 10,000 records so far',
      'cities.csv: 20,000 records so far',
      'cities.csv: 20,500 records read: 20,500 new cities',
    ]);
  });

  it.each([
    [
      'a mapped column that is not in the header',
      { map: ['name=Nom'] },
      'columns.csv: has no column "Nom"; its columns are id, title',
    ],
    [
      'a header without a name',
      {},
      'columns.csv: has no column "name"; map one with --map name=<column>. Its columns are id, title',
    ],
  ])(
    'rejects %s',
    async (_case, { text = 'id,title\n1,One\n', ...options }: { text?: string; map?: string[] }, fault) => {
      await lab.write('columns.csv', text);
      const outcome = await lab.run(['columns.csv'], { kind: 'company', ...options });
      expect([outcome.faults, outcome.results, outcome.failed]).toEqual([[fault], [], true]);
      expect(await companies()).toEqual([]);
    },
  );

  it('rejects a header without rows, and CSV without --kind', async () => {
    await lab.write('header.csv', 'id,name\n');
    expect((await lab.run(['missing.csv'])).faults).toEqual(['missing.csv: does not exist']);
    expect((await lab.run(['header.csv'], { kind: 'company' })).faults).toEqual(['header.csv: contains no records']);
    expect((await lab.run(['header.csv'])).faults).toEqual([
      'header.csv: is CSV: pass --kind with the kind of its rows (company, institution, city, signal)',
    ]);
  });

  it.each([
    [{ kind: 'person' }, '--kind must be one of company, institution, city, signal; it is "person".'],
    [{ map: ['id=CIK'] }, '--map requires --kind: company, institution, city, signal.'],
    [{ kind: 'city', map: ['country=Land'] }, '--map: a city has the fields name; "country" is not one of them.'],
    [{ kind: 'city', map: ['name'] }, '--map must be field=Column; it is "name".'],
    [{ kind: 'city', map: ['name=A', 'name=B'] }, '--map maps name twice.'],
    [{ format: 'xml' }, '--format must be ndjson or csv; it is "xml".'],
  ])('rejects the options %j before reading any file', async (options, message) => {
    await lab.write('companies.csv', 'id,name\n1,One\n');
    await expect(lab.run(['companies.csv'], options)).rejects.toThrow(message);
    expect(await companies()).toEqual([]);
  });
});
