import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { OpenDatabase } from '../../../src/platform/database/open-database.ts';
import type { Tables } from '../../../src/platform/database/tables/tables.ts';
import { databases } from '../../support/database/test-databases.ts';

type Columns = { [Name in keyof Tables]: Record<keyof Tables[Name], true> };

/**
 * Every table and column of `Tables`. The compiler reports a column that is missing here, and the test reports one that
 * no migration creates.
 */
const columns: Columns = {
  connections: { name: true, kind: true, tool_prefix: true, created_at: true },
  connected_accounts: {
    connection_name: true,
    identifier: true,
    token_key_id: true,
    sealed_token: true,
    expires_at: true,
    created_at: true,
    updated_at: true,
    for_development: true,
  },
  platform_clients: { client_id: true, name: true, secret_hash: true, created_at: true, revoked_at: true },
  platform_access_tokens: { token_hash: true, client_id: true, expires_at: true },
  service_keys: {
    id: true,
    key_hash: true,
    service: true,
    purpose: true,
    user_id: true,
    organization_id: true,
    created_at: true,
    expires_at: true,
    revoked_at: true,
    superseded_at: true,
  },
  talent_users: { id: true, name: true, email: true },
  talent_signals: {
    id: true,
    type: true,
    score: true,
    source: true,
    summary: true,
    discovered_at: true,
    full_name: true,
    headline: true,
    avatar_url: true,
    linkedin_id: true,
    linkedin_url: true,
    city: true,
    country: true,
    region: true,
    origin: true,
    gender: true,
    age_range: true,
    education_level: true,
    industry: true,
    customer_focus: true,
    profile_tags: true,
    experiences: true,
    educations: true,
    taggings: true,
    past_company_ids: true,
    past_institution_ids: true,
  },
  talent_views: { signal_id: true, user_id: true, viewed_at: true },
  talent_screenings: { signal_id: true, user_id: true, screened_at: true },
  talent_lists: { id: true, name: true, creator_id: true, created_at: true },
  talent_list_accesses: { list_id: true, user_id: true },
  talent_list_entries: { id: true, list_id: true, signal_id: true, added_by: true, created_at: true },
  talent_searches: {
    id: true,
    title: true,
    emoji: true,
    filters: true,
    visited_at: true,
    creator_id: true,
    created_at: true,
  },
  talent_search_sharees: { search_id: true, user_id: true },
  talent_companies: { folded_name: true, id: true, name: true, initials: true, domain: true, industry: true },
  talent_institutions: { folded_name: true, id: true, name: true, initials: true, country: true },
  talent_cities: { folded_name: true, name: true, signal_count: true },
  convo_organizations: {
    id: true,
    name: true,
    crm_integration: true,
    calendar_type: true,
    address: true,
    created_at: true,
  },
  convo_users: {
    id: true,
    organization_id: true,
    name: true,
    email: true,
    status: true,
    team_name: true,
    crm_id: true,
    role: true,
  },
  convo_activities: {
    id: true,
    organization_id: true,
    type: true,
    status: true,
    title: true,
    started_at: true,
    completed_at: true,
    updated_at: true,
    duration_ms: true,
    language: true,
    provider: true,
    host_user_id: true,
    external_id: true,
    account_id: true,
    lead_id: true,
    opportunity_id: true,
    processing_state: true,
    processing_failure: true,
    processing_skipped_cues: true,
    processing_warnings: true,
    recording_url: true,
    skip_full_analysis: true,
    notify_host: true,
    themes_digest: true,
  },
  convo_participants: {
    id: true,
    activity_id: true,
    position: true,
    name: true,
    email: true,
    phone: true,
    affiliation: true,
    user_id: true,
  },
  convo_segments: { activity_id: true, position: true, text: true, participant_id: true, start_ms: true, end_ms: true },
  convo_summaries: { activity_id: true, content: true },
  convo_action_items: {
    activity_id: true,
    position: true,
    text: true,
    assignee_id: true,
    start_ms: true,
    is_completed: true,
  },
  convo_questions: {
    activity_id: true,
    position: true,
    text: true,
    participant_id: true,
    start_ms: true,
    end_ms: true,
    is_engaging: true,
    is_insightful: true,
  },
  convo_topic_matches: {
    activity_id: true,
    position: true,
    text: true,
    participant_id: true,
    start_ms: true,
    end_ms: true,
    theme: true,
    topic: true,
    trigger: true,
  },
  convo_themes: { id: true, organization_id: true, position: true, name: true },
  convo_topics: { id: true, theme_id: true, position: true, name: true },
  convo_triggers: { id: true, topic_id: true, position: true, keyword: true },
  convo_call_scores: {
    id: true,
    organization_id: true,
    activity_id: true,
    user_id: true,
    score: true,
    activity_type: true,
    created_at: true,
  },
  convo_coaching_feedback: {
    id: true,
    organization_id: true,
    activity_id: true,
    coach_id: true,
    coachee_id: true,
    score: true,
    comment: true,
    created_at: true,
    updated_at: true,
  },
  convo_comments: {
    id: true,
    organization_id: true,
    activity_id: true,
    user_id: true,
    text: true,
    at_ms: true,
    created_at: true,
  },
  convo_listens: { organization_id: true, activity_id: true, user_id: true, listened_at: true },
  convo_webhooks: {
    id: true,
    organization_id: true,
    trigger: true,
    url: true,
    external_id: true,
    created_by: true,
    created_at: true,
  },
  convo_recordings: { key: true, activity_id: true, fetched: true },
  convo_recording_folder: { is_only: true, marker: true },
};

describe.each(databases())('tables on $name', ({ open }) => {
  let opened: OpenDatabase;

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  it('have exactly the columns that the types declare', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = current_schema() and table_name not like 'kysely%' group by table_name`.execute(opened.db);

    const migrated = Object.fromEntries(rows.map(({ table, columns: names }) => [table, names.toSorted()]));
    const declared = Object.entries(columns).map(([table, names]) => [table, Object.keys(names).toSorted()]);
    expect(migrated).toEqual(Object.fromEntries(declared));
  });
});
