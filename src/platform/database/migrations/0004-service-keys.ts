import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createServiceKeys(db);
  await createConnections(db);
  await keepTokens(db);
}

/** The keys that the services know their callers by. */
async function createServiceKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('service_keys')
    .addColumn('id', 'uuid', (col) => col.primaryKey())
    .addColumn('key_hash', 'text', (col) => col.notNull().unique())
    .addColumn('service', 'text', (col) => col.notNull())
    .addColumn('purpose', 'text', (col) => col.notNull())
    .addColumn('user_id', 'text', (col) => col.notNull())
    .addColumn('organization_id', 'uuid', (col) => col.references('convo_organizations.id').onDelete('cascade'))
    .addColumn('created_at', 'timestamptz', (col) => col.notNull())
    .addColumn('expires_at', 'timestamptz')
    .addColumn('revoked_at', 'timestamptz')
    .addCheckConstraint('service_keys_purpose', sql`purpose in ('api_key', 'personal')`)
    .addCheckConstraint('service_keys_organization', sql`(purpose = 'api_key') = (organization_id is not null)`)
    .execute();
  await sql`create unique index service_keys_one_api_key on service_keys (organization_id)
    where purpose = 'api_key' and revoked_at is null`.execute(db);
  await db.schema
    .createIndex('service_keys_by_user')
    .on('service_keys')
    .columns(['service', 'user_id', 'created_at'])
    .execute();
}

async function createConnections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('connections')
    .addColumn('name', 'text', (col) => col.primaryKey())
    .addColumn('kind', 'text', (col) => col.notNull())
    .addColumn('tool_prefix', 'text', (col) => col.notNull())
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute();
}

/** An account is its token now; what knew a user without one has to be connected again. */
async function keepTokens(db: Kysely<unknown>): Promise<void> {
  await sql`delete from connected_accounts`.execute(db);
  await db.schema
    .alterTable('connected_accounts')
    .dropColumn('user_id')
    .addColumn('token_key_id', 'text')
    .addColumn('sealed_token', 'text')
    .addColumn('expires_at', 'timestamptz')
    .addColumn('updated_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute();
  await sql`alter table connected_accounts
    add constraint connected_accounts_token check ((token_key_id is null) = (sealed_token is null)),
    add constraint connected_accounts_connection foreign key (connection_name) references connections (name)`.execute(
    db,
  );
}
