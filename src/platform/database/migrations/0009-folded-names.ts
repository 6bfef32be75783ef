import { type Kysely, sql } from 'kysely';

/** Tables of names that users look up, and whether their entries are also found by initials. */
const lookups = [
  { table: 'talent_companies', hasInitials: true },
  { table: 'talent_institutions', hasInitials: true },
  { table: 'talent_cities', hasInitials: false },
];

/** Searches compare names without case, accents and typographic punctuation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFolding(db);
  await foldSignals(db);
  for (const lookup of lookups) await foldLookup(db, lookup);
}

/** Letters and punctuation that decomposition leaves as they are, beside their plain forms. */
const special = 'øØłŁđĐðÐı‘’‚‛ʼ′´“”„‟«»″‐‑‒–—―\u00a0';
const plain = `oollddddi${"'".repeat(7)}${'"'.repeat(7)}------ `;
const ligatures = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/**
 * The same rules as `foldText` in `tools/`. Built from core functions, because a database role may not be allowed to
 * create the `unaccent` extension, whose function is not immutable either. Not `strict`, so that it can be inlined.
 * Most names are ASCII and most others have nothing special: `translate` takes longer than all the rest.
 */
async function createFolding(db: Kysely<unknown>): Promise<void> {
  const unmarked = sql`lower(normalize(regexp_replace(normalize(name, nfd), ${sql.lit('[\\u0300-\\u036f]')}, '', 'g'), nfc))`;
  const translated = sql`translate(${unmarked}, ${sql.lit(special)}, ${sql.lit(plain)})`;
  const spelledOut = Object.entries(ligatures).reduce(
    (folded, [ligature, letters]) => sql`replace(${folded}, ${sql.lit(ligature)}, ${sql.lit(letters)})`,
    translated,
  );
  const specialCharacter = sql.lit(`[${special}ßẞæÆǢǣǼǽœŒþÞǾǿ]`);
  await sql`
    create function folded_text(name text) returns text language sql immutable parallel safe as $$
      select case
        when octet_length(name) = char_length(name) then lower(name)
        when name !~ ${specialCharacter} then ${unmarked}
        else ${spelledOut} end $$`.execute(db);
}

/** Indexes on the expression: a stored column would rewrite the widest table under a lock. */
async function foldSignals(db: Kysely<unknown>): Promise<void> {
  await sql`drop index talent_signals_full_name`.execute(db);
  await sql`drop index talent_signals_name_parts`.execute(db);
  await sql`create index talent_signals_full_name on talent_signals using gin (folded_text(full_name) gin_trgm_ops)`.execute(
    db,
  );
  await sql`create index talent_signals_name_parts on talent_signals
    using gin (talent_name_parts(folded_text(full_name)))`.execute(db);
}

async function foldLookup(
  db: Kysely<unknown>,
  { table, hasInitials }: { table: string; hasInitials: boolean },
): Promise<void> {
  const search = sql.id(`${table}_search`);
  await sql`drop index ${search}`.execute(db);
  await sql`alter table ${sql.table(table)}
    add column folded_name text generated always as (folded_text(name)) stored`.execute(db);
  await sql`create index ${search} on ${sql.table(table)} using gin (folded_name gin_trgm_ops)`.execute(db);
  if (!hasInitials) return;
  await sql`alter table ${sql.table(table)} add column initials text
    generated always as (folded_text(regexp_replace(name, '\\m([[:upper:]])|.', '\\1', 'g'))) stored`.execute(db);
  await sql`create index ${sql.id(`${table}_initials`)} on ${sql.table(table)} (initials)`.execute(db);
}
