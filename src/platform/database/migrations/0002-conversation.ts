import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';

const required = (col: ColumnDefinitionBuilder) => col.notNull();

export async function up(db: Kysely<unknown>): Promise<void> {
  await createTeam(db);
  await createActivities(db);
  await createOutputs(db);
  await createThemes(db);
  await createTeamRecords(db);
  await createWebhooks(db);
}

async function createTeam(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('convo_organizations')
    .addColumn('id', 'uuid', (col) => col.primaryKey())
    .addColumn('name', 'text', required)
    .addColumn('crm_integration', 'text')
    .addColumn('calendar_type', 'text')
    .addColumn('address', 'text')
    .addColumn('created_at', 'timestamptz', (col) => col.notNull().defaultTo(sql`now()`))
    .execute();
  await ofOrganization(db.schema.createTable('convo_users').addColumn('id', 'uuid', (col) => col.primaryKey()))
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('status', 'text')
    .addColumn('team_name', 'text')
    .addColumn('crm_id', 'text')
    .addColumn('role', 'text')
    // What refers to a user or an activity does so together with the organization: no record reaches into another one.
    .addUniqueConstraint('convo_users_of_organization', ['organization_id', 'id'])
    .execute();
  await sql`create index convo_users_by_name on convo_users (organization_id, name collate "C", id)`.execute(db);
  await sql`create index convo_users_by_email on convo_users (organization_id, lower(email))`.execute(db);
}

async function createActivities(db: Kysely<unknown>): Promise<void> {
  await ofOrganization(db.schema.createTable('convo_activities').addColumn('id', 'uuid', (col) => col.primaryKey()))
    .addColumn('type', 'text')
    .addColumn('status', 'text')
    .addColumn('title', 'text')
    .addColumn('started_at', 'timestamptz', required)
    .addColumn('completed_at', 'timestamptz')
    .addColumn('updated_at', 'timestamptz', required)
    .addColumn('duration_ms', 'integer')
    .addColumn('language', 'text')
    .addColumn('provider', 'text')
    .addColumn('host_user_id', 'uuid')
    .addColumn('external_id', 'text')
    .addColumn('account_id', 'text')
    .addColumn('lead_id', 'text')
    .addColumn('opportunity_id', 'text')
    .addColumn('processing_state', 'text')
    .addColumn('processing_failure', 'text')
    .addColumn('processing_skipped_cues', 'integer')
    .addColumn('recording_url', 'text')
    .addColumn('skip_full_analysis', 'boolean', (col) => col.notNull().defaultTo(false))
    .addColumn('notify_host', 'boolean', (col) => col.notNull().defaultTo(false))
    .addUniqueConstraint('convo_activities_of_organization', ['organization_id', 'id'])
    .addUniqueConstraint('convo_activities_external_id', ['host_user_id', 'external_id'])
    .addForeignKeyConstraint('convo_activities_host', ['organization_id', 'host_user_id'], 'convo_users', [
      'organization_id',
      'id',
    ])
    .execute();
  for (const time of ['started_at', 'updated_at']) {
    for (const columns of ['organization_id', 'organization_id, status']) {
      const name = `convo_activities_${time}${columns.includes('status') ? '_by_status' : ''}`;
      await sql`create index ${sql.id(name)} on convo_activities (${sql.raw(columns)}, ${sql.id(time)} desc, id desc)`.execute(
        db,
      );
    }
  }
  await db.schema
    .createTable('convo_participants')
    .addColumn('id', 'uuid', (col) => col.primaryKey())
    .addColumn('activity_id', 'uuid', (col) => col.notNull().references('convo_activities.id').onDelete('cascade'))
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text')
    .addColumn('email', 'text')
    .addColumn('phone', 'text')
    .addColumn('affiliation', 'text')
    .addColumn('user_id', 'uuid', (col) => col.references('convo_users.id').onDelete('set null'))
    .execute();
  await index(db, 'convo_participants', ['activity_id', 'position']);
  await index(db, 'convo_participants', ['user_id']);
}

async function createOutputs(db: Kysely<unknown>): Promise<void> {
  await timed(output(db, 'convo_segments')).execute();
  await timed(output(db, 'convo_questions'))
    .addColumn('is_engaging', 'boolean')
    .addColumn('is_insightful', 'boolean')
    .execute();
  await timed(output(db, 'convo_topic_matches'))
    .addColumn('theme', 'text', required)
    .addColumn('topic', 'text', required)
    .addColumn('trigger', 'text', required)
    .execute();
  await output(db, 'convo_action_items')
    .addColumn('assignee_id', 'uuid', (col) => col.references('convo_participants.id').onDelete('set null'))
    .addColumn('start_ms', 'integer')
    .addColumn('is_completed', 'boolean')
    .execute();
  await db.schema
    .createTable('convo_summaries')
    .addColumn('activity_id', 'uuid', (col) => col.primaryKey().references('convo_activities.id').onDelete('cascade'))
    .addColumn('content', 'text', required)
    .execute();
  // A participant who goes is taken out of the outputs by these.
  for (const table of ['convo_segments', 'convo_questions', 'convo_topic_matches']) {
    await index(db, table, ['participant_id']);
  }
  await index(db, 'convo_action_items', ['assignee_id']);
}

