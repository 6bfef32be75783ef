create table convo_organizations (
  id uuid primary key,
  name text not null,
  crm_integration text,
  calendar_type text,
  address text,
  created_at timestamptz not null default now()
);

-- Foreign keys to users and activities include the organization id, so that records refer to records of their own
-- organization only.
create table convo_users (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  name text,
  email text,
  status text,
  team_name text,
  crm_id text,
  role text,
  constraint convo_users_of_organization unique (organization_id, id)
);

create index convo_users_by_name on convo_users (organization_id, name collate "C", id);
create index convo_users_by_email on convo_users (organization_id, lower(email));

create table convo_activities (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  type text,
  status text,
  title text,
  started_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  duration_ms integer,
  language text,
  provider text,
  host_user_id uuid,
  external_id text,
  account_id text,
  lead_id text,
  opportunity_id text,
  processing_state text,
  processing_failure text,
  processing_skipped_cues integer,
  recording_url text,
  skip_full_analysis boolean not null default false,
  notify_host boolean not null default false,
  constraint convo_activities_of_organization unique (organization_id, id),
  constraint convo_activities_external_id unique (host_user_id, external_id),
  constraint convo_activities_host foreign key (organization_id, host_user_id) references convo_users (organization_id, id)
);

create index convo_activities_started_at on convo_activities (organization_id, started_at desc, id desc);
create index convo_activities_started_at_by_status on convo_activities (organization_id, status, started_at desc, id desc);
create index convo_activities_updated_at on convo_activities (organization_id, updated_at desc, id desc);
create index convo_activities_updated_at_by_status on convo_activities (organization_id, status, updated_at desc, id desc);

create table convo_participants (
  id uuid primary key,
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  name text,
  email text,
  phone text,
  affiliation text,
  user_id uuid references convo_users (id) on delete set null
);

create index convo_participants_by_activity_id_position on convo_participants (activity_id, position);
create index convo_participants_by_user_id on convo_participants (user_id);

create table convo_segments (
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  text text not null,
  participant_id uuid references convo_participants (id) on delete set null,
  start_ms integer not null,
  end_ms integer,
  constraint convo_segments_pk primary key (activity_id, position)
);

create table convo_questions (
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  text text not null,
  participant_id uuid references convo_participants (id) on delete set null,
  start_ms integer not null,
  end_ms integer,
  is_engaging boolean,
  is_insightful boolean,
  constraint convo_questions_pk primary key (activity_id, position)
);

create table convo_topic_matches (
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  text text not null,
  participant_id uuid references convo_participants (id) on delete set null,
  start_ms integer not null,
  end_ms integer,
  theme text not null,
  topic text not null,
  trigger text not null,
  constraint convo_topic_matches_pk primary key (activity_id, position)
);

create table convo_action_items (
  activity_id uuid not null references convo_activities (id) on delete cascade,
  position integer not null,
  text text not null,
  assignee_id uuid references convo_participants (id) on delete set null,
  start_ms integer,
  is_completed boolean,
  constraint convo_action_items_pk primary key (activity_id, position)
);

create table convo_summaries (
  activity_id uuid primary key references convo_activities (id) on delete cascade,
  content text not null
);

-- These indexes find the rows that refer to a participant when the participant is deleted.
create index convo_segments_by_participant_id on convo_segments (participant_id);
create index convo_questions_by_participant_id on convo_questions (participant_id);
create index convo_topic_matches_by_participant_id on convo_topic_matches (participant_id);
create index convo_action_items_by_assignee_id on convo_action_items (assignee_id);

create table convo_themes (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  position integer not null,
  name text not null
);

create index convo_themes_by_organization_id_position on convo_themes (organization_id, position);

create table convo_topics (
  id uuid primary key,
  theme_id uuid not null references convo_themes (id) on delete cascade,
  position integer not null,
  name text not null
);

create index convo_topics_by_theme_id_position on convo_topics (theme_id, position);

create table convo_triggers (
  id uuid primary key,
  topic_id uuid not null references convo_topics (id) on delete cascade,
  position integer not null,
  keyword text not null
);

create index convo_triggers_by_topic_id_position on convo_triggers (topic_id, position);

create table convo_call_scores (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  activity_id uuid,
  user_id uuid,
  score double precision,
  activity_type text,
  created_at timestamptz not null,
  constraint convo_call_scores_activity foreign key (organization_id, activity_id) references convo_activities (organization_id, id) on delete cascade,
  constraint convo_call_scores_user_id foreign key (organization_id, user_id) references convo_users (organization_id, id)
);

create table convo_coaching_feedback (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  activity_id uuid,
  coach_id uuid,
  coachee_id uuid,
  score double precision,
  comment text,
  created_at timestamptz not null,
  updated_at timestamptz,
  constraint convo_coaching_feedback_activity foreign key (organization_id, activity_id) references convo_activities (organization_id, id) on delete cascade,
  constraint convo_coaching_feedback_coach_id foreign key (organization_id, coach_id) references convo_users (organization_id, id),
  constraint convo_coaching_feedback_coachee_id foreign key (organization_id, coachee_id) references convo_users (organization_id, id)
);

create table convo_comments (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  activity_id uuid not null,
  user_id uuid,
  text text,
  at_ms integer,
  created_at timestamptz not null,
  constraint convo_comments_activity foreign key (organization_id, activity_id) references convo_activities (organization_id, id) on delete cascade,
  constraint convo_comments_user_id foreign key (organization_id, user_id) references convo_users (organization_id, id)
);

create table convo_listens (
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  activity_id uuid not null,
  user_id uuid not null,
  listened_at timestamptz not null,
  constraint convo_listens_activity foreign key (organization_id, activity_id) references convo_activities (organization_id, id) on delete cascade,
  constraint convo_listens_user_id foreign key (organization_id, user_id) references convo_users (organization_id, id),
  constraint convo_listens_pk primary key (activity_id, user_id, listened_at)
);

create index convo_call_scores_by_organization_id_created_at on convo_call_scores (organization_id, created_at);
create index convo_call_scores_by_user_id_created_at on convo_call_scores (user_id, created_at);
create index convo_call_scores_by_activity_id on convo_call_scores (activity_id);
create index convo_coaching_feedback_by_organization_id_created_at on convo_coaching_feedback (organization_id, created_at);
create index convo_coaching_feedback_by_coach_id_created_at on convo_coaching_feedback (coach_id, created_at);
create index convo_coaching_feedback_by_coachee_id_created_at on convo_coaching_feedback (coachee_id, created_at);
create index convo_coaching_feedback_by_activity_id on convo_coaching_feedback (activity_id);
create index convo_comments_by_organization_id_created_at on convo_comments (organization_id, created_at);
create index convo_comments_by_user_id_created_at on convo_comments (user_id, created_at);
create index convo_comments_by_activity_id on convo_comments (activity_id);
create index convo_listens_by_organization_id_listened_at on convo_listens (organization_id, listened_at);
create index convo_listens_by_user_id_listened_at on convo_listens (user_id, listened_at);

create table convo_webhooks (
  id uuid primary key,
  organization_id uuid not null references convo_organizations (id) on delete cascade,
  trigger text not null,
  url text not null,
  external_id text,
  created_by uuid references convo_users (id) on delete set null,
  created_at timestamptz not null,
  constraint convo_webhooks_once unique (organization_id, trigger, url)
);
