import { expect, it } from 'vitest';
import { describeImport } from './import-suite.ts';

describeImport('importing CSV', ({ rows, importText }) => {
  const importCompanies = (text: string | Uint8Array, options = {}) =>
    importText('companies.csv', text, { kind: 'company', ...options });
  const names = async () => (await rows('talent_companies', 'name')).map(({ name }) => name);

  it.each([
    {
      does: 'imports companies with mapped columns',
      kind: 'company',
      map: ['id=Symbol', 'name=Security', 'industry=GICS Sector'],
      text: 'Symbol,Security,GICS Sector,Founded\nMMM,3M,Industrials,1902\nBRK.B,"Berkshire, Hathaway",Financials,1839\n',
      results: ['2 records read: 2 new companies', 'left out these columns: Founded'],
      table: 'talent_companies',
      stored: [
        { name: '3M', domain: null, industry: 'Industrials' },
        { name: 'Berkshire, Hathaway', domain: null, industry: 'Financials' },
      ],
    },
    {
      does: 'derives the id of an institution from its name and country',
      kind: 'institution',
      text:
        'name,country,domain\nUniversidad de Los Andes,Chile,uandes.cl\n"University ""A. Xhuvani""",Albania,uniel.edu.al\n' +
        'Universidad de Los Andes,Colombia,uniandes.edu.co\nUniversidad de Los Andes,Chile,miuandes.cl\n',
      results: ['4 records read: 3 new institutions, 1 already there', 'left out these columns: domain'],
      table: 'talent_institutions',
      stored: [
        { id: 'ede_04ceae3d8b133ff862a4', name: 'Universidad de Los Andes', country: 'Colombia' },
        { id: 'ede_29567097f4695ded3791', name: 'Universidad de Los Andes', country: 'Chile' },
        { name: 'University "A. Xhuvani"', country: 'Albania' },
      ],
    },
    {
      does: 'imports a city name once',
      kind: 'city',
      text: 'name,country,geonameid\nParis,France,1\nParis,United States,2\nZürich,Switzerland,3\n',
      results: ['3 records read: 2 new cities, 1 already there', 'left out these columns: country, geonameid'],
      table: 'talent_cities',
      stored: [
        { name: 'Paris', signal_count: 0 },
        { name: 'Zürich', signal_count: 0 },
      ],
    },
    {
      does: 'reads a byte order mark, CRLF, blank lines, and commas and line ends within quotes',
      kind: 'company',
      text: '\uFEFFid,name,industry\r\na1,"Alpha, Inc.",Energy\r\n\r\na2,"Beta\r\nand ""Sons""",\r\na3, Gamma ,Energy',
      results: ['3 records read: 3 new companies'],
      table: 'talent_companies',
      stored: [
        { name: 'Alpha, Inc.', domain: null, industry: 'Energy' },
        { name: 'Beta\nand "Sons"', domain: null, industry: null },
        { name: 'Gamma', domain: null, industry: 'Energy' },
      ],
    },
  ])('$does', async ({ kind, map = [], text, results, table, stored }) => {
    const outcome = await importText('rows.csv', text, { kind, map });
    expect([outcome.faults, outcome.failed]).toEqual([[], false]);
    expect(outcome.results).toEqual(results.map((result) => `rows.csv: ${result}`));
    expect(await rows(table, 'name, 1')).toMatchObject(stored);
  });

  it('reports every bad row with its line and imports the others', async () => {
    const long = 'x'.repeat(501);
    const { faults, results, failed } = await importCompanies(
      `id,name\n1,One\n,No id\n3,\n4,Four,too many\n5,"Five\nin two lines"\n8,Eight\n9,${long}\n10,Ten\n`,
    );
    expect(faults).toEqual([
      'companies.csv:3: company: id: is required',
      'companies.csv:4: company: name: is required',
      'companies.csv:5: has 3 columns where the header has 2',
      'companies.csv:9: company: name: must be at most 500 characters',
    ]);
    expect([results, failed]).toEqual([['companies.csv: 8 records read: 4 new companies; 4 bad lines'], true]);
    expect(await names()).toEqual(['Eight', 'Five\nin two lines', 'One', 'Ten']);
  });

  const inside = 'line 602 has a quote inside a cell; put the whole cell in quotes and double its own quotes';

  it.each([
    ['stays open', 'c600,"stray', 'the quote that opens in line 602 is not closed'],
    ['closes in the middle of a cell', 'c600,"Stray" Inc.', inside],
    ['opens in the middle of a cell', 'c600,5" Pipes', inside],
  ])('rejects a whole file with a quote that %s', async (_, row, fault) => {
    const lines = Array.from({ length: 1200 }, (_unused, index) => `c${index},Company ${index}`).with(600, row);
    const { faults, results } = await importCompanies(`id,name\n${lines.join('\n')}\n`);
    expect([faults, results]).toEqual([[`companies.csv: cannot be read: ${fault}`], []]);
    expect(await names()).toEqual([]);
  });

  it('counts each line once, and reads a file that mixes line ends', async () => {
    const text = 'id,name\r\n1,"One\r\nin\r\nlines"\r\n2,"Two\rin two"\n\n3,\r4,Four\n5,"open';
    const { faults } = await importCompanies(text);
    expect(faults).toEqual(['companies.csv: cannot be read: the quote that opens in line 10 is not closed']);
    const inCell = await importCompanies(text.replace('"open', '5" Pipes'));
    expect(inCell.faults).toEqual([`companies.csv: cannot be read: ${inside.replace('602', '10')}`]);
    const read = await importCompanies(text.slice(0, text.indexOf('5,')));
    expect(read.faults).toEqual(['companies.csv:8: company: name: is required']);
    expect(await names()).toEqual(['Four', 'One\nin\nlines', 'Two\nin two']);
  });

  it('names at most fifty of the columns that it leaves out', async () => {
    const more = Array.from({ length: 60 }, (_, index) => `more ${index}`);
    const { results } = await importCompanies(`id,name,${more.join(',')}\n1,One\n`);
    expect(results[1]).toBe(`companies.csv: left out these columns: ${more.slice(0, 50).join(', ')}, …`);
  });

  it('reports lines that are not UTF-8 text', async () => {
    const { faults } = await importCompanies(Buffer.from('id,name\n1,One\n2,Z\xfcrich\n3,Three\n', 'latin1'));
    expect(faults).toEqual(['companies.csv:3: is not UTF-8 text: save the file as CSV UTF-8']);
    expect(await names()).toEqual(['One', 'Three']);
  });

  it('imports many batches and reports its progress', async () => {
    const cities = Array.from({ length: 20_500 }, (_, index) => `City ${index}`);
    const { results } = await importText('cities.csv', `name\n${cities.join('\n')}\n`, { kind: 'city' });
    expect(results).toEqual([
      'cities.csv: 10,000 records so far',
      'cities.csv: 20,000 records so far',
      'cities.csv: 20,500 records read: 20,500 new cities',
    ]);
  });

  const noName = (...fields: string[]) =>
    `has no column "${fields[0]}"; map one with ${fields.map((field) => `--map ${field}=<column>`).join(' or ')}. Its columns are id, title`;

  it.each([
    [
      'a mapped column that is not in the header',
      { map: ['name=Nom'] },
      'has no column "Nom"; its columns are id, title',
    ],
    ['a header without a name', {}, noName('name')],
    ['a header without the name of a person', { kind: 'signal' }, noName('full_name', 'first_name', 'last_name')],
    ['a header without rows', { map: ['name=title'] }, 'contains no records', ''],
    [
      'rows without a kind',
      { kind: undefined },
      'is CSV: pass --kind with the kind of its rows (company, institution, city, signal)',
    ],
  ])('rejects %s', async (_case, options: object, fault: string, row = '1,One\n') => {
    const outcome = await importCompanies(`id,title\n${row}`, options);
    expect([outcome.faults, outcome.results, outcome.failed]).toEqual([[`companies.csv: ${fault}`], [], true]);
    expect(await names()).toEqual([]);
  });

  it.each([
    [{ kind: 'person' }, '--kind must be one of company, institution, city, signal; it is "person".'],
    [{ kind: undefined, map: ['id=CIK'] }, '--map requires --kind: company, institution, city, signal.'],
    [{ kind: 'city', map: ['country=Land'] }, '--map: a city has the fields name; "country" is not one of them.'],
    [{ kind: 'city', map: ['name'] }, '--map must be field=Column; it is "name".'],
    [{ kind: 'city', map: ['name=A', 'name=B'] }, '--map maps name twice.'],
    [{ format: 'xml' }, '--format must be ndjson or csv; it is "xml".'],
  ])('rejects the options %j before reading any file', async (options, message) => {
    await expect(importCompanies('id,name\n1,One\n', options)).rejects.toThrow(message);
    expect(await names()).toEqual([]);
  });
});