async function createThemes(db: Kysely<unknown>): Promise<void> {
  await ofOrganization(db.schema.createTable('convo_themes').addColumn('id', 'uuid', (col) => col.primaryKey()))
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .execute();
  await index(db, 'convo_themes', ['organization_id', 'position']);
  for (const [table, parent, parentTable, text] of [
    ['convo_topics', 'theme_id', 'convo_themes', 'name'],
    ['convo_triggers', 'topic_id', 'convo_topics', 'keyword'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn('id', 'uuid', (col) => col.primaryKey())
      .addColumn(parent, 'uuid', (col) => col.notNull().references(`${parentTable}.id`).onDelete('cascade'))
      .addColumn('position', 'integer', required)
      .addColumn(text, 'text', required)
      .execute();
    await index(db, table, [parent, 'position']);
  }
}

async function createTeamRecords(db: Kysely<unknown>): Promise<void> {
  const record = (table: string) =>
    ofOrganization(db.schema.createTable(table).addColumn('id', 'uuid', (col) => col.primaryKey()));

  await ofUser(ofActivity(record('convo_call_scores'), 'convo_call_scores'), 'convo_call_scores', 'user_id')
    .addColumn('score', 'double precision')
    .addColumn('activity_type', 'text')
    .addColumn('created_at', 'timestamptz', required)
    .execute();
  let feedback = ofActivity(record('convo_coaching_feedback'), 'convo_coaching_feedback');
  feedback = ofUser(feedback, 'convo_coaching_feedback', 'coach_id');
  feedback = ofUser(feedback, 'convo_coaching_feedback', 'coachee_id');
  await feedback
    .addColumn('score', 'double precision')
    .addColumn('comment', 'text')
    .addColumn('created_at', 'timestamptz', required)
    .addColumn('updated_at', 'timestamptz')
    .execute();
  await ofUser(ofActivity(record('convo_comments'), 'convo_comments', required), 'convo_comments', 'user_id')
    .addColumn('text', 'text')
    .addColumn('at_ms', 'integer')
    .addColumn('created_at', 'timestamptz', required)
    .execute();
  const listens = ofActivity(ofOrganization(db.schema.createTable('convo_listens')), 'convo_listens', required);
  await ofUser(listens, 'convo_listens', 'user_id', required)
    .addColumn('listened_at', 'timestamptz', required)
    .addPrimaryKeyConstraint('convo_listens_pk', ['activity_id', 'user_id', 'listened_at'])
    .execute();

  for (const [table, time, users] of [
    ['convo_call_scores', 'created_at', ['user_id']],
    ['convo_coaching_feedback', 'created_at', ['coach_id', 'coachee_id']],
    ['convo_comments', 'created_at', ['user_id']],
    ['convo_listens', 'listened_at', ['user_id']],
  ] as const) {
    await index(db, table, ['organization_id', time]);
    for (const user of users) await index(db, table, [user, time]);
    if (table !== 'convo_listens') await index(db, table, ['activity_id']);
  }
}

async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await ofOrganization(db.schema.createTable('convo_webhooks').addColumn('id', 'uuid', (col) => col.primaryKey()))
    .addColumn('trigger', 'text', required)
    .addColumn('url', 'text', required)
    .addColumn('external_id', 'text')
    .addColumn('created_by', 'uuid', (col) => col.references('convo_users.id').onDelete('set null'))
    .addColumn('created_at', 'timestamptz', required)
    .addUniqueConstraint('convo_webhooks_once', ['organization_id', 'trigger', 'url'])
    .execute();
}

const index = (db: Kysely<unknown>, table: string, columns: string[]) =>
  db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();

function ofOrganization<Name extends string, Column extends string>(table: CreateTableBuilder<Name, Column>) {
  return table.addColumn('organization_id', 'uuid', (col) =>
    col.notNull().references('convo_organizations.id').onDelete('cascade'),
  );
}

function ofActivity<Name extends string, Column extends string>(
  table: CreateTableBuilder<Name, Column | 'organization_id'>,
  name: string,
  rule: (col: ColumnDefinitionBuilder) => ColumnDefinitionBuilder = (col) => col,
) {
  return table
    .addColumn('activity_id', 'uuid', rule)
    .addForeignKeyConstraint(
      `${name}_activity`,
      ['organization_id', 'activity_id'],
      'convo_activities',
      ['organization_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    );
}

function ofUser<Name extends string, Column extends string>(
  table: CreateTableBuilder<Name, Column | 'organization_id'>,
  name: string,
  column: string,
  rule: (col: ColumnDefinitionBuilder) => ColumnDefinitionBuilder = (col) => col,
) {
  return table
    .addColumn(column, 'uuid', rule)
    .addForeignKeyConstraint(`${name}_${column}`, ['organization_id', column], 'convo_users', [
      'organization_id',
      'id',
    ]);
}

function output(db: Kysely<unknown>, name: string) {
  return db.schema
    .createTable(name)
    .addColumn('activity_id', 'uuid', (col) => col.notNull().references('convo_activities.id').onDelete('cascade'))
    .addColumn('position', 'integer', required)
    .addColumn('text', 'text', required)
    .addPrimaryKeyConstraint(`${name}_pk`, ['activity_id', 'position']);
}

function timed<Name extends string, Column extends string>(table: CreateTableBuilder<Name, Column>) {
  return table
    .addColumn('participant_id', 'uuid', (col) => col.references('convo_participants.id').onDelete('set null'))
    .addColumn('start_ms', 'integer', required)
    .addColumn('end_ms', 'integer');
}
