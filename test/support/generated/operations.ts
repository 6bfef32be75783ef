/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** Selects activities. An activity must match every field that is set. A field with a list of values matches if at least one of the values does. The service filters by `occurred`, `updated` and `status` only; for all other fields, the graph reads the activities of the period and compares them. */
export type ActivityFilter = {
  /** At most 100 IDs of CRM accounts, in exact spelling. An empty list matches nothing. */
  accountIds?: Array<string> | null | undefined;
  /** Filters by host. At most 100 IDs of `User`s, one of whom must be the host. An empty list matches nothing. Cannot be set for `User.activities`. */
  hostIds?: Array<string> | null | undefined;
  /** At most 100 IDs of CRM leads, in exact spelling. An empty list matches nothing. */
  leadIds?: Array<string> | null | undefined;
  /** Period in which the activity started; it can have any length. `from` defaults to 30 days before `to`, or to 180 days before it if the filter has a field other than `occurred`, `updated` and `status`, and for `User.activities`. */
  occurred?: ConversationPeriod | null | undefined;
  /** At most 100 IDs of CRM opportunities, in exact spelling. An empty list matches nothing. */
  opportunityIds?: Array<string> | null | undefined;
  /** At most 100 registrable domains, such as `example.co.uk`: a participant must have an email address at one of them or at a subdomain. An empty list matches nothing. Domains of mail providers, such as `gmail.com`, are rejected, because they identify no company. */
  participantDomains?: Array<string> | null | undefined;
  /** At most 100 email addresses, one of which a participant must have, regardless of case. An empty list matches nothing. Uploads often have participants without addresses. */
  participantEmails?: Array<string> | null | undefined;
  /** States of the processing of an uploaded recording. Activities that were not uploaded have none and do not match. An empty list matches nothing. */
  processingStates?: Array<ProcessingState> | null | undefined;
  /** Status of the activity. Omit it to return all. */
  status?: ActivityStatus | null | undefined;
  /** Words that the title must contain, in any order and regardless of case and accents; they can be parts of longer words. At most 250 characters, and not blank. */
  title?: string | null | undefined;
  /** Period in which the activity last changed; it can have any length. Without `occurred`, activities are sorted by their last change, newest first, and `from` has the same default as there. With `occurred`, `from` has no default. */
  updated?: ConversationPeriod | null | undefined;
};

/** Progress of a call or meeting, or delivery status of a message or voice dialer activity. */
export type ActivityStatus =
  /** A call or meeting that has ended and been processed. */
  | 'COMPLETED'
  /** A message or voice dialer activity that the team sent and that reached its recipient. */
  | 'DELIVERED'
  /** A call or meeting that is in progress or being processed, or whose processing failed; see `Activity.processing`. */
  | 'IN_PROGRESS'
  /** A message or voice dialer activity that the team received. */
  | 'RECEIVED'
  /** A message or voice dialer activity that the team sent. */
  | 'SENT';

/** Channel through which a conversation took place. */
export type ActivityType =
  /** A phone call. */
  | 'CALL'
  /** An online or in-person meeting. */
  | 'MEETING'
  /** A text message. */
  | 'SMS'
  /** A call or voicemail made or received with a voice dialer. */
  | 'VOICE';

/** Whether a participant belongs to the team. */
export type Affiliation =
  /** A person from outside the team, such as a customer. */
  | 'EXTERNAL'
  /** A member of the team. */
  | 'INTERNAL'
  /** Not reported by the service, or the activity was not found. */
  | 'UNKNOWN';

/** Estimated age of a person, as a range of years. */
export type AgeRange =
  /** 50 years or older. */
  | 'ABOVE_49'
  /** Younger than 25 years. */
  | 'BELOW_25'
  /** 25 to 29 years. */
  | 'FROM_25_TO_29'
  /** 30 to 34 years. */
  | 'FROM_30_TO_34'
  /** 35 to 39 years. */
  | 'FROM_35_TO_39'
  /** 40 to 44 years. */
  | 'FROM_40_TO_44'
  /** 45 to 49 years. */
  | 'FROM_45_TO_49';

/** Service behind a connector. */
export type ConnectorKind =
  /** The conversation service, with activities and their transcripts and analyses. */
  | 'CONVO'
  /** The talent service, with signals, lists and saved searches. */
  | 'TALENT';

/** State of the caller's account on a connection. */
export type ConnectorStatus =
  /** The account works; its tools can be called. */
  | 'ACTIVE'
  /** The caller has no account on the connection. */
  | 'DISCONNECTED'
  /** The account has expired and must be reconnected. */
  | 'EXPIRED'
  /** The caller's token lacks the scope to read from the connector: `talent:read` or `convo:read`. */
  | 'FORBIDDEN'
  /** The account has not finished connecting. */
  | 'PENDING_AUTH'
  /** The platform could not be reached, or the call failed. */
  | 'UNREACHABLE';

/** A period of time: from ≤ t < to. */
export type ConversationPeriod = {
  /** Start of the period, inclusive. If omitted, the period has no start, unless the field or argument that uses the period says otherwise. */
  from?: string | null | undefined;
  /** End of the period, exclusive. At most ten minutes in the future, because the client's clock may be ahead. Defaults to now, except that `activities` also returns what starts in the next ten minutes, because the platform's clock may be ahead. */
  to?: string | null | undefined;
};

/** Name of a new list, and the users to share it with. */
export type CreateListInput = {
  /** IDs of the `TalentUser`s to share with, from `Query.talentUsers`: they can see and edit the list besides the caller. Omit it for a private list. */
  accesses?: Array<string> | null | undefined;
  /** Display name, 1 to 200 characters. */
  name: string;
};

/** Title, filters and sharing of a new saved search. Set exactly one of `filters` and `filter`. */
export type CreateSavedSearchInput = {
  /** A single emoji to show next to the title. */
  emoji?: string | null | undefined;
  /** Filter in the same form as for `Query.signals`. */
  filter?: SignalFilter | null | undefined;
  /** Filters in the service's format; a signal must match all of them. */
  filters?: Array<SearchFilterInput> | null | undefined;
  /** IDs of the `TalentUser`s to share with, from `Query.talentUsers`: they can see and edit the saved search besides the caller. */
  sharees?: Array<string>;
  /** Display title, 1 to 50 characters. */
  title: string;
  /** Time at which the results were last viewed; must not be in the future. Defaults to now. */
  visitedAt?: string | null | undefined;
};

/** Trigger and URL of a new webhook. */
export type CreateWebhookInput = {
  /** ID of the webhook in your own system, 1 to 191 characters. */
  externalId?: string | null | undefined;
  /** Kind of event that causes a request. */
  trigger: WebhookTrigger;
  /** URL to send the requests to, at most 191 characters. Must use HTTPS and must not point to a private network, unless the operator allows it with `WEBHOOK_ALLOW_HTTP` or `WEBHOOK_ALLOW_PRIVATE`. */
  url: string;
};

/** Kind of customers that a signal's company sells to. */
export type CustomerFocus =
  /** Sells to businesses. */
  | 'B2B'
  /** Sells to consumers. */
  | 'B2C';

/** Highest level of education that a person has reached. */
export type EducationLevel =
  /** Bachelor's degree. */
  | 'BACHELOR'
  /** Master's degree. */
  | 'MASTER'
  /** Master of Business Administration. */
  | 'MBA'
  /** No university degree. */
  | 'NO_UNIVERSITY_DEGREE'
  /** Doctorate or higher. */
  | 'PHD_OR_ABOVE';

/** Whether a person still works at a company, according to their profile. */
export type EmploymentState =
  /** The person holds at least one position at the company. */
  | 'CURRENT'
  /** The person has left the company. */
  | 'PAST';

/** Gender of a person, as estimated by the profile source. */
export type Gender =
  /** Estimated to be a man. */
  | 'MAN'
  /** Estimated to be a woman. */
  | 'WOMAN';

/** Selects list entries by who has reviewed their signal. An entry must match every field that is set. */
export type ListEntryFilter = {
  /** Users who screened the signal of the entry. */
  screenedBy?: SignalActorFilter | null | undefined;
  /** Users who viewed the signal of the entry. */
  viewedBy?: SignalActorFilter | null | undefined;
};

/** Field and direction to sort list entries by. */
export type ListEntryOrder = {
  /** Direction to sort in. Defaults to newest first. */
  direction?: OrderDirection;
  /** Field to sort by. */
  field: ListEntryOrderField;
};

/** Field to sort list entries by. */
export type ListEntryOrderField =
  /** Time at which the signal was added to the list. */
  | 'ENTRY_CREATED_AT'
  /** Time at which the signal was discovered. */
  | 'SIGNAL_DISCOVERED_AT';

/** How certain it is that a guest of a conversation is the same person as one with signals. */
export type MatchConfidence =
  /** Either several people with signals qualify for `STRONG`, which the evidence says; or the searches for namesakes were incomplete; or the title names the company, but the guest's email address is at another domain; or only the names are equal, beyond a word and an initial, no other person with signals has this name, and the guest's email address tells no other company. */
  | 'POSSIBLE'
  /** The names are equal, apart from nicknames and initials, and the guest's company is one in the person's career at the time, at most 12 months before or at most six months later; of all people with signals, only this one qualifies, and a search for the guest's name finds them. No guest has two such people. */
  | 'STRONG';

/** Something that a guest of a conversation has in common with a person with signals, or with a company. */
export type MatchKey =
  /** The domain of the guest's email address is that of the company, or of one in the person's career. */
  | 'COMPANY_DOMAIN'
  /** The guest's name is followed by the name of a company in the person's career, for example `Ada Ex (Example Labs)`. */
  | 'COMPANY_IN_NAME'
  /** The title of the activity contains the name of the company, or of one in the person's career. */
  | 'COMPANY_IN_TITLE'
  /** The guest's email domain is named like the company, or like a company in the person's career. */
  | 'COMPANY_LABEL'
  /** Their full names are equal, regardless of case, accents, script and word order. */
  | 'FULL_NAME'
  /** Their full names are equal apart from nicknames, initials, middle names, one part of a double surname, or the spelling of a name in another script. */
  | 'NICKNAME'
  /** Their full names differ by one typing error in a long surname. Such a match is never `STRONG`. */
  | 'SIMILAR_NAME';

/** Kind of moment in `Activity.moments`. */
export type MomentKind =
  /** Action items with a known time, returned as `ActionItemMoment`. */
  | 'ACTION_ITEM'
  /** Comments of the team that have a text and refer to a time in the activity, returned as `CommentMoment`. */
  | 'COMMENT'
  /** Questions that were asked, returned as `Question`. */
  | 'QUESTION'
  /** Segments of the transcript, returned as `TranscriptSegment`. */
  | 'SEGMENT'
  /** Mentions of topic triggers, returned as `TopicMatch`. */
  | 'TOPIC_MATCH';

/** Direction in which results are sorted by time. */
export type OrderDirection =
  /** Oldest first. */
  | 'ASC'
  /** Newest first. */
  | 'DESC';

/** Machine-readable reason for a failure. GraphQL errors have the same codes in `extensions.code`. */
export type ProblemCode =
  /** An input value is invalid. The message names the value and the rule that it breaks. */
  | 'BAD_USER_INPUT'
  /** The object already exists, or the idempotency key was used with another input. */
  | 'CONFLICT'
  /** The caller's account on the connection has expired and must be reconnected. */
  | 'CONNECTION_EXPIRED'
  /** The caller is not permitted to make the tool call, or their token lacks the required scope. */
  | 'FORBIDDEN'
  /** The service has no space left. Nothing was changed. */
  | 'INSUFFICIENT_STORAGE'
  /** The service returned a payload that cannot be read. Contact the operator with the request ID. */
  | 'MALFORMED_PAYLOAD'
  /** The caller has no account on the connection, or has not finished connecting it. */
  | 'NOT_CONNECTED'
  /** No object with this ID exists, or the caller cannot see it. */
  | 'NOT_FOUND'
  /** The platform does not have the tool. */
  | 'NOT_SUPPORTED'
  /** The response to a change was lost, so the change may have been made. Check before you retry, or pass an `idempotencyKey` with every change. */
  | 'OUTCOME_UNKNOWN'
  /** Too many calls in a short time. Retry no earlier than `retryAt`. */
  | 'RATE_LIMITED'
  /** The operation needs more than 200 tool calls, the limit per operation. */
  | 'TOOL_CALL_BUDGET_EXCEEDED'
  /** The service failed. Contact the operator with the request ID. */
  | 'UPSTREAM_ERROR'
  /** The service did not respond in time. */
  | 'UPSTREAM_TIMEOUT'
  /** The service could not be reached. */
  | 'UPSTREAM_UNAVAILABLE';

/** Processing state of an uploaded recording. */
export type ProcessingState =
  /** Finished; the transcript and the outputs of the analysis are available. */
  | 'DONE'
  /** Failed; see `ActivityProcessing.failure` for the reason. */
  | 'FAILED'
  /** Waiting to be processed. */
  | 'QUEUED'
  /** Being transcribed or analysed. */
  | 'RUNNING';

/** Notable experience in the career of a person. */
export type ProfileTag =
  /** Worked at a bank. */
  | 'BANKING_EXPERIENCE'
  /** Worked at one of the Big Four accounting firms. */
  | 'BIG_4_EXPERIENCE'
  /** Worked at one of the largest technology companies. */
  | 'BIG_TECH_EXPERIENCE'
  /** Worked at a consulting firm. */
  | 'CONSULTING_EXPERIENCE'
  /** Founded more than one company. */
  | 'SERIAL_FOUNDER'
  /** Founded a company backed by venture capital. */
  | 'VC_BACKED_FOUNDER'
  /** Held a leading role at a company backed by venture capital. */
  | 'VC_BACKED_OPERATOR'
  /** Worked as an investor at a venture capital firm. */
  | 'VC_INVESTOR'
  /** Went through the Y Combinator accelerator. */
  | 'YC_ALUMNI';

/** One filter in the service's format, for conditions that `SignalFilter` cannot express. */
export type SearchFilterInput = {
  /** Parameter of `signals_list` to set, with the operators that it accepts: `fullname` (`contains`), `type` (`in`), `score` (`gte`), `age` (`in`), `gender` (`in`), `education_level` (`in`), `customer_focus` (`in`), `profile_tags` (`in`), `city` (`in`, `not_in`), `country` (`in`, `not_in`), `region` (`in`, `not_in`), `origin` (`in`, `not_in`), `industry` (`in`, `not_in`), `past_companies` (`in`), `past_education` (`in`), `source` (`in`), `screened_by` (`in`, `not_in`), `created_after` (`after`), `time_range` (`between`), `time_relative` (`within_days`, `after`). */
  key: string;
  /** Comparison: `in`, `not_in`, `gte`, `contains`, `between`, `after` or `within_days`. Each key accepts only the operators that `key` lists. */
  operator: string;
  /** Value to compare with, nested at most 10 levels deep. Its JSON type depends on `key` and `operator`: `["Germany"]` for `country` with `in`, `8` for `score` with `gte`. */
  value: unknown;
};

/** Selects signals by the users who viewed or screened them, depending on the field that uses the filter. A signal matches if at least one included user viewed or screened it (or no users are included) and no excluded user did. */
export type SignalActorFilter = {
  /** IDs of `TalentUser`s to exclude. */
  notUserIds?: Array<string> | null | undefined;
  /** True includes all users except the caller; false excludes them. */
  others?: boolean | null | undefined;
  /** IDs of `TalentUser`s to include. */
  userIds?: Array<string> | null | undefined;
  /** True includes the caller; false excludes them. */
  viewer?: boolean | null | undefined;
};

/** A range of days in UTC, including the first and the last. */
export type SignalDateRange = {
  /** First day of the range. */
  from: string;
  /** Last day of the range; must not be before `from`. */
  to: string;
};

/** Selects signals by the time at which the service discovered them. Set exactly one field. */
export type SignalDiscoveredFilter = {
  /** Discovered on one of these days. */
  between?: SignalDateRange | null | undefined;
  /** Discovered at or after this time, which must not be before 1970-01-01T00:01:40Z. */
  since?: string | null | undefined;
  /** Discovered within this number of days before now, 1 to 99999. */
  withinDays?: number | null | undefined;
};

/** A field of signals whose values can be counted. */
export type SignalFacet =
  /** Estimated age ranges, for `SignalFilter.ageRanges`. */
  | 'AGE_RANGE'
  /** Cities of residence, for `SignalFilter.cities`. */
  | 'CITY'
  /** Countries of residence, for `SignalFilter.countries`. */
  | 'COUNTRY'
  /** Kinds of customers that the company sells to, for `SignalFilter.customerFocus`. */
  | 'CUSTOMER_FOCUS'
  /** Highest levels of education, for `SignalFilter.educationLevels`. */
  | 'EDUCATION_LEVEL'
  /** Industries of the company that the event is about, for `SignalFilter.industries`. */
  | 'INDUSTRY'
  /** Countries of origin, for `SignalFilter.origins`. */
  | 'ORIGIN'
  /** Notable experience, for `SignalFilter.profileTags`. A signal counts once for each of its tags. */
  | 'PROFILE_TAG'
  /** Geographic regions or US states of residence, for `SignalFilter.regions`. */
  | 'REGION'
  /** Scores from 1 to 10, each counted on its own. `SignalFilter.minScore` also matches all higher scores. */
  | 'SCORE'
  /** Data sources that reported the signals, for `SignalFilter.sources`. */
  | 'SOURCE'
  /** Kinds of career event, for `SignalFilter.types`. */
  | 'TYPE';

/** Selects signals. A signal must match every field that is set. A field with a list of values matches if at least one of the values does, so an empty list matches nothing. */
export type SignalFilter = {
  /** Estimated age ranges. */
  ageRanges?: Array<AgeRange> | null | undefined;
  /** Cities of residence, spelled as the city lookup returns them. */
  cities?: SignalNameFilter | null | undefined;
  /** Countries of residence. */
  countries?: SignalNameFilter | null | undefined;
  /** Discovered after this point in time (exclusive). */
  createdAfter?: string | null | undefined;
  /** Whether the company that the event is about sells to businesses or consumers. */
  customerFocus?: Array<CustomerFocus> | null | undefined;
  /** Time at which the service discovered the signal: a range of days, the last days or since a point in time. */
  discovered?: SignalDiscoveredFilter | null | undefined;
  /** Highest levels of education that the person has reached. */
  educationLevels?: Array<EducationLevel> | null | undefined;
  /** Words or parts of words that the name must contain, in any order; at most 200 characters. Ignores case, accents and surrounding whitespace: `dror nadav` finds Nadav Dror, `tomas` finds Tomás. */
  fullName?: string | null | undefined;
  /** Genders, as estimated by the profile source. */
  genders?: Array<Gender> | null | undefined;
  /** Industry of the company that the event is about. */
  industries?: SignalNameFilter | null | undefined;
  /** Minimum score, 1 to 10. */
  minScore?: number | null | undefined;
  /** Countries of origin. */
  origins?: SignalNameFilter | null | undefined;
  /** Companies at which the person has worked, as IDs of the form `exe_*`. */
  pastCompanyIds?: Array<string> | null | undefined;
  /** Institutions at which the person has studied, as IDs of the form `ede_*`. */
  pastInstitutionIds?: Array<string> | null | undefined;
  /** Notable experience of the person; having one of them is enough. */
  profileTags?: Array<ProfileTag> | null | undefined;
  /** Geographic regions or US states of residence. */
  regions?: SignalNameFilter | null | undefined;
  /** Users who screened the signal. Without this filter, signals that the caller has screened are left out. */
  screenedBy?: SignalActorFilter | null | undefined;
  /** Names of data sources, one of which reported the signal. */
  sources?: Array<string> | null | undefined;
  /** Kinds of career event. */
  types?: Array<SignalType> | null | undefined;
};

/** Names to include and to exclude, in exact spelling. A name in both lists is excluded. */
export type SignalNameFilter = {
  /** At most 200 names; a signal must have one of them. An empty list matches nothing. */
  in?: Array<string> | null | undefined;
  /** At most 200 names; a signal must have none of them. A signal without any name also matches. */
  notIn?: Array<string> | null | undefined;
};

/** Kind of career event that a signal reports. */
export type SignalType =
  /** The person joined a board. */
  | 'BOARD_POSITION'
  /** The person became an investor. */
  | 'INVESTOR_POSITION'
  /** The person left a position. */
  | 'LEFT_POSITION'
  /** The person founded a company. */
  | 'NEW_COMPANY'
  /** The person received a grant. */
  | 'NEW_GRANT'
  /** The person was granted a patent. */
  | 'NEW_PATENT'
  /** The person started a new position. */
  | 'NEW_POSITION'
  /** The person was promoted within their company. */
  | 'PROMOTED'
  /** The person is working on a venture that has not been announced. */
  | 'STEALTH_POSITION';

/** Changes to a saved search. Omitted and null fields stay unchanged. Set at most one of `filters` and `filter`. */
export type UpdateSavedSearchInput = {
  /** A single emoji to show next to the title. An empty string removes the current emoji. */
  emoji?: string | null | undefined;
  /** New filter in the same form as for `Query.signals`; it replaces all existing filters. */
  filter?: SignalFilter | null | undefined;
  /** New filters in the service's format; they replace all existing ones. */
  filters?: Array<SearchFilterInput> | null | undefined;
  /** IDs of the `TalentUser`s to share with, from `Query.talentUsers`; they replace all existing sharees. */
  sharees?: Array<string> | null | undefined;
  /** New display title, 1 to 50 characters. */
  title?: string | null | undefined;
  /** Time at which the results were last viewed; must not be in the future. */
  visitedAt?: string | null | undefined;
};

/** A recording or transcript of a call or meeting, and its metadata. Set exactly one of `recording` and `recordingUrl`. */
export type UploadActivityInput = {
  /** ID of the CRM account to link, at most 100 characters. */
  accountId?: string | null | undefined;
  /** Day on which the conversation took place. Defaults to today and cannot be in the future. */
  completedAt?: string | null | undefined;
  /** ID of the activity in your own system, at most 191 characters. Another upload with the same host and ID returns a ConflictProblem. */
  externalId?: string | null | undefined;
  /** Email address of the host, who must be a member of the caller's team. */
  hostUserEmail: string;
  /** Language spoken in the recording, as a locale such as `en_GB`. */
  language: string;
  /** ID of the CRM lead to link, at most 180 characters. */
  leadId?: string | null | undefined;
  /** Whether to email the host when processing ends, successfully or not; false by default. The mail states the outcome, or the reason why processing failed. `ActivityProcessing.willNotifyByEmail` tells whether it will be sent: the platform may have no mail server. */
  notifyForUploadCompletionByEmail?: boolean | null | undefined;
  /** ID of the CRM opportunity to link, at most 100 characters. */
  opportunityId?: string | null | undefined;
  /** The file: audio, video, WebVTT, SubRip or a JSON transcript. The type is detected from the content; any other content returns an InvalidInputProblem. */
  recording?: unknown;
  /** HTTP or HTTPS URL from which the service downloads the file. Supports the same types as `recording`. */
  recordingUrl?: string | null | undefined;
  /** Whether to transcribe the recording without analysing it; false by default. If true, the `summary`, `actionItems`, `questions` and `topicMatches` of the activity stay null. */
  skipFullAnalysis?: boolean | null | undefined;
  /** Title of the activity, 1 to 250 characters. */
  title: string;
};

/** Kind of event, which webhooks and `Subscription.conversationEvents` select. */
export type WebhookTrigger =
  /** A manager completed coaching feedback. */
  | 'COACHING_FEEDBACK_COMPLETED'
  /** A user exported a conversation. */
  | 'CONVERSATION_EXPORTED'
  /** A user played the recording of a conversation. */
  | 'CONVERSATION_PLAYED'
  /** Transcription and analysis of a conversation finished. */
  | 'CONVERSATION_PROCESSED'
  /** A user shared a conversation. */
  | 'CONVERSATION_SHARED';

export type ConnectorsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConnectorsQuery = { connectors: Array<{ kind: ConnectorKind, connectionName: string, status: ConnectorStatus, tools: Array<{ name: string, description: string, readOnly: boolean, inputSchema: unknown }> | null }> };

export type ConnectorStatusesQueryVariables = Exact<{ [key: string]: never; }>;


export type ConnectorStatusesQuery = { connectors: Array<{ kind: ConnectorKind, status: ConnectorStatus, tools: Array<{ name: string }> | null }> };

export type ActivityOutputsQueryVariables = Exact<{
  id: string;
}>;


export type ActivityOutputsQuery = { activity: { __typename: 'Activity', id: string, transcript: { durationMs: number | null, segments: { totalCount: number | null }, speakers: Array<{ participant: { id: string } }> } | null, summary: { content: string } | null, actionItems: Array<{ text: string, assignee: { id: string } | null }> | null, questions: Array<{ text: string }> | null, topicMatches: Array<{ trigger: string }> | null, moments: Array<
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
    > | null, callScores: Array<{ score: number | null }> | null, coachingFeedback: Array<{ comment: string | null }> | null, comments: Array<{ text: string | null }> | null, listens: Array<{ listenedAt: string }> | null } | null };

export type ActivityTitleQueryVariables = Exact<{
  id: string;
}>;


export type ActivityTitleQuery = { activity: { title: string | null } | null };

export type ActivityTitlesQueryVariables = Exact<{
  one: string;
  other: string;
  representations: Array<{ __typename: string; [key: string]: unknown }> | { __typename: string; [key: string]: unknown };
}>;


export type ActivityTitlesQuery = { one: { title: string | null } | null, again: { id: string, type: ActivityType | null } | null, other: { title: string | null } | null, comments: Array<{ text: string | null, activity: { title: string | null } }> | null, _entities: Array<
    | { title: string | null }
    | Record<PropertyKey, never>
   | null> };

export type ActivityInTwoStepsQueryVariables = Exact<{
  one: string;
  other: string;
}>;


export type ActivityInTwoStepsQuery = { activity: { title: string | null, comments: Array<{ activity: { title: string | null } }> | null } | null, other: { summary: { activity: { title: string | null } } | null } | null };

export type ListedAndFoundQueryVariables = Exact<{
  id: string;
}>;


export type ListedAndFoundQuery = { activities: { nodes: Array<{ title: string | null, comments: Array<{ activity: { title: string | null } }> | null }> } | null, activity: { summary: { content: string } | null } | null };

export type SpeakersOfActivityQueryVariables = Exact<{
  id: string;
}>;


export type SpeakersOfActivityQuery = { activity: { transcript: { document: string, speakers: Array<{ participant: { id: string, name: string | null, affiliation: Affiliation } }> } | null, actionItems: Array<{ assignee: { name: string | null } | null }> | null, questions: Array<{ participant: { id: string, name: string | null } | null }> | null } | null };

export type FoundActivitiesQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type FoundActivitiesQuery = { activities: { totalCount: number | null, scannedCount: number | null, isPartial: boolean, nodes: Array<{ title: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type ActivitiesOfUsersQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ActivitiesOfUsersQuery = { users: Array<{ id: string, activities: { totalCount: number | null, scannedCount: number | null, isPartial: boolean, nodes: Array<{ title: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null }> | null };

export type ActivitiesOfUserQueryVariables = Exact<{
  id: string;
  filter?: ActivityFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ActivitiesOfUserQuery = { user: { activities: { totalCount: number | null, scannedCount: number | null, isPartial: boolean, nodes: Array<{ title: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null } | null };

export type FoundPageFragment = { totalCount: number | null, scannedCount: number | null, isPartial: boolean, nodes: Array<{ title: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } };

export type PageOfActivitiesQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PageOfActivitiesQuery = { page: { totalCount: number | null, edges: Array<{ cursor: string, node: { key: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type ActivitiesOverviewQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  first?: number | null | undefined;
}>;


export type ActivitiesOverviewQuery = { activities: { nodes: Array<{ id: string, summary: { content: string } | null, transcript: { segments: { nodes: Array<{ text: string, participant: { name: string | null } | null }> } } | null, comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null, host: { name: string | null } | null }> } | null };

export type ActivitiesWithListensAndCoachingQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivitiesWithListensAndCoachingQuery = { activities: { nodes: Array<{ listens: Array<{ listenedAt: string, user: { id: string } }> | null, coachingFeedback: Array<{ comment: string | null, coach: { id: string } | null }> | null }> } | null };

export type ActivitiesWithIdsOfUsersQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivitiesWithIdsOfUsersQuery = { activities: { nodes: Array<{ host: { __typename: 'User', id: string } | null, participants: Array<{ user: { id: string } | null }> }> } | null };

export type UserIdFragment = { id: string };

export type UsersEverywhereQueryVariables = Exact<{
  id: string;
}>;


export type UsersEverywhereQuery = { users: Array<{ name: string | null }> | null, user: { name: string | null } | null, activities: { nodes: Array<{ host: { name: string | null } | null, participants: Array<{ user: { name: string | null } | null }>, comments: Array<{ user: { name: string | null } | null }> | null, callScores: Array<{ user: { name: string | null } | null }> | null, coachingFeedback: Array<{ coach: { name: string | null } | null, coachee: { name: string | null } | null }> | null, listens: Array<{ user: { name: string | null } }> | null }> } | null };

export type ActivitiesTwiceQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
}>;


export type ActivitiesTwiceQuery = { one: { nodes: Array<{ title: string | null }> } | null, again: { totalCount: number | null } | null, more: { nodes: Array<{ title: string | null }> } | null, other: { nodes: Array<{ title: string | null }> } | null };

export type CommentsOfTwoListingsQueryVariables = Exact<{
  early?: ActivityFilter | null | undefined;
  late?: ActivityFilter | null | undefined;
}>;


export type CommentsOfTwoListingsQuery = { early: { nodes: Array<{ comments: Array<{ text: string | null }> | null }> } | null, late: { nodes: Array<{ comments: Array<{ text: string | null }> | null }> } | null };

export type OutputsTwiceQueryVariables = Exact<{
  id: string;
}>;


export type OutputsTwiceQuery = { activities: { nodes: Array<{ summary: { content: string } | null, moments: Array<
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
        | { text: string }
      > | null }> } | null, activity: { summary: { content: string } | null, transcript: { durationMs: number | null } | null, questions: Array<{ text: string }> | null, topicMatches: Array<{ text: string }> | null, actionItems: Array<{ text: string }> | null } | null };

export type RecordsOfActivitiesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type RecordsOfActivitiesQuery = { activities: { nodes: Array<{ title: string | null, comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingFeedback: Array<{ comment: string | null }> | null }> } | null };

export type RecordsOfActivityQueryVariables = Exact<{
  id: string;
}>;


export type RecordsOfActivityQuery = { activity: { title: string | null, comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingFeedback: Array<{ comment: string | null }> | null } | null };

export type RecordsByIdQueryVariables = Exact<{
  id: string;
}>;


export type RecordsByIdQuery = { activity: { comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingFeedback: Array<{ comment: string | null }> | null } | null };

export type RecordsOfEntityQueryVariables = Exact<{
  id: string;
}>;


export type RecordsOfEntityQuery = { _entities: Array<
    | { title: string | null, comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingFeedback: Array<{ comment: string | null }> | null }
    | Record<PropertyKey, never>
   | null> };

export type RecordsEverywhereQueryVariables = Exact<{
  id: string;
}>;


export type RecordsEverywhereQuery = { activity: { comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null } | null, late: { nodes: Array<{ title: string | null, comments: Array<{ text: string | null }> | null }> } | null, comments: Array<{ activity: { title: string | null, callScores: Array<{ score: number | null }> | null } }> | null };

export type UploadWithRecordsMutationVariables = Exact<{
  input: UploadActivityInput;
}>;


export type UploadWithRecordsMutation = { uploadActivity:
    | { activity: { title: string | null, comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingFeedback: Array<{ comment: string | null }> | null } }
    | Record<PropertyKey, never>
   };

export type RecordsFragment = { comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingFeedback: Array<{ comment: string | null }> | null };

export type AllOutputsFragment = { id: string, transcript: { segments: { nodes: Array<{ text: string }> } } | null, summary: { content: string } | null, actionItems: Array<{ text: string }> | null, questions: Array<{ text: string }> | null, topicMatches: Array<{ text: string }> | null };

export type AllOutputsOfActivitiesQueryVariables = Exact<{
  first: number;
}>;


export type AllOutputsOfActivitiesQuery = { activities: { nodes: Array<{ updatedAt: string | null, id: string, transcript: { segments: { nodes: Array<{ text: string }> } } | null, summary: { content: string } | null, actionItems: Array<{ text: string }> | null, questions: Array<{ text: string }> | null, topicMatches: Array<{ text: string }> | null }> } | null };

export type AllOutputsOfActivityQueryVariables = Exact<{
  id: string;
  isListed: boolean;
}>;


export type AllOutputsOfActivityQuery = { activity: { title?: string | null, id: string, transcript: { segments: { nodes: Array<{ text: string }> } } | null, summary: { content: string } | null, actionItems: Array<{ text: string }> | null, questions: Array<{ text: string }> | null, topicMatches: Array<{ text: string }> | null } | null };

export type UploadWithSummaryMutationVariables = Exact<{
  input: UploadActivityInput;
}>;


export type UploadWithSummaryMutation = { uploadActivity:
    | { activity: { summary: { content: string } | null } }
    | Record<PropertyKey, never>
   };

export type TwoActivityTitlesQueryVariables = Exact<{
  one: string;
  other: string;
}>;


export type TwoActivityTitlesQuery = { one: { title: string | null } | null, other: { title: string | null } | null };

export type TitlesSinceQueryVariables = Exact<{
  from: string;
}>;


export type TitlesSinceQuery = { activities: { nodes: Array<{ title: string | null }> } | null };

export type RejectedActivitiesQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
  first?: number | null | undefined;
}>;


export type RejectedActivitiesQuery = { activities: { totalCount: number | null } | null };

export type RejectedActivityQueryVariables = Exact<{
  id: string;
}>;


export type RejectedActivityQuery = { activity: { id: string, title: string | null, summary: { content: string } | null } | null };

export type RejectedListsQueryVariables = Exact<{
  period: ConversationPeriod;
  userId?: string | null | undefined;
}>;


export type RejectedListsQuery = { callScores: Array<{ id: string }> | null, comments: Array<{ id: string }> | null, listens: Array<{ listenedAt: string }> | null, coachingFeedback: Array<{ id: string }> | null, forOne: Array<{ id: string }> | null };

export type RejectedPeriodsOfUsersQueryVariables = Exact<{
  period: ConversationPeriod;
}>;


export type RejectedPeriodsOfUsersQuery = { users: Array<{ name: string | null, listens: Array<{ listenedAt: string }> | null, coachingReceived: Array<{ comment: string | null }> | null, coachingGiven: Array<{ comment: string | null }> | null, comments: Array<{ text: string | null }> | null }> | null };

export type RejectedMomentsQueryVariables = Exact<{
  id: string;
  fromMs?: number | null | undefined;
  toMs?: number | null | undefined;
}>;


export type RejectedMomentsQuery = { activity: { moments: Array<
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
    > | null } | null };

export type RejectedSegmentsQueryVariables = Exact<{
  id: string;
  fromMs?: number | null | undefined;
  toMs?: number | null | undefined;
  first?: number | null | undefined;
}>;


export type RejectedSegmentsQuery = { activity: { transcript: { segments: { totalCount: number | null } } | null, summary: { content: string } | null } | null };

export type ConversationEntitiesQueryVariables = Exact<{
  representations: Array<{ __typename: string; [key: string]: unknown }> | { __typename: string; [key: string]: unknown };
}>;


export type ConversationEntitiesQuery = { _entities: Array<
    | { __typename: 'Activity', id: string, summary: { content: string } | null }
    | { __typename: 'CallScore', id: string, score: number | null }
    | { __typename: 'CoachingFeedback', id: string, comment: string | null }
    | { __typename: 'Comment', id: string, text: string | null }
    | { __typename: 'Company' }
    | { __typename: 'EducationInstitution' }
    | { __typename: 'List' }
    | { __typename: 'ListEntry' }
    | { __typename: 'SavedSearch' }
    | { __typename: 'Signal' }
    | { __typename: 'TalentUser' }
    | { __typename: 'User', id: string, name: string | null }
    | { __typename: 'Webhook' }
   | null> };

export type ProcessingOfActivitySubscriptionVariables = Exact<{
  id: string;
}>;


export type ProcessingOfActivitySubscription = { activityProcessing: { id: string, processing: { state: ProcessingState } | null, summary: { content: string } | null } | null };

export type EventCursorsSubscriptionVariables = Exact<{
  triggers?: Array<WebhookTrigger> | WebhookTrigger | null | undefined;
  after?: string | null | undefined;
}>;


export type EventCursorsSubscription = { conversationEvents: { id: string, cursor: string } };

export type EventTitlesSubscriptionVariables = Exact<{
  after?: string | null | undefined;
}>;


export type EventTitlesSubscription = { conversationEvents: { id: string, trigger: WebhookTrigger, occurredAt: string, activity: { id: string, title: string | null } | null } };

export type EventSummariesSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type EventSummariesSubscription = { renamed: { id: string, activity: { title: string | null, host: { name: string | null } | null, summary: { content: string } | null } | null } };

export type EventSummaryFragment = { id: string, activity: { title: string | null, host: { name: string | null } | null, summary: { content: string } | null } | null };

export type HostOfActivityQueryVariables = Exact<{
  id: string;
}>;


export type HostOfActivityQuery = { activity: { host: { name: string | null } | null } | null };

export type EventDetailsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type EventDetailsSubscription = { conversationEvents: { recipients: Array<string> | null, message: string | null, user: { id: string, name: string | null } | null, feedback: { id: string, score: number | null, comment: string | null, createdAt: string | null, coach: { id: string } | null } | null } };

export type FaultyOverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type FaultyOverviewQuery = { activities: { nodes: Array<{ title: string | null, host: { name: string | null } | null, summary: { content: string } | null, transcript: { segments: { nodes: Array<{ text: string }> } } | null, comments: Array<{ text: string | null }> | null }> } | null, organization: { name: string } | null };

export type FaultyMomentsQueryVariables = Exact<{
  id: string;
}>;


export type FaultyMomentsQuery = { activity: { moments: Array<
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
    > | null, questions: Array<{ text: string, participant: { name: string | null } | null }> | null, transcript: { durationMs: number | null } | null } | null };

export type FaultyYearsQueryVariables = Exact<{
  filter?: ActivityFilter | null | undefined;
}>;


export type FaultyYearsQuery = { activities: { totalCount: number | null } | null, users: Array<{ name: string | null }> | null };

export type StrangeActivityQueryVariables = Exact<{ [key: string]: never; }>;


export type StrangeActivityQuery = { activities: { totalCount: number | null, nodes: Array<{ id: string, type: ActivityType | null, status: ActivityStatus | null, title: string | null, startedAt: string | null, completedAt: string | null, updatedAt: string | null, durationMs: number | null, language: string | null, provider: string | null, host: { id: string } | null, participants: Array<{ id: string, name: string | null, email: string | null, affiliation: Affiliation }>, processing: { state: ProcessingState, failure: string | null, skippedCues: number | null, willNotifyByEmail: boolean } | null }> } | null };

export type StrangeOutputsQueryVariables = Exact<{
  id: string;
}>;


export type StrangeOutputsQuery = { activity: { transcript: { durationMs: number | null, segments: { nodes: Array<{ text: string, endMs: number | null }> } } | null, summary: { content: string } | null, actionItems: Array<{ text: string, isCompleted: boolean | null, startMs: number | null, assignee: { id: string } | null }> | null, questions: Array<{ text: string, isEngaging: boolean, isInsightful: boolean }> | null, topicMatches: Array<{ text: string, theme: string }> | null, comments: Array<{ text: string | null, atMs: number | null }> | null } | null, users: Array<{ name: string | null, email: string | null }> | null, topicThemes: Array<{ name: string, topics: Array<{ triggers: Array<{ keyword: string }> }> }> | null, organization: { name: string } | null };

export type PeopleOfTeamQueryVariables = Exact<{
  period: ConversationPeriod;
}>;


export type PeopleOfTeamQuery = { users: Array<{ name: string | null, callScores: Array<{ score: number | null }> | null, comments: Array<{ text: string | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingReceived: Array<{ comment: string | null }> | null, coachingGiven: Array<{ comment: string | null }> | null }> | null };

export type PersonOfTeamQueryVariables = Exact<{
  id: string;
  period: ConversationPeriod;
}>;


export type PersonOfTeamQuery = { user: { callScores: Array<{ score: number | null }> | null, comments: Array<{ text: string | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingReceived: Array<{ comment: string | null }> | null, coachingGiven: Array<{ comment: string | null }> | null } | null };

export type PeopleInPeriodsQueryVariables = Exact<{
  one: string;
  other: string;
  early?: ConversationPeriod | null | undefined;
  late?: ConversationPeriod | null | undefined;
}>;


export type PeopleInPeriodsQuery = { one: { early: Array<{ text: string | null }> | null, again: Array<{ text: string | null }> | null, late: Array<{ text: string | null }> | null } | null, other: { early: Array<{ text: string | null }> | null, all: Array<{ text: string | null }> | null } | null };

export type OwnPeriodsQueryVariables = Exact<{
  from: string;
}>;


export type OwnPeriodsQuery = { users: Array<{ listens: Array<{ listenedAt: string }> | null, coachingReceived: Array<{ comment: string | null }> | null, comments: Array<{ text: string | null }> | null }> | null, recent: Array<{ listenedAt: string }> | null, activities: { totalCount: number | null } | null, again: { totalCount: number | null } | null };

export type UserByIdQueryVariables = Exact<{
  id: string;
}>;


export type UserByIdQuery = { user: { id: string, name: string | null, email: string | null, status: string | null, teamName: string | null, crmId: string | null, role: string | null } | null };

export type UserNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type UserNamesQuery = { users: Array<{ name: string | null }> | null };

export type ActivityHostsQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivityHostsQuery = { activities: { nodes: Array<{ title: string | null, host: { name: string | null } | null }> } | null };

export type ActivityHostsAndUsersQueryVariables = Exact<{ [key: string]: never; }>;


export type ActivityHostsAndUsersQuery = { users: Array<{ name: string | null }> | null, activities: { nodes: Array<{ title: string | null, host: { name: string | null } | null }> } | null };

export type TeamListsOfPeriodQueryVariables = Exact<{
  period: ConversationPeriod;
  userId?: string | null | undefined;
}>;


export type TeamListsOfPeriodQuery = { callScores: Array<{ id: string, score: number | null, activityType: ActivityType | null, createdAt: string | null, user: { id: string } | null, activity: { id: string } | null }> | null, comments: Array<{ id: string, text: string | null, atMs: number | null, createdAt: string, user: { id: string } | null, activity: { id: string } }> | null, listens: Array<{ listenedAt: string, user: { id: string }, activity: { id: string } }> | null, coachingFeedback: Array<{ id: string, score: number | null, comment: string | null, createdAt: string | null, updatedAt: string | null, coach: { id: string } | null, coachee: { id: string } | null, activity: { id: string } | null }> | null };

export type TeamListsOfAllTimeQueryVariables = Exact<{ [key: string]: never; }>;


export type TeamListsOfAllTimeQuery = { callScores: Array<{ id: string }> | null, again: Array<{ score: number | null }> | null, comments: Array<{ id: string }> | null, ofNull: Array<{ id: string }> | null };

export type CoachingForQueryVariables = Exact<{
  period: ConversationPeriod;
  coacheeId?: string | null | undefined;
}>;


export type CoachingForQuery = { coachingFeedback: Array<{ comment: string | null }> | null };

export type WhoListenedQueryVariables = Exact<{
  period: ConversationPeriod;
}>;


export type WhoListenedQuery = { listens: Array<{ user: { id: string, name: string | null } }> | null };

export type VocabulariesQueryVariables = Exact<{
  trigger: WebhookTrigger;
}>;


export type VocabulariesQuery = { organization: { name: string, crmIntegration: string | null, calendarType: string | null, address: string | null } | null, same: { name: string } | null, topicThemes: Array<{ name: string, topics: Array<{ name: string, triggers: Array<{ keyword: string }> }> }> | null, sameThemes: Array<{ id: string }> | null, webhookSample: { trigger: WebhookTrigger, payload: unknown } | null, sameSample: { trigger: WebhookTrigger } | null, otherSample: { trigger: WebhookTrigger } | null };

export type AllOfOrganizationQueryVariables = Exact<{
  period: ConversationPeriod;
}>;


export type AllOfOrganizationQuery = { organization: { name: string } | null, topicThemes: Array<{ name: string }> | null, activities: { totalCount: number | null, nodes: Array<{ title: string | null, host: { name: string | null } | null, comments: Array<{ text: string | null, user: { name: string | null } | null }> | null, callScores: Array<{ score: number | null }> | null, coachingFeedback: Array<{ comment: string | null }> | null, listens: Array<{ user: { name: string | null } }> | null }> } | null, users: Array<{ name: string | null, comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingReceived: Array<{ comment: string | null }> | null, coachingGiven: Array<{ comment: string | null }> | null }> | null, comments: Array<{ text: string | null }> | null, callScores: Array<{ score: number | null }> | null, listens: Array<{ listenedAt: string }> | null, coachingFeedback: Array<{ comment: string | null }> | null };

export type TranscriptOfQueryVariables = Exact<{
  id: string;
}>;


export type TranscriptOfQuery = { activity: { transcript: { durationMs: number | null, activity: { id: string }, speakers: Array<{ talkMs: number, segmentCount: number, participant: { id: string } }>, segments: { totalCount: number | null, nodes: Array<{ index: number, startMs: number, endMs: number | null, text: string, participant: { id: string } | null, activity: { id: string } }> } } | null } | null };

export type SegmentsOfQueryVariables = Exact<{
  id: string;
  speakerId?: string | null | undefined;
  matching?: string | null | undefined;
  fromMs?: number | null | undefined;
  toMs?: number | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SegmentsOfQuery = { activity: { transcript: { segments: { totalCount: number | null, edges: Array<{ cursor: string, node: { index: number } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } | null } | null };

export type SegmentsInManyWaysQueryVariables = Exact<{
  id: string;
}>;


export type SegmentsInManyWaysQuery = { activity: { transcript: { durationMs: number | null, all: { totalCount: number | null }, some: { totalCount: number | null, nodes: Array<{ text: string }> } } | null, again: { segments: { totalCount: number | null } } | null } | null };

export type ThreeDurationsQueryVariables = Exact<{
  one: string;
  two: string;
  three: string;
}>;


export type ThreeDurationsQuery = { one: { transcript: { durationMs: number | null } | null } | null, two: { transcript: { durationMs: number | null } | null } | null, three: { transcript: { durationMs: number | null } | null } | null };

export type DocumentsOfQueryVariables = Exact<{
  id: string;
}>;


export type DocumentsOfQuery = { activity: { transcript: { byDefault: string, vtt: string, srt: string, text: string } | null } | null };

export type MomentsOfQueryVariables = Exact<{
  id: string;
  kinds?: Array<MomentKind> | MomentKind | null | undefined;
  fromMs?: number | null | undefined;
  toMs?: number | null | undefined;
}>;


export type MomentsOfQuery = { activity: { moments: Array<
      | { __typename: 'ActionItemMoment', startMs: number, endMs: number | null, text: string, participant: { id: string } | null, activity: { id: string } }
      | { __typename: 'CommentMoment', startMs: number, endMs: number | null, text: string, participant: { id: string } | null, activity: { id: string } }
      | { __typename: 'Question', isEngaging: boolean, isInsightful: boolean, startMs: number, endMs: number | null, text: string, participant: { id: string } | null, activity: { id: string } }
      | { __typename: 'TopicMatch', theme: string, topic: string, trigger: string, startMs: number, endMs: number | null, text: string, participant: { id: string } | null, activity: { id: string } }
      | { __typename: 'TranscriptSegment', index: number, startMs: number, endMs: number | null, text: string, participant: { id: string } | null, activity: { id: string } }
    > | null } | null };

export type QuestionsOfQueryVariables = Exact<{
  id: string;
  engaging?: boolean | null | undefined;
  insightful?: boolean | null | undefined;
}>;


export type QuestionsOfQuery = { activity: { questions: Array<{ text: string }> | null } | null };

export type TimelineOfQueryVariables = Exact<{
  id: string;
  kinds?: Array<MomentKind> | MomentKind | null | undefined;
  fromMs?: number | null | undefined;
  toMs?: number | null | undefined;
}>;


export type TimelineOfQuery = { activity: { moments: Array<
      | { __typename: 'ActionItemMoment', startMs: number, endMs: number | null, text: string, actionItem: { id: string, text: string }, participant: { id: string } | null }
      | { __typename: 'CommentMoment', startMs: number, endMs: number | null, text: string, comment: { id: string }, participant: { id: string } | null }
      | { __typename: 'Question', startMs: number, endMs: number | null, text: string, participant: { id: string } | null }
      | { __typename: 'TopicMatch', startMs: number, endMs: number | null, text: string, participant: { id: string } | null }
      | { __typename: 'TranscriptSegment', startMs: number, endMs: number | null, text: string, participant: { id: string } | null }
    > | null } | null };

export type TimelineTextsQueryVariables = Exact<{
  id: string;
  kinds?: Array<MomentKind> | MomentKind | null | undefined;
}>;


export type TimelineTextsQuery = { activity: { moments: Array<
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
      | { text: string }
    > | null } | null };

export type TimelinesOfPageQueryVariables = Exact<{ [key: string]: never; }>;


export type TimelinesOfPageQuery = { activities: { nodes: Array<{ moments: Array<
        | { text: string, participant: { name: string | null } | null }
        | { text: string, participant: { name: string | null } | null }
        | { text: string, participant: { name: string | null } | null }
        | { text: string, participant: { name: string | null } | null }
        | { text: string, participant: { name: string | null } | null }
      > | null }> } | null };

export type ActionItemsOfQueryVariables = Exact<{
  id: string;
}>;


export type ActionItemsOfQuery = { activity: { actionItems: Array<{ id: string, text: string, dueOn: string | null }> | null } | null };

export type SubscribeWebhookMutationVariables = Exact<{
  input: CreateWebhookInput;
}>;


export type SubscribeWebhookMutation = { createWebhook:
    | { __typename: 'ConflictProblem', code: ProblemCode, message: string }
    | { __typename: 'CreateWebhookSuccess', secret: string | null, webhook: { id: string, trigger: WebhookTrigger, url: string, externalId: string | null } }
    | { __typename: 'InvalidInputProblem', code: ProblemCode, message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotPermittedProblem', code: ProblemCode, message: string }
    | { __typename: 'UpstreamProblem', code: ProblemCode, message: string, tool: string, isRetryable: boolean }
   };

export type EndWebhookMutationVariables = Exact<{
  id: string;
}>;


export type EndWebhookMutation = { deleteWebhook:
    | { __typename: 'DeleteWebhookSuccess', deletedId: string }
    | { __typename: 'InvalidInputProblem', code: ProblemCode, message: string, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundProblem', code: ProblemCode, message: string }
    | { __typename: 'NotPermittedProblem', code: ProblemCode, message: string }
    | { __typename: 'UpstreamProblem', code: ProblemCode, message: string }
   };

export type EntitiesQueryVariables = Exact<{
  representations: Array<{ __typename: string; [key: string]: unknown }> | { __typename: string; [key: string]: unknown };
}>;


export type EntitiesQuery = { _entities: Array<
    | { __typename: 'Activity' }
    | { __typename: 'CallScore' }
    | { __typename: 'CoachingFeedback' }
    | { __typename: 'Comment' }
    | { __typename: 'Company', id: string, companyName: string | null }
    | { __typename: 'EducationInstitution', id: string, institutionName: string | null }
    | { __typename: 'List', id: string, listName: string | null }
    | { __typename: 'ListEntry', id: string, signal: { fullName: string | null } | null }
    | { __typename: 'SavedSearch', id: string, title: string }
    | { __typename: 'Signal', id: string, fullName: string | null }
    | { __typename: 'TalentUser' }
    | { __typename: 'User' }
    | { __typename: 'Webhook' }
   | null> };

export type LookupsQueryVariables = Exact<{
  signal: string;
  list: string;
  search: string;
  user: string;
  activity: string;
  company: string;
  fetch: boolean;
  find: boolean;
}>;


export type LookupsQuery = { signal?: { id: string, fullName: string | null } | null, list?: { id: string, name: string | null, entries: { nodes: Array<{ id: string }> } | null } | null, savedSearch?: { id: string, title: string, signals: { nodes: Array<{ id: string }> } | null } | null, user?: { id: string, name: string | null } | null, activity?: { id: string, summary: { content: string } | null } | null, company?: { id: string, name: string | null } | null, fetch__Signal?: { id: string, fullName: string | null } | null, fetch__List?: { id: string, name: string | null, entries: { nodes: Array<{ id: string }> } | null } | null, fetch__SavedSearch?: { id: string, title: string, signals: { nodes: Array<{ id: string }> } | null } | null, fetch__User?: { id: string, name: string | null } | null, fetch__Activity?: { id: string, summary: { content: string } | null } | null, fetch__Company?: { id: string, name: string | null } | null };

export type LookedUpSignalFragment = { id: string, fullName: string | null };

export type LookedUpListFragment = { id: string, name: string | null, entries: { nodes: Array<{ id: string }> } | null };

export type LookedUpSearchFragment = { id: string, title: string, signals: { nodes: Array<{ id: string }> } | null };

export type LookedUpUserFragment = { id: string, name: string | null };

export type LookedUpActivityFragment = { id: string, summary: { content: string } | null };

export type LookedUpCompanyFragment = { id: string, name: string | null };

export type MineQueryVariables = Exact<{ [key: string]: never; }>;


export type MineQuery = { lists: Array<{ id: string, isPrivate: boolean | null, accesses: Array<{ id: string, isViewer: boolean | null }> | null }> | null, savedSearches: Array<{ id: string }> | null, signals: { nodes: Array<{ id: string, viewerHasViewed: boolean | null, viewerHasScreened: boolean | null, views: Array<{ user: { id: string, isViewer: boolean | null } }>, lists: Array<{ id: string, name: string | null }> | null, listEntries: Array<{ id: string }> | null }> } | null };

export type OutputsOfActivitiesQueryVariables = Exact<{
  first?: number | null | undefined;
  withQuestions?: boolean | null | undefined;
}>;


export type OutputsOfActivitiesQuery = { activities: { edges: Array<{ node: { id: string, summary: { content: string } | null, actionItems: Array<{ text: string }> | null, moments: Array<
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
          | { text: string }
        > | null, questions?: Array<{ text: string }> | null } }> } | null };

export type OutputsFragment = { id: string, summary: { content: string } | null, actionItems: Array<{ text: string }> | null, moments: Array<
    | { text: string }
    | { text: string }
    | { text: string }
    | { text: string }
    | { text: string }
  > | null, questions?: Array<{ text: string }> | null };

export type FourEdgesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type FourEdgesQuery = { signals: { nodes: Array<{ lists: Array<{ name: string | null }> | null, samePersonSignals: Array<{ id: string }> | null, experiences: Array<{ company: { name: string | null } | null }>, educations: Array<{ institution: { name: string | null } | null }> }> } | null };

export type CareerEdgesFragment = { samePersonSignals: Array<{ id: string }> | null, experiences: Array<{ company: { name: string | null } | null }>, educations: Array<{ institution: { name: string | null } | null }> };

export type ListsOfReferencesQueryVariables = Exact<{
  representations: Array<{ __typename: string; [key: string]: unknown }> | { __typename: string; [key: string]: unknown };
}>;


export type ListsOfReferencesQuery = { _entities: Array<
    | { lists: Array<{ id: string }> | null }
    | Record<PropertyKey, never>
   | null> };

export type ThreeTimesMutationVariables = Exact<{
  listId: string;
  one: Array<string> | string;
  two: Array<string> | string;
  three: Array<string> | string;
}>;


export type ThreeTimesMutation = { one: Array<
    | { __typename: 'AddSignalToListSuccess' }
    | { __typename: 'ConflictProblem' }
    | { __typename: 'InvalidInputProblem' }
    | { __typename: 'NotFoundProblem' }
    | { __typename: 'NotPermittedProblem' }
    | { __typename: 'UpstreamProblem' }
  >, two: Array<
    | { __typename: 'AddSignalToListSuccess' }
    | { __typename: 'ConflictProblem' }
    | { __typename: 'InvalidInputProblem' }
    | { __typename: 'NotFoundProblem' }
    | { __typename: 'NotPermittedProblem' }
    | { __typename: 'UpstreamProblem' }
  >, three: Array<
    | { __typename: 'AddSignalToListSuccess' }
    | { __typename: 'ConflictProblem' }
    | { __typename: 'InvalidInputProblem' }
    | { __typename: 'NotFoundProblem' }
    | { __typename: 'NotPermittedProblem' }
    | { __typename: 'UpstreamProblem' }
  > };

export type SignalsWithConditionsQueryVariables = Exact<{
  id: string;
  names: boolean;
}>;


export type SignalsWithConditionsQuery = { signal: { lists: Array<{ id: string, name?: string | null }> | null, experiences: Array<{ company: { id: string } & { name?: string | null } | null }>, educations: Array<{ institution: { id: string, name?: string | null } | null }> } | null };

export type CompanyNameFragment = { name: string | null };

export type SignalsAndEntriesQueryVariables = Exact<{ [key: string]: never; }>;


export type SignalsAndEntriesQuery = { signals: { nodes: Array<{ id: string }> } | null, list: { entries: { nodes: Array<{ signal: { fullName: string | null } | null }> } | null } | null };

export type CompaniesAndProfilesQueryVariables = Exact<{ [key: string]: never; }>;


export type CompaniesAndProfilesQuery = { companies: { nodes: Array<{ id: string }> } | null, educationInstitutions: { nodes: Array<{ id: string }> } | null, signals: { nodes: Array<{ experiences: Array<{ company: { name: string | null } | null }>, educations: Array<{ institution: { name: string | null } | null }> }> } | null };

export type ListsAndSignalsQueryVariables = Exact<{ [key: string]: never; }>;


export type ListsAndSignalsQuery = { lists: Array<{ id: string }> | null, signals: { nodes: Array<{ lists: Array<{ name: string | null }> | null }> } | null };

export type PageWithListsQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type PageWithListsQuery = { signals: { nodes: Array<{ lists: Array<{ id: string }> | null }>, pageInfo: { endCursor: string | null } } | null };

export type ManyRootsQueryVariables = Exact<{ [key: string]: never; }>;


export type ManyRootsQuery = { signals: { totalCount: number | null } | null, signal: { id: string } | null, list: { id: string } | null, savedSearches: Array<{ id: string }> | null, cities: { totalCount: number | null } | null, companies: { totalCount: number | null } | null, educationInstitutions: { totalCount: number | null } | null, listEntry: { id: string } | null };

export type ManyEdgesQueryVariables = Exact<{ [key: string]: never; }>;


export type ManyEdgesQuery = { signals: { nodes: Array<{ lists: Array<{ id: string }> | null, samePersonSignals: Array<{ id: string }> | null, experiences: Array<{ company: { name: string | null } | null }>, educations: Array<{ institution: { name: string | null } | null }> }> } | null };

export type OverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewQuery = { signals: { nodes: Array<{ id: string, lists: Array<{ id: string }> | null, experiences: Array<{ companyName: string | null, company: { name: string | null } | null }> }> } | null, lists: Array<{ name: string | null }> | null, cities: { nodes: Array<{ name: string }> } | null };

export type ScreenWithProblemMutationVariables = Exact<{
  id: string;
}>;


export type ScreenWithProblemMutation = { screenSignal:
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'ScreenSignalSuccess' }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode, tool: string, isRetryable: boolean, retryAt: string | null }
   };

export type CityTotalQueryVariables = Exact<{ [key: string]: never; }>;


export type CityTotalQuery = { cities: { totalCount: number | null } | null };

export type SignalInFullQueryVariables = Exact<{
  id: string;
}>;


export type SignalInFullQuery = { signal: { id: string, type: SignalType | null, score: number | null, source: string | null, summary: string | null, discoveredAt: string | null, fullName: string | null, headline: string | null, avatarUrl: string | null, linkedinId: string | null, linkedinUrl: string | null, city: string | null, country: string | null, region: string | null, origin: string | null, gender: Gender | null, ageRange: AgeRange | null, educationLevel: EducationLevel | null, industry: string | null, customerFocus: CustomerFocus | null, profileTags: Array<ProfileTag>, viewerHasViewed: boolean | null, viewerHasScreened: boolean | null, experiences: Array<{ companyName: string | null, title: string | null, description: string | null, location: string | null, startDate: string | null, endDate: string | null, isCurrent: boolean, company: { id: string, name: string | null } | null }>, educations: Array<{ institutionName: string | null, degree: string | null, fieldOfStudy: string | null, startDate: string | null, endDate: string | null, institution: { id: string, name: string | null } | null }>, taggings: Array<{ tag: string, createdAt: string | null, taggedBy: { id: string, name: string | null, email: string | null, isViewer: boolean | null } | null }>, views: Array<{ viewedAt: string | null, user: { id: string, name: string | null } }>, screenings: Array<{ screenedAt: string | null, user: { id: string, isViewer: boolean | null } }> } | null };

export type PayloadProbeQueryVariables = Exact<{ [key: string]: never; }>;


export type PayloadProbeQuery = { signal: { id: string } | null, signals: { totalCount: number | null, nodes: Array<{ id: string }> } | null, lists: Array<{ id: string, accesses: Array<{ id: string, name: string | null }> | null, creator: { id: string } | null }> | null, savedSearches: Array<{ id: string, filters: Array<{ key: string, value: unknown }> }> | null, cities: { nodes: Array<{ name: string, signalCount: number | null }> } | null };

export type CreateThenAddMutationVariables = Exact<{
  name: string;
  listId: string;
  signalIds: Array<string> | string;
}>;


export type CreateThenAddMutation = { createList:
    | { __typename: 'CreateListSuccess', list: { name: string | null } }
    | { __typename: 'InvalidInputProblem' }
    | { __typename: 'NotPermittedProblem' }
    | { __typename: 'UpstreamProblem' }
  , addSignalsToList: Array<
    | { __typename: 'AddSignalToListSuccess' }
    | { __typename: 'ConflictProblem', message: string, code: ProblemCode }
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
  > };

export type PreparedSignalFragment = { id: string, lists: Array<{ id: string }> | null };

export type SignalsInTwoPlacesQueryVariables = Exact<{ [key: string]: never; }>;


export type SignalsInTwoPlacesQuery = { signals: { nodes: Array<{ id: string, lists: Array<{ id: string }> | null }>, edges: Array<{ node: { id: string, lists: Array<{ name: string | null, id: string }> | null } }> } | null };

export type PreparedPageQueryVariables = Exact<{ [key: string]: never; }>;


export type PreparedPageQuery = { signals: { nodes: Array<{ id: string, experiences: Array<{ company: { name: string | null } | null }>, lists: Array<{ name: string | null, entries: { nodes: Array<{ signal: { id: string } | null }> } | null }> | null }> } | null };

export type ConversationsOfCompanyQueryVariables = Exact<{
  id: string;
  occurred?: ConversationPeriod | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ConversationsOfCompanyQuery = { company: { id: string, conversations: { totalCount: number | null, edges: Array<{ matchedOn: Array<MatchKey>, evidence: string, node: { title: string | null }, participants: Array<{ name: string | null, email: string | null }> }>, nodes: Array<{ title: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, endCursor: string | null } } | null } | null };

export type ConversationsOfCompaniesQueryVariables = Exact<{ [key: string]: never; }>;


export type ConversationsOfCompaniesQuery = { companies: { nodes: Array<{ id: string, conversations: { totalCount: number | null } | null }> } | null, signal: { conversations: { totalCount: number | null } | null } | null };

export type CompanyConversationsFragment = { totalCount: number | null, edges: Array<{ matchedOn: Array<MatchKey>, evidence: string, node: { title: string | null }, participants: Array<{ name: string | null, email: string | null }> }>, nodes: Array<{ title: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, endCursor: string | null } };

export type SignalsOfGuestsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  minConfidence?: MatchConfidence;
}>;


export type SignalsOfGuestsQuery = { activities: { nodes: Array<{ title: string | null, participants: Array<{ name: string | null, affiliation: Affiliation, signals: { totalCount: number | null, edges: Array<{ cursor: string, confidence: MatchConfidence, score: number, matchedOn: Array<MatchKey>, evidence: string, node: { id: string } }>, nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null }> }> } | null };

export type MatchFieldsFragment = { confidence: MatchConfidence, score: number, matchedOn: Array<MatchKey>, evidence: string, node: { id: string, title: string | null }, participant: { name: string | null, email: string | null } };

export type ConversationsOfSignalQueryVariables = Exact<{
  id: string;
  occurred?: ConversationPeriod | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
  minConfidence?: MatchConfidence;
}>;


export type ConversationsOfSignalQuery = { signal: { conversations: { totalCount: number | null, edges: Array<{ cursor: string, confidence: MatchConfidence, score: number, matchedOn: Array<MatchKey>, evidence: string, node: { id: string, title: string | null }, participant: { name: string | null, email: string | null } }>, nodes: Array<{ title: string | null }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, endCursor: string | null } } | null } | null };

export type ConversationsOfSignalsQueryVariables = Exact<{ [key: string]: never; }>;


export type ConversationsOfSignalsQuery = { signals: { nodes: Array<{ id: string, conversations: { nodes: Array<{ title: string | null }> } | null }> } | null };

export type TeamAccountsQueryVariables = Exact<{ [key: string]: never; }>;


export type TeamAccountsQuery = { users: Array<{ name: string | null, talentUser: { id: string, name: string | null, isViewer: boolean | null, user: { name: string | null } | null } | null }> | null };

export type TalentAccountsQueryVariables = Exact<{ [key: string]: never; }>;


export type TalentAccountsQuery = { lists: Array<{ name: string | null, creator: { id: string, user: { name: string | null, email: string | null } | null } | null, accesses: Array<{ id: string, user: { name: string | null } | null }> | null }> | null };

export type ContactFragment = { conversationCount: number, firstConversationAt: string | null, lastConversationAt: string | null };

export type ContactsOfSignalQueryVariables = Exact<{
  id: string;
  occurred?: ConversationPeriod | null | undefined;
}>;


export type ContactsOfSignalQuery = { signal: { contacts: Array<{ conversationCount: number, firstConversationAt: string | null, lastConversationAt: string | null, user: { id: string } | null }> | null } | null };

export type ContactsAndConversationsQueryVariables = Exact<{ [key: string]: never; }>;


export type ContactsAndConversationsQuery = { signal: { conversations: { totalCount: number | null } | null, contacts: Array<{ conversationCount: number, user: { name: string | null } | null }> | null } | null, company: { conversations: { totalCount: number | null, nodes: Array<{ title: string | null }> } | null, contacts: Array<{ conversationCount: number, user: { name: string | null } | null }> | null } | null };

export type FilteredSignalsQueryVariables = Exact<{
  filter?: SignalFilter | null | undefined;
  first?: number | null | undefined;
}>;


export type FilteredSignalsQuery = { signals: { totalCount: number | null } | null };

export type FilteredEntriesQueryVariables = Exact<{
  filter?: ListEntryFilter | null | undefined;
}>;


export type FilteredEntriesQuery = { list: { name: string | null, entries: { totalCount: number | null } | null } | null };

export type LookupsByIdsQueryVariables = Exact<{
  companies?: Array<string> | string | null | undefined;
  institutions?: Array<string> | string | null | undefined;
}>;


export type LookupsByIdsQuery = { companies: { totalCount: number | null } | null, educationInstitutions: { totalCount: number | null } | null };

export type EveryConnectionQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type EveryConnectionQuery = { signals: { totalCount: number | null } | null, cities: { totalCount: number | null } | null, companies: { totalCount: number | null } | null, educationInstitutions: { totalCount: number | null } | null };

export type EmptyIdQueryVariables = Exact<{ [key: string]: never; }>;


export type EmptyIdQuery = { signal: { id: string } | null, cities: { totalCount: number | null } | null };

export type AddSignalMutationVariables = Exact<{
  listId: string;
  signalId: string;
}>;


export type AddSignalMutation = { addSignalToList:
    | { entry: { addedAt: string | null, addedBy: { id: string } | null, signal: { id: string, fullName: string | null } | null, list: { id: string } } }
    | { __typename: 'ConflictProblem', message: string, code: ProblemCode }
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type AddedFragment = { entry: { addedAt: string | null, addedBy: { id: string } | null, signal: { id: string, fullName: string | null } | null, list: { id: string } } };

export type AddSignalsMutationVariables = Exact<{
  listId: string;
  signalIds: Array<string> | string;
}>;


export type AddSignalsMutation = { addSignalsToList: Array<
    | { entry: { addedAt: string | null, addedBy: { id: string } | null, signal: { id: string, fullName: string | null } | null, list: { id: string } } }
    | { __typename: 'ConflictProblem', message: string, code: ProblemCode }
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
  > };

export type RemoveEntryMutationVariables = Exact<{
  listId: string;
  entryId: string;
}>;


export type RemoveEntryMutation = { removeListEntry:
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { deletedId: string }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type EntrySignalsQueryVariables = Exact<{
  id: string;
}>;


export type EntrySignalsQuery = { list: { entries: { nodes: Array<{ signal: { id: string } | null }> } | null } | null };

export type AddAndRemoveMutationVariables = Exact<{
  listId: string;
  entryId: string;
}>;


export type AddAndRemoveMutation = { addSignalToList:
    | { entry: { signal: { lists: Array<{ name: string | null }> | null, listEntries: Array<{ list: { id: string } }> | null } | null } }
    | Record<PropertyKey, never>
  , removeListEntry:
    | { deletedId: string }
    | Record<PropertyKey, never>
  , markSignalViewed:
    | { signal: { lists: Array<{ id: string }> | null } }
    | Record<PropertyKey, never>
   };

export type CreateListMutationVariables = Exact<{
  input: CreateListInput;
}>;


export type CreateListMutation = { createList:
    | { list: { id: string, name: string | null, isPrivate: boolean | null, entryCount: number | null, createdAt: string | null, creator: { id: string, name: string | null, email: string | null, isViewer: boolean | null } | null, accesses: Array<{ id: string }> | null } }
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type InputIssuesFragment = { issues: Array<{ path: Array<string>, message: string }> };

export type RenameListMutationVariables = Exact<{
  id: string;
  name: string;
}>;


export type RenameListMutation = { renameList:
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { list: { id: string, name: string | null } }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type DeleteListMutationVariables = Exact<{
  id: string;
}>;


export type DeleteListMutation = { deleteList:
    | { deletedId: string }
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type RenameListTwiceMutationVariables = Exact<{
  id: string;
  signalId: string;
}>;


export type RenameListTwiceMutation = { first:
    | { list: { name: string | null, entries: { nodes: Array<{ list: { name: string | null } }> } | null } }
    | Record<PropertyKey, never>
  , add:
    | { entry: { list: { entryCount: number | null, entries: { nodes: Array<{ list: { name: string | null } }> } | null } } }
    | Record<PropertyKey, never>
  , second:
    | { list: { entryCount: number | null, entries: { totalCount: number | null, nodes: Array<{ list: { name: string | null } }> } | null } }
    | Record<PropertyKey, never>
   };

export type ListNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type ListNamesQuery = { lists: Array<{ name: string | null }> | null };

export type ListByIdQueryVariables = Exact<{
  id: string;
}>;


export type ListByIdQuery = { list: { id: string, name: string | null, entryCount: number | null } | null };

export type TwoListsQueryVariables = Exact<{
  one: string;
  other: string;
}>;


export type TwoListsQuery = { one: { name: string | null } | null, again: { entryCount: number | null } | null, other: { name: string | null } | null };

export type ListsAndOneQueryVariables = Exact<{
  id: string;
}>;


export type ListsAndOneQuery = { list: { name: string | null } | null, lists: Array<{ id: string }> | null };

export type ListEntriesPageQueryVariables = Exact<{
  id: string;
  filter?: ListEntryFilter | null | undefined;
  orderBy?: ListEntryOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListEntriesPageQuery = { list: { entries: { totalCount: number | null, nodes: Array<{ id: string, addedAt: string | null, signal: { id: string, fullName: string | null } | null, list: { id: string } }> } | null } | null };

export type EntriesOfAllListsQueryVariables = Exact<{ [key: string]: never; }>;


export type EntriesOfAllListsQuery = { lists: Array<{ name: string | null, entries: { nodes: Array<{ signal: { fullName: string | null } | null, list: { name: string | null } }> } | null, newest: { totalCount: number | null } | null }> | null };

export type EntryByIdsQueryVariables = Exact<{
  listId: string;
  id: string;
}>;


export type EntryByIdsQuery = { listEntry: { id: string, signal: { fullName: string | null } | null, list: { id: string } } | null };

export type EntryTwiceWithListQueryVariables = Exact<{
  listId: string;
  id: string;
}>;


export type EntryTwiceWithListQuery = { listEntry: { addedAt: string | null, list: { name: string | null } } | null, again: { addedBy: { id: string } | null } | null };

export type CompanyByIdQueryVariables = Exact<{
  id: string;
  other?: string | null | undefined;
}>;


export type CompanyByIdQuery = { company: { id: string, name: string | null, domain: string | null, industry: string | null } | null, other: { id: string, name: string | null } | null };

export type CompanySignalsQueryVariables = Exact<{
  id: string;
  filter?: SignalFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CompanySignalsQuery = { company: { name: string | null, signals: { totalCount: number | null, nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type CompanyPeopleQueryVariables = Exact<{
  id: string;
  employment?: EmploymentState | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CompanyPeopleQuery = { company: { id: string, people: { totalCount: number | null, isPartial: boolean, edges: Array<{ employment: EmploymentState, node: { id: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, again: { totalCount: number | null } | null } | null };

export type PeoplePageFragment = { totalCount: number | null, isPartial: boolean, edges: Array<{ employment: EmploymentState, node: { id: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type CompanyPeopleAndFacetsQueryVariables = Exact<{
  id: string;
}>;


export type CompanyPeopleAndFacetsQuery = { company: { people: { totalCount: number | null } | null, signals: { facets: { countedSignals: number } | null } | null } | null };

export type CitiesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type CitiesQuery = { cities: { totalCount: number | null, nodes: Array<{ name: string, signalCount: number | null }> } | null };

export type CompaniesQueryVariables = Exact<{
  search?: string | null | undefined;
  ids?: Array<string> | string | null | undefined;
  first?: number | null | undefined;
}>;


export type CompaniesQuery = { companies: { totalCount: number | null, nodes: Array<{ id: string, name: string | null, domain: string | null, industry: string | null }> } | null };

export type InstitutionsQueryVariables = Exact<{
  search?: string | null | undefined;
  ids?: Array<string> | string | null | undefined;
}>;


export type InstitutionsQuery = { educationInstitutions: { nodes: Array<{ id: string, name: string | null, country: string | null }> } | null };

export type LookupsTwiceQueryVariables = Exact<{ [key: string]: never; }>;


export type LookupsTwiceQuery = { cities: { totalCount: number | null } | null, againCities: { totalCount: number | null } | null, companies: { totalCount: number | null } | null, againCompanies: { totalCount: number | null } | null, educationInstitutions: { totalCount: number | null } | null, againInstitutions: { totalCount: number | null } | null };

export type PlaceFragment = { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null };

export type PageOfSignalsQueryVariables = Exact<{
  filter?: SignalFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PageOfSignalsQuery = { page: { totalCount: number | null, nodes: Array<{ key: string }>, edges: Array<{ cursor: string, node: { key: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type PageOfMatchesQueryVariables = Exact<{
  id: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PageOfMatchesQuery = { parent: { page: { totalCount: number | null, edges: Array<{ cursor: string, node: { key: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null } | null };

export type PageOfEntriesQueryVariables = Exact<{
  id: string;
  filter?: ListEntryFilter | null | undefined;
  orderBy?: ListEntryOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PageOfEntriesQuery = { parent: { page: { totalCount: number | null, edges: Array<{ cursor: string, node: { key: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null } | null };

export type PageOfCitiesQueryVariables = Exact<{
  search?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PageOfCitiesQuery = { page: { totalCount: number | null, edges: Array<{ cursor: string, node: { key: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type PageOfCompaniesQueryVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PageOfCompaniesQuery = { page: { totalCount: number | null, edges: Array<{ cursor: string, node: { key: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type PageOfInstitutionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type PageOfInstitutionsQuery = { page: { totalCount: number | null, edges: Array<{ cursor: string, node: { key: string } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } | null };

export type NewSignalsQueryVariables = Exact<{
  id: string;
  since?: string | null | undefined;
  seenIds?: Array<string> | string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type NewSignalsQuery = { savedSearch: { visitedAt: string | null, newSignals: { totalCount: number | null, nodes: Array<{ id: string }>, pageInfo: { hasPreviousPage: boolean, hasNextPage: boolean, endCursor: string | null } } | null } | null };

export type NewSignalsOfAllQueryVariables = Exact<{ [key: string]: never; }>;


export type NewSignalsOfAllQuery = { savedSearches: Array<{ id: string, newSignals: { totalCount: number | null, nodes: Array<{ id: string }> } | null }> | null };

export type MarkVisitedMutationVariables = Exact<{
  id: string;
  at?: string | null | undefined;
}>;


export type MarkVisitedMutation = { markSavedSearchVisited:
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { savedSearch: { id: string, title: string, visitedAt: string | null } }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type SavedSearchVisitQueryVariables = Exact<{
  id: string;
}>;


export type SavedSearchVisitQuery = { savedSearch: { title: string, visitedAt: string | null, filters: Array<{ key: string, operator: string, value: unknown }>, sharees: Array<{ id: string }> } | null };

export type WholeSearchFragment = { id: string, title: string, emoji: string | null, visitedAt: string | null, createdAt: string | null, filters: Array<{ key: string, operator: string, value: unknown }>, sharees: Array<{ id: string }>, creator: { id: string } | null };

export type CreateSearchMutationVariables = Exact<{
  input: CreateSavedSearchInput;
}>;


export type CreateSearchMutation = { createSavedSearch:
    | { savedSearch: { id: string, title: string, emoji: string | null, visitedAt: string | null, createdAt: string | null, filters: Array<{ key: string, operator: string, value: unknown }>, sharees: Array<{ id: string }>, creator: { id: string } | null } }
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type UpdateSearchMutationVariables = Exact<{
  id: string;
  input: UpdateSavedSearchInput;
}>;


export type UpdateSearchMutation = { updateSavedSearch:
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode, issues: Array<{ path: Array<string>, message: string }> }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { savedSearch: { id: string, title: string, emoji: string | null, visitedAt: string | null, createdAt: string | null, filters: Array<{ key: string, operator: string, value: unknown }>, sharees: Array<{ id: string }>, creator: { id: string } | null } }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type DuplicateSearchMutationVariables = Exact<{
  id: string;
}>;


export type DuplicateSearchMutation = { duplicateSavedSearch:
    | { savedSearch: { id: string, title: string, emoji: string | null, visitedAt: string | null, createdAt: string | null, filters: Array<{ key: string, operator: string, value: unknown }>, sharees: Array<{ id: string }>, creator: { id: string } | null } }
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type DeleteSearchMutationVariables = Exact<{
  id: string;
}>;


export type DeleteSearchMutation = { deleteSavedSearch:
    | { deletedId: string }
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type SearchTitlesQueryVariables = Exact<{ [key: string]: never; }>;


export type SearchTitlesQuery = { savedSearches: Array<{ id: string, title: string }> | null };

export type SearchMatchesQueryVariables = Exact<{
  id: string;
}>;


export type SearchMatchesQuery = { savedSearch: { signals: { nodes: Array<{ id: string }> } | null } | null };

export type UpdateSearchTwiceMutationVariables = Exact<{
  id: string;
}>;


export type UpdateSearchTwiceMutation = { first:
    | { savedSearch: { signals: { nodes: Array<{ id: string }> } | null } }
    | Record<PropertyKey, never>
  , second:
    | { savedSearch: { signals: { nodes: Array<{ id: string }> } | null } }
    | Record<PropertyKey, never>
   };

export type SavedSearchByIdQueryVariables = Exact<{
  id: string;
}>;


export type SavedSearchByIdQuery = { savedSearch: { title: string, signals: { totalCount: number | null, nodes: Array<{ id: string }> } | null } | null };

export type TwoSavedSearchesQueryVariables = Exact<{
  one: string;
  other: string;
}>;


export type TwoSavedSearchesQuery = { one: { title: string } | null, other: { title: string } | null };

export type SavedSearchesAndOneQueryVariables = Exact<{
  id: string;
}>;


export type SavedSearchesAndOneQuery = { savedSearches: Array<{ id: string, signals: { nodes: Array<{ id: string }> } | null, again: { totalCount: number | null } | null }> | null, savedSearch: { title: string } | null };

export type SavedFilterQueryVariables = Exact<{
  id: string;
}>;


export type SavedFilterQuery = { savedSearch: { filters: Array<{ key: string, isApplied: boolean }>, filter: { __typename: 'SavedSignalFilter', fullName: string | null, types: Array<SignalType> | null, minScore: number | null, sources: Array<string> | null, createdAfter: string | null, countries: { __typename: 'SavedNameFilter', in: Array<string> | null, notIn: Array<string> | null } | null, screenedBy: { viewer: boolean | null, others: boolean | null, userIds: Array<string> | null, notUserIds: Array<string> | null } | null, discovered: { withinDays: number | null, since: string | null, between: { from: string, to: string } | null } | null } | null } | null };

export type FacetCountsFragment = { countedSignals: number, isPartial: boolean, groups: Array<{ facet: SignalFacet, missingCount: number, values: Array<{ value: string, count: number }> }> };

export type SignalFacetsQueryVariables = Exact<{
  by: Array<SignalFacet> | SignalFacet;
  filter?: SignalFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type SignalFacetsQuery = { signals: { totalCount: number | null, nodes: Array<{ id: string }>, pageInfo: { endCursor: string | null }, facets: { countedSignals: number, isPartial: boolean, groups: Array<{ facet: SignalFacet, missingCount: number, values: Array<{ value: string, count: number }> }> } | null } | null };

export type FacetsOfEveryListingQueryVariables = Exact<{
  by: Array<SignalFacet> | SignalFacet;
}>;


export type FacetsOfEveryListingQuery = { signals: { facets: { countedSignals: number, isPartial: boolean, groups: Array<{ facet: SignalFacet, missingCount: number, values: Array<{ value: string, count: number }> }> } | null } | null, savedSearch: { signals: { facets: { countedSignals: number, isPartial: boolean, groups: Array<{ facet: SignalFacet, missingCount: number, values: Array<{ value: string, count: number }> }> } | null } | null, newSignals: { facets: { countedSignals: number, isPartial: boolean, groups: Array<{ facet: SignalFacet, missingCount: number, values: Array<{ value: string, count: number }> }> } | null } | null } | null, company: { signals: { facets: { countedSignals: number, isPartial: boolean, groups: Array<{ facet: SignalFacet, missingCount: number, values: Array<{ value: string, count: number }> }> } | null } | null } | null };

export type FacetsTwiceQueryVariables = Exact<{ [key: string]: never; }>;


export type FacetsTwiceQuery = { signals: { types: { countedSignals: number } | null, scores: { countedSignals: number } | null } | null };

export type SignalsOfFilterQueryVariables = Exact<{
  filter: SignalFilter;
}>;


export type SignalsOfFilterQuery = { signals: { totalCount: number | null } | null };

export type SaveFilterMutationVariables = Exact<{
  filter: SignalFilter;
}>;


export type SaveFilterMutation = { createSavedSearch:
    | { message: string }
    | { message: string }
    | { message: string }
    | Record<PropertyKey, never>
   };

export type SignalReviewsFragment = { id: string, viewerHasViewed: boolean | null, viewerHasScreened: boolean | null, views: Array<{ viewedAt: string | null, user: { id: string, isViewer: boolean | null } }>, screenings: Array<{ screenedAt: string | null, user: { id: string, isViewer: boolean | null } }> };

type AnyProblem_ConflictProblem_Fragment = { __typename: 'ConflictProblem', message: string, code: ProblemCode };

type AnyProblem_InvalidInputProblem_Fragment = { __typename: 'InvalidInputProblem', message: string, code: ProblemCode };

type AnyProblem_NotFoundProblem_Fragment = { __typename: 'NotFoundProblem', message: string, code: ProblemCode };

type AnyProblem_NotPermittedProblem_Fragment = { __typename: 'NotPermittedProblem', message: string, code: ProblemCode };

type AnyProblem_UpstreamProblem_Fragment = { __typename: 'UpstreamProblem', message: string, code: ProblemCode };

export type AnyProblemFragment =
  | AnyProblem_ConflictProblem_Fragment
  | AnyProblem_InvalidInputProblem_Fragment
  | AnyProblem_NotFoundProblem_Fragment
  | AnyProblem_NotPermittedProblem_Fragment
  | AnyProblem_UpstreamProblem_Fragment
;

export type MarkViewedMutationVariables = Exact<{
  id: string;
}>;


export type MarkViewedMutation = { markSignalViewed:
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { signal: { id: string, viewerHasViewed: boolean | null, viewerHasScreened: boolean | null, views: Array<{ viewedAt: string | null, user: { id: string, isViewer: boolean | null } }>, screenings: Array<{ screenedAt: string | null, user: { id: string, isViewer: boolean | null } }> } }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type ScreenMutationVariables = Exact<{
  id: string;
}>;


export type ScreenMutation = { screenSignal:
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { signal: { id: string, viewerHasViewed: boolean | null, viewerHasScreened: boolean | null, views: Array<{ viewedAt: string | null, user: { id: string, isViewer: boolean | null } }>, screenings: Array<{ screenedAt: string | null, user: { id: string, isViewer: boolean | null } }> } }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type UnscreenMutationVariables = Exact<{
  id: string;
}>;


export type UnscreenMutation = { unscreenSignal:
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { signal: { id: string, viewerHasViewed: boolean | null, viewerHasScreened: boolean | null, views: Array<{ viewedAt: string | null, user: { id: string, isViewer: boolean | null } }>, screenings: Array<{ screenedAt: string | null, user: { id: string, isViewer: boolean | null } }> } }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
   };

export type ReviewTwiceMutationVariables = Exact<{
  id: string;
}>;


export type ReviewTwiceMutation = { screened:
    | { signal: { viewerHasScreened: boolean | null, samePersonSignals: Array<{ viewerHasViewed: boolean | null, viewerHasScreened: boolean | null }> | null } }
    | Record<PropertyKey, never>
  , viewed:
    | { signal: { samePersonSignals: Array<{ viewerHasScreened: boolean | null }> | null } }
    | Record<PropertyKey, never>
  , unscreened:
    | { signal: { samePersonSignals: Array<{ viewerHasViewed: boolean | null, viewerHasScreened: boolean | null }> | null } }
    | Record<PropertyKey, never>
   };

export type VisibleSignalsQueryVariables = Exact<{
  filter?: SignalFilter | null | undefined;
}>;


export type VisibleSignalsQuery = { signals: { nodes: Array<{ id: string }> } | null };

export type ReviewSeveralMutationVariables = Exact<{
  viewed: Array<string> | string;
  screened: Array<string> | string;
  unscreened: Array<string> | string;
}>;


export type ReviewSeveralMutation = { markSignalsViewed: Array<
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { signal: { id: string, viewerHasViewed: boolean | null } }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
  >, screenSignals: Array<
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { signal: { id: string, viewerHasScreened: boolean | null } }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
  >, unscreenSignals: Array<
    | { __typename: 'InvalidInputProblem', message: string, code: ProblemCode }
    | { __typename: 'NotFoundProblem', message: string, code: ProblemCode }
    | { __typename: 'NotPermittedProblem', message: string, code: ProblemCode }
    | { signal: { id: string, viewerHasScreened: boolean | null } }
    | { __typename: 'UpstreamProblem', message: string, code: ProblemCode }
  > };

export type ScreenSignalsMutationVariables = Exact<{
  ids: Array<string> | string;
}>;


export type ScreenSignalsMutation = { screenSignals: Array<
    | { __typename: 'InvalidInputProblem' }
    | { __typename: 'NotFoundProblem' }
    | { __typename: 'NotPermittedProblem' }
    | { __typename: 'ScreenSignalSuccess' }
    | { __typename: 'UpstreamProblem' }
  > };

export type SignalsWithProfilesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type SignalsWithProfilesQuery = { signals: { nodes: Array<{ id: string, lists: Array<{ id: string, name: string | null }> | null, experiences: Array<{ company: { id: string, name: string | null } | null }>, educations: Array<{ institution: { id: string, name: string | null } | null }> }> } | null };

export type SignalsWithIdsQueryVariables = Exact<{ [key: string]: never; }>;


export type SignalsWithIdsQuery = { signals: { nodes: Array<{ id: string, lists: Array<{ __typename: 'List', id: string }> | null, experiences: Array<{ company: { __typename: 'Company', id: string } | null }>, educations: Array<{ institution: { id: string } | null }> }> } | null };

export type CompanyIdFragment = { __typename: 'Company', id: string };

export type SignalsWithEntriesQueryVariables = Exact<{ [key: string]: never; }>;


export type SignalsWithEntriesQuery = { signals: { nodes: Array<{ listEntries: Array<{ id: string, addedBy: { name: string | null } | null, signal: { fullName: string | null } | null, list: { id: string, name: string | null } }> | null }> } | null };

export type SignalsOfSamePersonQueryVariables = Exact<{
  filter?: SignalFilter | null | undefined;
}>;


export type SignalsOfSamePersonQuery = { signals: { nodes: Array<{ id: string, samePersonSignals: Array<{ id: string, fullName: string | null }> | null }> } | null };

export type SignalTwiceQueryVariables = Exact<{
  one: string;
  other: string;
}>;


export type SignalTwiceQuery = { one: { id: string } | null, again: { fullName: string | null } | null, other: { id: string } | null };

export type SignalPageTwiceQueryVariables = Exact<{
  other?: SignalFilter | null | undefined;
}>;


export type SignalPageTwiceQuery = { one: { nodes: Array<{ id: string }> } | null, again: { totalCount: number | null } | null, more: { nodes: Array<{ id: string }> } | null, other: { nodes: Array<{ id: string }> } | null };

export type SignalListsInBothWaysQueryVariables = Exact<{ [key: string]: never; }>;


export type SignalListsInBothWaysQuery = { signals: { nodes: Array<{ lists: Array<{ name: string | null, entryCount: number | null }> | null, listEntries: Array<{ id: string }> | null }> } | null };

export type TalentUsersQueryVariables = Exact<{ [key: string]: never; }>;


export type TalentUsersQuery = { talentUsers: Array<{ id: string, name: string | null, email: string | null, isViewer: boolean | null }> | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { identifier: string, scopes: Array<string>, connectors: Array<{ kind: ConnectorKind, connectionName: string }> } };

export type ViewerOrganizationQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerOrganizationQuery = { viewer: { organization: { name: string } | null } };

export type ViewerTalentUserQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerTalentUserQuery = { viewer: { talentUser: { id: string, name: string | null, isViewer: boolean | null } | null } };

export type ViewerUserQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerUserQuery = { viewer: { user: { name: string | null, email: string | null } | null } };

export type WholeViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type WholeViewerQuery = { viewer: { identifier: string, organization: { name: string } | null, talentUser: { id: string } | null, user: { name: string | null } | null }, organization: { name: string } | null, talentUsers: Array<{ id: string }> | null, users: Array<{ name: string | null }> | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const PlaceFragmentDoc = new TypedDocumentString(`
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}
    `, {"fragmentName":"Place"}) as unknown as TypedDocumentString<PlaceFragment, unknown>;
export const FoundPageFragmentDoc = new TypedDocumentString(`
    fragment FoundPage on ActivityConnection {
  totalCount
  scannedCount
  isPartial
  nodes {
    title
  }
  pageInfo {
    ...Place
  }
}
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`, {"fragmentName":"FoundPage"}) as unknown as TypedDocumentString<FoundPageFragment, unknown>;
export const UserIdFragmentDoc = new TypedDocumentString(`
    fragment UserId on User {
  id
}
    `, {"fragmentName":"UserId"}) as unknown as TypedDocumentString<UserIdFragment, unknown>;
export const RecordsFragmentDoc = new TypedDocumentString(`
    fragment Records on Activity {
  comments {
    text
  }
  callScores {
    score
  }
  listens {
    listenedAt
  }
  coachingFeedback {
    comment
  }
}
    `, {"fragmentName":"Records"}) as unknown as TypedDocumentString<RecordsFragment, unknown>;
export const AllOutputsFragmentDoc = new TypedDocumentString(`
    fragment AllOutputs on Activity {
  id
  transcript {
    segments {
      nodes {
        text
      }
    }
  }
  summary {
    content
  }
  actionItems {
    text
  }
  questions {
    text
  }
  topicMatches {
    text
  }
}
    `, {"fragmentName":"AllOutputs"}) as unknown as TypedDocumentString<AllOutputsFragment, unknown>;
export const EventSummaryFragmentDoc = new TypedDocumentString(`
    fragment EventSummary on ConversationEvent {
  id
  activity {
    title
    host {
      name
    }
    summary {
      content
    }
  }
}
    `, {"fragmentName":"EventSummary"}) as unknown as TypedDocumentString<EventSummaryFragment, unknown>;
export const LookedUpSignalFragmentDoc = new TypedDocumentString(`
    fragment LookedUpSignal on Signal {
  id
  fullName
}
    `, {"fragmentName":"LookedUpSignal"}) as unknown as TypedDocumentString<LookedUpSignalFragment, unknown>;
export const LookedUpListFragmentDoc = new TypedDocumentString(`
    fragment LookedUpList on List {
  id
  name
  entries(first: 1) {
    nodes {
      id
    }
  }
}
    `, {"fragmentName":"LookedUpList"}) as unknown as TypedDocumentString<LookedUpListFragment, unknown>;
export const LookedUpSearchFragmentDoc = new TypedDocumentString(`
    fragment LookedUpSearch on SavedSearch {
  id
  title
  signals(first: 1) {
    nodes {
      id
    }
  }
}
    `, {"fragmentName":"LookedUpSearch"}) as unknown as TypedDocumentString<LookedUpSearchFragment, unknown>;
export const LookedUpUserFragmentDoc = new TypedDocumentString(`
    fragment LookedUpUser on User {
  id
  name
}
    `, {"fragmentName":"LookedUpUser"}) as unknown as TypedDocumentString<LookedUpUserFragment, unknown>;
export const LookedUpActivityFragmentDoc = new TypedDocumentString(`
    fragment LookedUpActivity on Activity {
  id
  summary {
    content
  }
}
    `, {"fragmentName":"LookedUpActivity"}) as unknown as TypedDocumentString<LookedUpActivityFragment, unknown>;
export const LookedUpCompanyFragmentDoc = new TypedDocumentString(`
    fragment LookedUpCompany on Company {
  id
  name
}
    `, {"fragmentName":"LookedUpCompany"}) as unknown as TypedDocumentString<LookedUpCompanyFragment, unknown>;
export const OutputsFragmentDoc = new TypedDocumentString(`
    fragment Outputs on Activity {
  id
  summary {
    content
  }
  actionItems {
    text
  }
  moments(kinds: [QUESTION]) {
    text
  }
  questions @include(if: $withQuestions) {
    text
  }
}
    `, {"fragmentName":"Outputs"}) as unknown as TypedDocumentString<OutputsFragment, unknown>;
export const CareerEdgesFragmentDoc = new TypedDocumentString(`
    fragment CareerEdges on Signal {
  samePersonSignals {
    id
  }
  experiences {
    company {
      name
    }
  }
  educations {
    institution {
      name
    }
  }
}
    `, {"fragmentName":"CareerEdges"}) as unknown as TypedDocumentString<CareerEdgesFragment, unknown>;
export const CompanyNameFragmentDoc = new TypedDocumentString(`
    fragment CompanyName on Company {
  name
}
    `, {"fragmentName":"CompanyName"}) as unknown as TypedDocumentString<CompanyNameFragment, unknown>;
export const PreparedSignalFragmentDoc = new TypedDocumentString(`
    fragment PreparedSignal on Signal {
  id
  lists {
    id
  }
}
    `, {"fragmentName":"PreparedSignal"}) as unknown as TypedDocumentString<PreparedSignalFragment, unknown>;
export const CompanyConversationsFragmentDoc = new TypedDocumentString(`
    fragment CompanyConversations on CompanyConversationConnection {
  totalCount
  edges {
    node {
      title
    }
    participants {
      name
      email
    }
    matchedOn
    evidence
  }
  nodes {
    title
  }
  pageInfo {
    hasNextPage
    hasPreviousPage
    endCursor
  }
}
    `, {"fragmentName":"CompanyConversations"}) as unknown as TypedDocumentString<CompanyConversationsFragment, unknown>;
export const MatchFieldsFragmentDoc = new TypedDocumentString(`
    fragment MatchFields on SignalConversationEdge {
  node {
    id
    title
  }
  participant {
    name
    email
  }
  confidence
  score
  matchedOn
  evidence
}
    `, {"fragmentName":"MatchFields"}) as unknown as TypedDocumentString<MatchFieldsFragment, unknown>;
export const ContactFragmentDoc = new TypedDocumentString(`
    fragment Contact on TeamContact {
  conversationCount
  firstConversationAt
  lastConversationAt
}
    `, {"fragmentName":"Contact"}) as unknown as TypedDocumentString<ContactFragment, unknown>;
export const AddedFragmentDoc = new TypedDocumentString(`
    fragment Added on AddSignalToListSuccess {
  entry {
    addedAt
    addedBy {
      id
    }
    signal {
      id
      fullName
    }
    list {
      id
    }
  }
}
    `, {"fragmentName":"Added"}) as unknown as TypedDocumentString<AddedFragment, unknown>;
export const InputIssuesFragmentDoc = new TypedDocumentString(`
    fragment InputIssues on InvalidInputProblem {
  issues {
    path
    message
  }
}
    `, {"fragmentName":"InputIssues"}) as unknown as TypedDocumentString<InputIssuesFragment, unknown>;
export const PeoplePageFragmentDoc = new TypedDocumentString(`
    fragment PeoplePage on CompanyPersonConnection {
  totalCount
  isPartial
  edges {
    employment
    node {
      id
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
    `, {"fragmentName":"PeoplePage"}) as unknown as TypedDocumentString<PeoplePageFragment, unknown>;
export const WholeSearchFragmentDoc = new TypedDocumentString(`
    fragment WholeSearch on SavedSearch {
  id
  title
  emoji
  visitedAt
  createdAt
  filters {
    key
    operator
    value
  }
  sharees {
    id
  }
  creator {
    id
  }
}
    `, {"fragmentName":"WholeSearch"}) as unknown as TypedDocumentString<WholeSearchFragment, unknown>;
export const FacetCountsFragmentDoc = new TypedDocumentString(`
    fragment FacetCounts on SignalFacets {
  countedSignals
  isPartial
  groups {
    facet
    missingCount
    values {
      value
      count
    }
  }
}
    `, {"fragmentName":"FacetCounts"}) as unknown as TypedDocumentString<FacetCountsFragment, unknown>;
export const SignalReviewsFragmentDoc = new TypedDocumentString(`
    fragment SignalReviews on Signal {
  id
  viewerHasViewed
  viewerHasScreened
  views {
    user {
      id
      isViewer
    }
    viewedAt
  }
  screenings {
    user {
      id
      isViewer
    }
    screenedAt
  }
}
    `, {"fragmentName":"SignalReviews"}) as unknown as TypedDocumentString<SignalReviewsFragment, unknown>;
export const AnyProblemFragmentDoc = new TypedDocumentString(`
    fragment AnyProblem on Problem {
  __typename
  message
  code
}
    `, {"fragmentName":"AnyProblem"}) as unknown as TypedDocumentString<AnyProblemFragment, unknown>;
export const CompanyIdFragmentDoc = new TypedDocumentString(`
    fragment CompanyId on Company {
  __typename
  id
}
    `, {"fragmentName":"CompanyId"}) as unknown as TypedDocumentString<CompanyIdFragment, unknown>;
export const ConnectorsDocument = new TypedDocumentString(`
    query Connectors {
  connectors {
    kind
    connectionName
    status
    tools {
      name
      description
      readOnly
      inputSchema
    }
  }
}
    `) as unknown as TypedDocumentString<ConnectorsQuery, ConnectorsQueryVariables>;
export const ConnectorStatusesDocument = new TypedDocumentString(`
    query ConnectorStatuses {
  connectors {
    kind
    status
    tools {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ConnectorStatusesQuery, ConnectorStatusesQueryVariables>;
export const ActivityOutputsDocument = new TypedDocumentString(`
    query ActivityOutputs($id: ID!) {
  activity(id: $id) {
    __typename
    id
    transcript {
      durationMs
      segments {
        totalCount
      }
      speakers {
        participant {
          id
        }
      }
    }
    summary {
      content
    }
    actionItems {
      text
      assignee {
        id
      }
    }
    questions {
      text
    }
    topicMatches {
      trigger
    }
    moments {
      text
    }
    callScores {
      score
    }
    coachingFeedback {
      comment
    }
    comments {
      text
    }
    listens {
      listenedAt
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityOutputsQuery, ActivityOutputsQueryVariables>;
export const ActivityTitleDocument = new TypedDocumentString(`
    query ActivityTitle($id: ID!) {
  activity(id: $id) {
    title
  }
}
    `) as unknown as TypedDocumentString<ActivityTitleQuery, ActivityTitleQueryVariables>;
export const ActivityTitlesDocument = new TypedDocumentString(`
    query ActivityTitles($one: ID!, $other: ID!, $representations: [_Any!]!) {
  one: activity(id: $one) {
    title
  }
  again: activity(id: $one) {
    id
    type
  }
  other: activity(id: $other) {
    title
  }
  comments {
    text
    activity {
      title
    }
  }
  _entities(representations: $representations) {
    ... on Activity {
      title
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityTitlesQuery, ActivityTitlesQueryVariables>;
export const ActivityInTwoStepsDocument = new TypedDocumentString(`
    query ActivityInTwoSteps($one: ID!, $other: ID!) {
  activity(id: $one) {
    title
    comments {
      activity {
        title
      }
    }
  }
  other: activity(id: $other) {
    summary {
      activity {
        title
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityInTwoStepsQuery, ActivityInTwoStepsQueryVariables>;
export const ListedAndFoundDocument = new TypedDocumentString(`
    query ListedAndFound($id: ID!) {
  activities(first: 1) {
    nodes {
      title
      comments {
        activity {
          title
        }
      }
    }
  }
  activity(id: $id) {
    summary {
      content
    }
  }
}
    `) as unknown as TypedDocumentString<ListedAndFoundQuery, ListedAndFoundQueryVariables>;
export const SpeakersOfActivityDocument = new TypedDocumentString(`
    query SpeakersOfActivity($id: ID!) {
  activity(id: $id) {
    transcript {
      speakers {
        participant {
          id
          name
          affiliation
        }
      }
      document(format: TEXT)
    }
    actionItems {
      assignee {
        name
      }
    }
    questions {
      participant {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SpeakersOfActivityQuery, SpeakersOfActivityQueryVariables>;
export const FoundActivitiesDocument = new TypedDocumentString(`
    query FoundActivities($filter: ActivityFilter, $first: Int, $after: String) {
  activities(filter: $filter, first: $first, after: $after) {
    ...FoundPage
  }
}
    fragment FoundPage on ActivityConnection {
  totalCount
  scannedCount
  isPartial
  nodes {
    title
  }
  pageInfo {
    ...Place
  }
}
fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<FoundActivitiesQuery, FoundActivitiesQueryVariables>;
export const ActivitiesOfUsersDocument = new TypedDocumentString(`
    query ActivitiesOfUsers($filter: ActivityFilter, $first: Int, $after: String) {
  users {
    id
    activities(filter: $filter, first: $first, after: $after) {
      ...FoundPage
    }
  }
}
    fragment FoundPage on ActivityConnection {
  totalCount
  scannedCount
  isPartial
  nodes {
    title
  }
  pageInfo {
    ...Place
  }
}
fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<ActivitiesOfUsersQuery, ActivitiesOfUsersQueryVariables>;
export const ActivitiesOfUserDocument = new TypedDocumentString(`
    query ActivitiesOfUser($id: ID!, $filter: ActivityFilter, $first: Int, $after: String) {
  user(id: $id) {
    activities(filter: $filter, first: $first, after: $after) {
      ...FoundPage
    }
  }
}
    fragment FoundPage on ActivityConnection {
  totalCount
  scannedCount
  isPartial
  nodes {
    title
  }
  pageInfo {
    ...Place
  }
}
fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<ActivitiesOfUserQuery, ActivitiesOfUserQueryVariables>;
export const PageOfActivitiesDocument = new TypedDocumentString(`
    query PageOfActivities($filter: ActivityFilter, $first: Int, $after: String) {
  page: activities(filter: $filter, first: $first, after: $after) {
    totalCount
    edges {
      cursor
      node {
        key: id
      }
    }
    pageInfo {
      ...Place
    }
  }
}
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PageOfActivitiesQuery, PageOfActivitiesQueryVariables>;
export const ActivitiesOverviewDocument = new TypedDocumentString(`
    query ActivitiesOverview($filter: ActivityFilter, $first: Int) {
  activities(filter: $filter, first: $first) {
    nodes {
      id
      summary {
        content
      }
      transcript {
        segments(first: 3) {
          nodes {
            text
            participant {
              name
            }
          }
        }
      }
      comments {
        text
      }
      callScores {
        score
      }
      host {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ActivitiesOverviewQuery, ActivitiesOverviewQueryVariables>;
export const ActivitiesWithListensAndCoachingDocument = new TypedDocumentString(`
    query ActivitiesWithListensAndCoaching {
  activities {
    nodes {
      listens {
        listenedAt
        user {
          id
        }
      }
      coachingFeedback {
        comment
        coach {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ActivitiesWithListensAndCoachingQuery, ActivitiesWithListensAndCoachingQueryVariables>;
export const ActivitiesWithIdsOfUsersDocument = new TypedDocumentString(`
    query ActivitiesWithIdsOfUsers {
  activities(first: 2) {
    nodes {
      host {
        __typename
        id
      }
      participants {
        user {
          ...UserId
        }
      }
    }
  }
}
    fragment UserId on User {
  id
}`) as unknown as TypedDocumentString<ActivitiesWithIdsOfUsersQuery, ActivitiesWithIdsOfUsersQueryVariables>;
export const UsersEverywhereDocument = new TypedDocumentString(`
    query UsersEverywhere($id: ID!) {
  users {
    name
  }
  user(id: $id) {
    name
  }
  activities(first: 2) {
    nodes {
      host {
        name
      }
      participants {
        user {
          name
        }
      }
      comments {
        user {
          name
        }
      }
      callScores {
        user {
          name
        }
      }
      coachingFeedback {
        coach {
          name
        }
        coachee {
          name
        }
      }
      listens {
        user {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UsersEverywhereQuery, UsersEverywhereQueryVariables>;
export const ActivitiesTwiceDocument = new TypedDocumentString(`
    query ActivitiesTwice($filter: ActivityFilter) {
  one: activities(first: 2) {
    nodes {
      title
    }
  }
  again: activities(first: 2) {
    totalCount
  }
  more: activities(first: 3) {
    nodes {
      title
    }
  }
  other: activities(first: 2, filter: $filter) {
    nodes {
      title
    }
  }
}
    `) as unknown as TypedDocumentString<ActivitiesTwiceQuery, ActivitiesTwiceQueryVariables>;
export const CommentsOfTwoListingsDocument = new TypedDocumentString(`
    query CommentsOfTwoListings($early: ActivityFilter, $late: ActivityFilter) {
  early: activities(filter: $early, first: 100) {
    nodes {
      comments {
        text
      }
    }
  }
  late: activities(filter: $late) {
    nodes {
      comments {
        text
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CommentsOfTwoListingsQuery, CommentsOfTwoListingsQueryVariables>;
export const OutputsTwiceDocument = new TypedDocumentString(`
    query OutputsTwice($id: ID!) {
  activities(first: 1) {
    nodes {
      summary {
        content
      }
      moments {
        text
      }
    }
  }
  activity(id: $id) {
    summary {
      content
    }
    transcript {
      durationMs
    }
    questions {
      text
    }
    topicMatches {
      text
    }
    actionItems {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<OutputsTwiceQuery, OutputsTwiceQueryVariables>;
export const RecordsOfActivitiesDocument = new TypedDocumentString(`
    query RecordsOfActivities($first: Int) {
  activities(first: $first) {
    nodes {
      title
      ...Records
    }
  }
}
    fragment Records on Activity {
  comments {
    text
  }
  callScores {
    score
  }
  listens {
    listenedAt
  }
  coachingFeedback {
    comment
  }
}`) as unknown as TypedDocumentString<RecordsOfActivitiesQuery, RecordsOfActivitiesQueryVariables>;
export const RecordsOfActivityDocument = new TypedDocumentString(`
    query RecordsOfActivity($id: ID!) {
  activity(id: $id) {
    title
    ...Records
  }
}
    fragment Records on Activity {
  comments {
    text
  }
  callScores {
    score
  }
  listens {
    listenedAt
  }
  coachingFeedback {
    comment
  }
}`) as unknown as TypedDocumentString<RecordsOfActivityQuery, RecordsOfActivityQueryVariables>;
export const RecordsByIdDocument = new TypedDocumentString(`
    query RecordsById($id: ID!) {
  activity(id: $id) {
    ...Records
  }
}
    fragment Records on Activity {
  comments {
    text
  }
  callScores {
    score
  }
  listens {
    listenedAt
  }
  coachingFeedback {
    comment
  }
}`) as unknown as TypedDocumentString<RecordsByIdQuery, RecordsByIdQueryVariables>;
export const RecordsOfEntityDocument = new TypedDocumentString(`
    query RecordsOfEntity($id: ID!) {
  _entities(representations: [{__typename: "Activity", id: $id}]) {
    ... on Activity {
      title
      ...Records
    }
  }
}
    fragment Records on Activity {
  comments {
    text
  }
  callScores {
    score
  }
  listens {
    listenedAt
  }
  coachingFeedback {
    comment
  }
}`) as unknown as TypedDocumentString<RecordsOfEntityQuery, RecordsOfEntityQueryVariables>;
export const RecordsEverywhereDocument = new TypedDocumentString(`
    query RecordsEverywhere($id: ID!) {
  activity(id: $id) {
    comments {
      text
    }
    callScores {
      score
    }
  }
  late: activities {
    nodes {
      title
      comments {
        text
      }
    }
  }
  comments {
    activity {
      title
      callScores {
        score
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RecordsEverywhereQuery, RecordsEverywhereQueryVariables>;
export const UploadWithRecordsDocument = new TypedDocumentString(`
    mutation UploadWithRecords($input: UploadActivityInput!) {
  uploadActivity(input: $input) {
    ... on UploadActivitySuccess {
      activity {
        title
        ...Records
      }
    }
  }
}
    fragment Records on Activity {
  comments {
    text
  }
  callScores {
    score
  }
  listens {
    listenedAt
  }
  coachingFeedback {
    comment
  }
}`) as unknown as TypedDocumentString<UploadWithRecordsMutation, UploadWithRecordsMutationVariables>;
export const AllOutputsOfActivitiesDocument = new TypedDocumentString(`
    query AllOutputsOfActivities($first: Int!) {
  activities(first: $first) {
    nodes {
      updatedAt
      ...AllOutputs
    }
  }
}
    fragment AllOutputs on Activity {
  id
  transcript {
    segments {
      nodes {
        text
      }
    }
  }
  summary {
    content
  }
  actionItems {
    text
  }
  questions {
    text
  }
  topicMatches {
    text
  }
}`) as unknown as TypedDocumentString<AllOutputsOfActivitiesQuery, AllOutputsOfActivitiesQueryVariables>;
export const AllOutputsOfActivityDocument = new TypedDocumentString(`
    query AllOutputsOfActivity($id: ID!, $isListed: Boolean!) {
  activity(id: $id) {
    title @include(if: $isListed)
    ...AllOutputs
  }
}
    fragment AllOutputs on Activity {
  id
  transcript {
    segments {
      nodes {
        text
      }
    }
  }
  summary {
    content
  }
  actionItems {
    text
  }
  questions {
    text
  }
  topicMatches {
    text
  }
}`) as unknown as TypedDocumentString<AllOutputsOfActivityQuery, AllOutputsOfActivityQueryVariables>;
export const UploadWithSummaryDocument = new TypedDocumentString(`
    mutation UploadWithSummary($input: UploadActivityInput!) {
  uploadActivity(input: $input) {
    ... on UploadActivitySuccess {
      activity {
        summary {
          content
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UploadWithSummaryMutation, UploadWithSummaryMutationVariables>;
export const TwoActivityTitlesDocument = new TypedDocumentString(`
    query TwoActivityTitles($one: ID!, $other: ID!) {
  one: activity(id: $one) {
    title
  }
  other: activity(id: $other) {
    title
  }
}
    `) as unknown as TypedDocumentString<TwoActivityTitlesQuery, TwoActivityTitlesQueryVariables>;
export const TitlesSinceDocument = new TypedDocumentString(`
    query TitlesSince($from: DateTime!) {
  activities(first: 10, filter: {occurred: {from: $from}}) {
    nodes {
      title
    }
  }
}
    `) as unknown as TypedDocumentString<TitlesSinceQuery, TitlesSinceQueryVariables>;
export const RejectedActivitiesDocument = new TypedDocumentString(`
    query RejectedActivities($filter: ActivityFilter, $first: Int) {
  activities(filter: $filter, first: $first) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<RejectedActivitiesQuery, RejectedActivitiesQueryVariables>;
export const RejectedActivityDocument = new TypedDocumentString(`
    query RejectedActivity($id: ID!) {
  activity(id: $id) {
    id
    title
    summary {
      content
    }
  }
}
    `) as unknown as TypedDocumentString<RejectedActivityQuery, RejectedActivityQueryVariables>;
export const RejectedListsDocument = new TypedDocumentString(`
    query RejectedLists($period: ConversationPeriod!, $userId: ID) {
  callScores(period: $period, userId: $userId) {
    id
  }
  comments(period: $period, userId: $userId) {
    id
  }
  listens(period: $period, userId: $userId) {
    listenedAt
  }
  coachingFeedback(period: $period, coachId: $userId) {
    id
  }
  forOne: coachingFeedback(period: $period, coacheeId: $userId) {
    id
  }
}
    `) as unknown as TypedDocumentString<RejectedListsQuery, RejectedListsQueryVariables>;
export const RejectedPeriodsOfUsersDocument = new TypedDocumentString(`
    query RejectedPeriodsOfUsers($period: ConversationPeriod!) {
  users {
    name
    listens(period: $period) {
      listenedAt
    }
    coachingReceived(period: $period) {
      comment
    }
    coachingGiven(period: $period) {
      comment
    }
    comments(period: $period) {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<RejectedPeriodsOfUsersQuery, RejectedPeriodsOfUsersQueryVariables>;
export const RejectedMomentsDocument = new TypedDocumentString(`
    query RejectedMoments($id: ID!, $fromMs: Int, $toMs: Int) {
  activity(id: $id) {
    moments(fromMs: $fromMs, toMs: $toMs) {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<RejectedMomentsQuery, RejectedMomentsQueryVariables>;
export const RejectedSegmentsDocument = new TypedDocumentString(`
    query RejectedSegments($id: ID!, $fromMs: Int, $toMs: Int, $first: Int) {
  activity(id: $id) {
    transcript {
      segments(fromMs: $fromMs, toMs: $toMs, first: $first) {
        totalCount
      }
    }
    summary {
      content
    }
  }
}
    `) as unknown as TypedDocumentString<RejectedSegmentsQuery, RejectedSegmentsQueryVariables>;
export const ConversationEntitiesDocument = new TypedDocumentString(`
    query ConversationEntities($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Activity {
      id
      summary {
        content
      }
    }
    ... on User {
      id
      name
    }
    ... on CallScore {
      id
      score
    }
    ... on CoachingFeedback {
      id
      comment
    }
    ... on Comment {
      id
      text
    }
  }
}
    `) as unknown as TypedDocumentString<ConversationEntitiesQuery, ConversationEntitiesQueryVariables>;
export const ProcessingOfActivityDocument = new TypedDocumentString(`
    subscription ProcessingOfActivity($id: ID!) {
  activityProcessing(id: $id) {
    id
    processing {
      state
    }
    summary {
      content
    }
  }
}
    `) as unknown as TypedDocumentString<ProcessingOfActivitySubscription, ProcessingOfActivitySubscriptionVariables>;
export const EventCursorsDocument = new TypedDocumentString(`
    subscription EventCursors($triggers: [WebhookTrigger!], $after: EventCursor) {
  conversationEvents(triggers: $triggers, after: $after) {
    id
    cursor
  }
}
    `) as unknown as TypedDocumentString<EventCursorsSubscription, EventCursorsSubscriptionVariables>;
export const EventTitlesDocument = new TypedDocumentString(`
    subscription EventTitles($after: EventCursor) {
  conversationEvents(after: $after) {
    id
    trigger
    occurredAt
    activity {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<EventTitlesSubscription, EventTitlesSubscriptionVariables>;
export const EventSummariesDocument = new TypedDocumentString(`
    subscription EventSummaries {
  renamed: conversationEvents {
    ...EventSummary
  }
}
    fragment EventSummary on ConversationEvent {
  id
  activity {
    title
    host {
      name
    }
    summary {
      content
    }
  }
}`) as unknown as TypedDocumentString<EventSummariesSubscription, EventSummariesSubscriptionVariables>;
export const HostOfActivityDocument = new TypedDocumentString(`
    query HostOfActivity($id: ID!) {
  activity(id: $id) {
    host {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<HostOfActivityQuery, HostOfActivityQueryVariables>;
export const EventDetailsDocument = new TypedDocumentString(`
    subscription EventDetails {
  conversationEvents {
    user {
      id
      name
    }
    recipients
    message
    feedback {
      id
      score
      comment
      coach {
        id
      }
      createdAt
    }
  }
}
    `) as unknown as TypedDocumentString<EventDetailsSubscription, EventDetailsSubscriptionVariables>;
export const FaultyOverviewDocument = new TypedDocumentString(`
    query FaultyOverview {
  activities {
    nodes {
      title
      host {
        name
      }
      summary {
        content
      }
      transcript {
        segments(first: 1) {
          nodes {
            text
          }
        }
      }
      comments {
        text
      }
    }
  }
  organization {
    name
  }
}
    `) as unknown as TypedDocumentString<FaultyOverviewQuery, FaultyOverviewQueryVariables>;
export const FaultyMomentsDocument = new TypedDocumentString(`
    query FaultyMoments($id: ID!) {
  activity(id: $id) {
    moments {
      text
    }
    questions {
      text
      participant {
        name
      }
    }
    transcript {
      durationMs
    }
  }
}
    `) as unknown as TypedDocumentString<FaultyMomentsQuery, FaultyMomentsQueryVariables>;
export const FaultyYearsDocument = new TypedDocumentString(`
    query FaultyYears($filter: ActivityFilter) {
  activities(filter: $filter) {
    totalCount
  }
  users {
    name
  }
}
    `) as unknown as TypedDocumentString<FaultyYearsQuery, FaultyYearsQueryVariables>;
export const StrangeActivityDocument = new TypedDocumentString(`
    query StrangeActivity {
  activities {
    totalCount
    nodes {
      id
      type
      status
      title
      startedAt
      completedAt
      updatedAt
      durationMs
      language
      provider
      host {
        id
      }
      participants {
        id
        name
        email
        affiliation
      }
      processing {
        state
        failure
        skippedCues
        willNotifyByEmail
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StrangeActivityQuery, StrangeActivityQueryVariables>;
export const StrangeOutputsDocument = new TypedDocumentString(`
    query StrangeOutputs($id: ID!) {
  activity(id: $id) {
    transcript {
      durationMs
      segments {
        nodes {
          text
          endMs
        }
      }
    }
    summary {
      content
    }
    actionItems {
      text
      isCompleted
      startMs
      assignee {
        id
      }
    }
    questions {
      text
      isEngaging
      isInsightful
    }
    topicMatches {
      text
      theme
    }
    comments {
      text
      atMs
    }
  }
  users {
    name
    email
  }
  topicThemes {
    name
    topics {
      triggers {
        keyword
      }
    }
  }
  organization {
    name
  }
}
    `) as unknown as TypedDocumentString<StrangeOutputsQuery, StrangeOutputsQueryVariables>;
export const PeopleOfTeamDocument = new TypedDocumentString(`
    query PeopleOfTeam($period: ConversationPeriod!) {
  users {
    name
    callScores(period: $period) {
      score
    }
    comments(period: $period) {
      text
    }
    listens(period: $period) {
      listenedAt
    }
    coachingReceived(period: $period) {
      comment
    }
    coachingGiven(period: $period) {
      comment
    }
  }
}
    `) as unknown as TypedDocumentString<PeopleOfTeamQuery, PeopleOfTeamQueryVariables>;
export const PersonOfTeamDocument = new TypedDocumentString(`
    query PersonOfTeam($id: ID!, $period: ConversationPeriod!) {
  user(id: $id) {
    callScores(period: $period) {
      score
    }
    comments(period: $period) {
      text
    }
    listens(period: $period) {
      listenedAt
    }
    coachingReceived(period: $period) {
      comment
    }
    coachingGiven(period: $period) {
      comment
    }
  }
}
    `) as unknown as TypedDocumentString<PersonOfTeamQuery, PersonOfTeamQueryVariables>;
export const PeopleInPeriodsDocument = new TypedDocumentString(`
    query PeopleInPeriods($one: ID!, $other: ID!, $early: ConversationPeriod, $late: ConversationPeriod) {
  one: user(id: $one) {
    early: comments(period: $early) {
      text
    }
    again: comments(period: $early) {
      text
    }
    late: comments(period: $late) {
      text
    }
  }
  other: user(id: $other) {
    early: comments(period: $early) {
      text
    }
    all: comments {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<PeopleInPeriodsQuery, PeopleInPeriodsQueryVariables>;
export const OwnPeriodsDocument = new TypedDocumentString(`
    query OwnPeriods($from: DateTime!) {
  users {
    listens(period: {from: $from}) {
      listenedAt
    }
    coachingReceived(period: {from: $from}) {
      comment
    }
    comments {
      text
    }
  }
  recent: listens(period: {from: $from}) {
    listenedAt
  }
  activities {
    totalCount
  }
  again: activities(first: 3) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<OwnPeriodsQuery, OwnPeriodsQueryVariables>;
export const UserByIdDocument = new TypedDocumentString(`
    query UserById($id: ID!) {
  user(id: $id) {
    id
    name
    email
    status
    teamName
    crmId
    role
  }
}
    `) as unknown as TypedDocumentString<UserByIdQuery, UserByIdQueryVariables>;
export const UserNamesDocument = new TypedDocumentString(`
    query UserNames {
  users {
    name
  }
}
    `) as unknown as TypedDocumentString<UserNamesQuery, UserNamesQueryVariables>;
export const ActivityHostsDocument = new TypedDocumentString(`
    query ActivityHosts {
  activities {
    nodes {
      title
      host {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityHostsQuery, ActivityHostsQueryVariables>;
export const ActivityHostsAndUsersDocument = new TypedDocumentString(`
    query ActivityHostsAndUsers {
  users {
    name
  }
  activities {
    nodes {
      title
      host {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityHostsAndUsersQuery, ActivityHostsAndUsersQueryVariables>;
export const TeamListsOfPeriodDocument = new TypedDocumentString(`
    query TeamListsOfPeriod($period: ConversationPeriod!, $userId: ID) {
  callScores(period: $period, userId: $userId) {
    id
    score
    activityType
    createdAt
    user {
      id
    }
    activity {
      id
    }
  }
  comments(period: $period, userId: $userId) {
    id
    text
    atMs
    createdAt
    user {
      id
    }
    activity {
      id
    }
  }
  listens(period: $period, userId: $userId) {
    listenedAt
    user {
      id
    }
    activity {
      id
    }
  }
  coachingFeedback(period: $period, coachId: $userId) {
    id
    score
    comment
    createdAt
    updatedAt
    coach {
      id
    }
    coachee {
      id
    }
    activity {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<TeamListsOfPeriodQuery, TeamListsOfPeriodQueryVariables>;
export const TeamListsOfAllTimeDocument = new TypedDocumentString(`
    query TeamListsOfAllTime {
  callScores {
    id
  }
  again: callScores {
    score
  }
  comments {
    id
  }
  ofNull: comments(period: null, userId: null) {
    id
  }
}
    `) as unknown as TypedDocumentString<TeamListsOfAllTimeQuery, TeamListsOfAllTimeQueryVariables>;
export const CoachingForDocument = new TypedDocumentString(`
    query CoachingFor($period: ConversationPeriod!, $coacheeId: ID) {
  coachingFeedback(period: $period, coacheeId: $coacheeId) {
    comment
  }
}
    `) as unknown as TypedDocumentString<CoachingForQuery, CoachingForQueryVariables>;
export const WhoListenedDocument = new TypedDocumentString(`
    query WhoListened($period: ConversationPeriod!) {
  listens(period: $period) {
    user {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<WhoListenedQuery, WhoListenedQueryVariables>;
export const VocabulariesDocument = new TypedDocumentString(`
    query Vocabularies($trigger: WebhookTrigger!) {
  organization {
    name
    crmIntegration
    calendarType
    address
  }
  same: organization {
    name
  }
  topicThemes {
    name
    topics {
      name
      triggers {
        keyword
      }
    }
  }
  sameThemes: topicThemes {
    id
  }
  webhookSample(trigger: $trigger) {
    trigger
    payload
  }
  sameSample: webhookSample(trigger: $trigger) {
    trigger
  }
  otherSample: webhookSample(trigger: CONVERSATION_PLAYED) {
    trigger
  }
}
    `) as unknown as TypedDocumentString<VocabulariesQuery, VocabulariesQueryVariables>;
export const AllOfOrganizationDocument = new TypedDocumentString(`
    query AllOfOrganization($period: ConversationPeriod!) {
  organization {
    name
  }
  topicThemes {
    name
  }
  activities {
    totalCount
    nodes {
      title
      host {
        name
      }
      comments {
        text
        user {
          name
        }
      }
      callScores {
        score
      }
      coachingFeedback {
        comment
      }
      listens {
        user {
          name
        }
      }
    }
  }
  users {
    name
    comments {
      text
    }
    callScores {
      score
    }
    listens(period: $period) {
      listenedAt
    }
    coachingReceived(period: $period) {
      comment
    }
    coachingGiven(period: $period) {
      comment
    }
  }
  comments {
    text
  }
  callScores {
    score
  }
  listens(period: $period) {
    listenedAt
  }
  coachingFeedback(period: $period) {
    comment
  }
}
    `) as unknown as TypedDocumentString<AllOfOrganizationQuery, AllOfOrganizationQueryVariables>;
export const TranscriptOfDocument = new TypedDocumentString(`
    query TranscriptOf($id: ID!) {
  activity(id: $id) {
    transcript {
      durationMs
      activity {
        id
      }
      speakers {
        participant {
          id
        }
        talkMs
        segmentCount
      }
      segments {
        totalCount
        nodes {
          index
          startMs
          endMs
          text
          participant {
            id
          }
          activity {
            id
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TranscriptOfQuery, TranscriptOfQueryVariables>;
export const SegmentsOfDocument = new TypedDocumentString(`
    query SegmentsOf($id: ID!, $speakerId: ID, $matching: String, $fromMs: Int, $toMs: Int, $first: Int, $after: String) {
  activity(id: $id) {
    transcript {
      segments(
        speakerId: $speakerId
        matching: $matching
        fromMs: $fromMs
        toMs: $toMs
        first: $first
        after: $after
      ) {
        totalCount
        edges {
          cursor
          node {
            index
          }
        }
        pageInfo {
          ...Place
        }
      }
    }
  }
}
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<SegmentsOfQuery, SegmentsOfQueryVariables>;
export const SegmentsInManyWaysDocument = new TypedDocumentString(`
    query SegmentsInManyWays($id: ID!) {
  activity(id: $id) {
    transcript {
      all: segments {
        totalCount
      }
      some: segments(matching: "budget", first: 1) {
        totalCount
        nodes {
          text
        }
      }
      durationMs
    }
    again: transcript {
      segments(fromMs: 5000) {
        totalCount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SegmentsInManyWaysQuery, SegmentsInManyWaysQueryVariables>;
export const ThreeDurationsDocument = new TypedDocumentString(`
    query ThreeDurations($one: ID!, $two: ID!, $three: ID!) {
  one: activity(id: $one) {
    transcript {
      durationMs
    }
  }
  two: activity(id: $two) {
    transcript {
      durationMs
    }
  }
  three: activity(id: $three) {
    transcript {
      durationMs
    }
  }
}
    `) as unknown as TypedDocumentString<ThreeDurationsQuery, ThreeDurationsQueryVariables>;
export const DocumentsOfDocument = new TypedDocumentString(`
    query DocumentsOf($id: ID!) {
  activity(id: $id) {
    transcript {
      byDefault: document
      vtt: document(format: VTT)
      srt: document(format: SRT)
      text: document(format: TEXT)
    }
  }
}
    `) as unknown as TypedDocumentString<DocumentsOfQuery, DocumentsOfQueryVariables>;
export const MomentsOfDocument = new TypedDocumentString(`
    query MomentsOf($id: ID!, $kinds: [MomentKind!], $fromMs: Int, $toMs: Int) {
  activity(id: $id) {
    moments(kinds: $kinds, fromMs: $fromMs, toMs: $toMs) {
      __typename
      startMs
      endMs
      text
      participant {
        id
      }
      activity {
        id
      }
      ... on TranscriptSegment {
        index
      }
      ... on Question {
        isEngaging
        isInsightful
      }
      ... on TopicMatch {
        theme
        topic
        trigger
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MomentsOfQuery, MomentsOfQueryVariables>;
export const QuestionsOfDocument = new TypedDocumentString(`
    query QuestionsOf($id: ID!, $engaging: Boolean, $insightful: Boolean) {
  activity(id: $id) {
    questions(engaging: $engaging, insightful: $insightful) {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<QuestionsOfQuery, QuestionsOfQueryVariables>;
export const TimelineOfDocument = new TypedDocumentString(`
    query TimelineOf($id: ID!, $kinds: [MomentKind!], $fromMs: Int, $toMs: Int) {
  activity(id: $id) {
    moments(kinds: $kinds, fromMs: $fromMs, toMs: $toMs) {
      __typename
      startMs
      endMs
      text
      participant {
        id
      }
      ... on CommentMoment {
        comment {
          id
        }
      }
      ... on ActionItemMoment {
        actionItem {
          id
          text
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TimelineOfQuery, TimelineOfQueryVariables>;
export const TimelineTextsDocument = new TypedDocumentString(`
    query TimelineTexts($id: ID!, $kinds: [MomentKind!]) {
  activity(id: $id) {
    moments(kinds: $kinds) {
      text
    }
  }
}
    `) as unknown as TypedDocumentString<TimelineTextsQuery, TimelineTextsQueryVariables>;
export const TimelinesOfPageDocument = new TypedDocumentString(`
    query TimelinesOfPage {
  activities(first: 100) {
    nodes {
      moments(kinds: [COMMENT]) {
        text
        participant {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TimelinesOfPageQuery, TimelinesOfPageQueryVariables>;
export const ActionItemsOfDocument = new TypedDocumentString(`
    query ActionItemsOf($id: ID!) {
  activity(id: $id) {
    actionItems {
      id
      text
      dueOn
    }
  }
}
    `) as unknown as TypedDocumentString<ActionItemsOfQuery, ActionItemsOfQueryVariables>;
export const SubscribeWebhookDocument = new TypedDocumentString(`
    mutation SubscribeWebhook($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    __typename
    ... on CreateWebhookSuccess {
      webhook {
        id
        trigger
        url
        externalId
      }
      secret
    }
    ... on Problem {
      code
      message
    }
    ... on InvalidInputProblem {
      issues {
        path
        message
      }
    }
    ... on UpstreamProblem {
      tool
      isRetryable
    }
  }
}
    `) as unknown as TypedDocumentString<SubscribeWebhookMutation, SubscribeWebhookMutationVariables>;
export const EndWebhookDocument = new TypedDocumentString(`
    mutation EndWebhook($id: ID!) {
  deleteWebhook(id: $id) {
    __typename
    ... on DeleteWebhookSuccess {
      deletedId
    }
    ... on Problem {
      code
      message
    }
    ... on InvalidInputProblem {
      issues {
        path
        message
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EndWebhookMutation, EndWebhookMutationVariables>;
export const EntitiesDocument = new TypedDocumentString(`
    query Entities($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Signal {
      id
      fullName
    }
    ... on Company {
      id
      companyName: name
    }
    ... on EducationInstitution {
      id
      institutionName: name
    }
    ... on List {
      id
      listName: name
    }
    ... on ListEntry {
      id
      signal {
        fullName
      }
    }
    ... on SavedSearch {
      id
      title
    }
  }
}
    `) as unknown as TypedDocumentString<EntitiesQuery, EntitiesQueryVariables>;
export const LookupsDocument = new TypedDocumentString(`
    query Lookups($signal: ID!, $list: ID!, $search: ID!, $user: ID!, $activity: ID!, $company: ID!, $fetch: Boolean!, $find: Boolean!) {
  signal(id: $signal) @include(if: $find) {
    ...LookedUpSignal
  }
  list(id: $list) @include(if: $find) {
    ...LookedUpList
  }
  savedSearch(id: $search) @include(if: $find) {
    ...LookedUpSearch
  }
  user(id: $user) @include(if: $find) {
    ...LookedUpUser
  }
  activity(id: $activity) @include(if: $find) {
    ...LookedUpActivity
  }
  company(id: $company) @include(if: $find) {
    ...LookedUpCompany
  }
  fetch__Signal(id: $signal) @include(if: $fetch) {
    ...LookedUpSignal
  }
  fetch__List(id: $list) @include(if: $fetch) {
    ...LookedUpList
  }
  fetch__SavedSearch(id: $search) @include(if: $fetch) {
    ...LookedUpSearch
  }
  fetch__User(id: $user) @include(if: $fetch) {
    ...LookedUpUser
  }
  fetch__Activity(id: $activity) @include(if: $fetch) {
    ...LookedUpActivity
  }
  fetch__Company(id: $company) @include(if: $fetch) {
    ...LookedUpCompany
  }
}
    fragment LookedUpSignal on Signal {
  id
  fullName
}
fragment LookedUpList on List {
  id
  name
  entries(first: 1) {
    nodes {
      id
    }
  }
}
fragment LookedUpSearch on SavedSearch {
  id
  title
  signals(first: 1) {
    nodes {
      id
    }
  }
}
fragment LookedUpUser on User {
  id
  name
}
fragment LookedUpActivity on Activity {
  id
  summary {
    content
  }
}
fragment LookedUpCompany on Company {
  id
  name
}`) as unknown as TypedDocumentString<LookupsQuery, LookupsQueryVariables>;
export const MineDocument = new TypedDocumentString(`
    query Mine {
  lists {
    id
    isPrivate
    accesses {
      id
      isViewer
    }
  }
  savedSearches {
    id
  }
  signals {
    nodes {
      id
      viewerHasViewed
      viewerHasScreened
      views {
        user {
          id
          isViewer
        }
      }
      lists {
        id
        name
      }
      listEntries {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<MineQuery, MineQueryVariables>;
export const OutputsOfActivitiesDocument = new TypedDocumentString(`
    query OutputsOfActivities($first: Int, $withQuestions: Boolean = true) {
  activities(first: $first) {
    edges {
      node {
        ...Outputs
      }
    }
  }
}
    fragment Outputs on Activity {
  id
  summary {
    content
  }
  actionItems {
    text
  }
  moments(kinds: [QUESTION]) {
    text
  }
  questions @include(if: $withQuestions) {
    text
  }
}`) as unknown as TypedDocumentString<OutputsOfActivitiesQuery, OutputsOfActivitiesQueryVariables>;
export const FourEdgesDocument = new TypedDocumentString(`
    query FourEdges($first: Int) {
  signals(first: $first) {
    nodes {
      lists {
        name
      }
      ...CareerEdges
    }
  }
}
    fragment CareerEdges on Signal {
  samePersonSignals {
    id
  }
  experiences {
    company {
      name
    }
  }
  educations {
    institution {
      name
    }
  }
}`) as unknown as TypedDocumentString<FourEdgesQuery, FourEdgesQueryVariables>;
export const ListsOfReferencesDocument = new TypedDocumentString(`
    query ListsOfReferences($representations: [_Any!]!) {
  _entities(representations: $representations) {
    ... on Signal {
      lists {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListsOfReferencesQuery, ListsOfReferencesQueryVariables>;
export const ThreeTimesDocument = new TypedDocumentString(`
    mutation ThreeTimes($listId: ID!, $one: [ID!]!, $two: [ID!]!, $three: [ID!]!) {
  one: addSignalsToList(listId: $listId, signalIds: $one) {
    __typename
  }
  two: addSignalsToList(listId: $listId, signalIds: $two) {
    __typename
  }
  three: addSignalsToList(listId: $listId, signalIds: $three) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<ThreeTimesMutation, ThreeTimesMutationVariables>;
export const SignalsWithConditionsDocument = new TypedDocumentString(`
    query SignalsWithConditions($id: ID!, $names: Boolean!) {
  signal(id: $id) {
    lists {
      id
      name @include(if: $names)
    }
    experiences {
      company {
        id
        ...CompanyName @include(if: $names)
      }
    }
    educations {
      institution {
        id
        name @skip(if: true)
      }
    }
  }
}
    fragment CompanyName on Company {
  name
}`) as unknown as TypedDocumentString<SignalsWithConditionsQuery, SignalsWithConditionsQueryVariables>;
export const SignalsAndEntriesDocument = new TypedDocumentString(`
    query SignalsAndEntries {
  signals {
    nodes {
      id
    }
  }
  list(id: "lst_1") {
    entries {
      nodes {
        signal {
          fullName
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalsAndEntriesQuery, SignalsAndEntriesQueryVariables>;
export const CompaniesAndProfilesDocument = new TypedDocumentString(`
    query CompaniesAndProfiles {
  companies {
    nodes {
      id
    }
  }
  educationInstitutions {
    nodes {
      id
    }
  }
  signals {
    nodes {
      experiences {
        company {
          name
        }
      }
      educations {
        institution {
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CompaniesAndProfilesQuery, CompaniesAndProfilesQueryVariables>;
export const ListsAndSignalsDocument = new TypedDocumentString(`
    query ListsAndSignals {
  lists {
    id
  }
  signals {
    nodes {
      lists {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListsAndSignalsQuery, ListsAndSignalsQueryVariables>;
export const PageWithListsDocument = new TypedDocumentString(`
    query PageWithLists($first: Int) {
  signals(first: $first) {
    nodes {
      lists {
        id
      }
    }
    pageInfo {
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<PageWithListsQuery, PageWithListsQueryVariables>;
export const ManyRootsDocument = new TypedDocumentString(`
    query ManyRoots {
  signals {
    totalCount
  }
  signal(id: "sig_0") {
    id
  }
  list(id: "lst_1") {
    id
  }
  savedSearches {
    id
  }
  cities {
    totalCount
  }
  companies {
    totalCount
  }
  educationInstitutions {
    totalCount
  }
  listEntry(listId: "lst_1", id: "ent_1") {
    id
  }
}
    `) as unknown as TypedDocumentString<ManyRootsQuery, ManyRootsQueryVariables>;
export const ManyEdgesDocument = new TypedDocumentString(`
    query ManyEdges {
  signals(first: 2) {
    nodes {
      lists {
        id
      }
      ...CareerEdges
    }
  }
}
    fragment CareerEdges on Signal {
  samePersonSignals {
    id
  }
  experiences {
    company {
      name
    }
  }
  educations {
    institution {
      name
    }
  }
}`) as unknown as TypedDocumentString<ManyEdgesQuery, ManyEdgesQueryVariables>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview {
  signals {
    nodes {
      id
      lists {
        id
      }
      experiences {
        companyName
        company {
          name
        }
      }
    }
  }
  lists {
    name
  }
  cities {
    nodes {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const ScreenWithProblemDocument = new TypedDocumentString(`
    mutation ScreenWithProblem($id: ID!) {
  screenSignal(id: $id) {
    __typename
    ... on Problem {
      message
      code
    }
    ... on UpstreamProblem {
      tool
      isRetryable
      retryAt
    }
  }
}
    `) as unknown as TypedDocumentString<ScreenWithProblemMutation, ScreenWithProblemMutationVariables>;
export const CityTotalDocument = new TypedDocumentString(`
    query CityTotal {
  cities {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<CityTotalQuery, CityTotalQueryVariables>;
export const SignalInFullDocument = new TypedDocumentString(`
    query SignalInFull($id: ID!) {
  signal(id: $id) {
    id
    type
    score
    source
    summary
    discoveredAt
    fullName
    headline
    avatarUrl
    linkedinId
    linkedinUrl
    city
    country
    region
    origin
    gender
    ageRange
    educationLevel
    industry
    customerFocus
    profileTags
    viewerHasViewed
    viewerHasScreened
    experiences {
      company {
        id
        name
      }
      companyName
      title
      description
      location
      startDate
      endDate
      isCurrent
    }
    educations {
      institution {
        id
        name
      }
      institutionName
      degree
      fieldOfStudy
      startDate
      endDate
    }
    taggings {
      tag
      createdAt
      taggedBy {
        id
        name
        email
        isViewer
      }
    }
    views {
      user {
        id
        name
      }
      viewedAt
    }
    screenings {
      user {
        id
        isViewer
      }
      screenedAt
    }
  }
}
    `) as unknown as TypedDocumentString<SignalInFullQuery, SignalInFullQueryVariables>;
export const PayloadProbeDocument = new TypedDocumentString(`
    query PayloadProbe {
  signal(id: "sig_1") {
    id
  }
  signals {
    totalCount
    nodes {
      id
    }
  }
  lists {
    id
    accesses {
      id
      name
    }
    creator {
      id
    }
  }
  savedSearches {
    id
    filters {
      key
      value
    }
  }
  cities {
    nodes {
      name
      signalCount
    }
  }
}
    `) as unknown as TypedDocumentString<PayloadProbeQuery, PayloadProbeQueryVariables>;
export const CreateThenAddDocument = new TypedDocumentString(`
    mutation CreateThenAdd($name: String!, $listId: ID!, $signalIds: [ID!]!) {
  createList(input: {name: $name}) {
    __typename
    ... on CreateListSuccess {
      list {
        name
      }
    }
  }
  addSignalsToList(listId: $listId, signalIds: $signalIds) {
    __typename
    ... on Problem {
      message
      code
    }
  }
}
    `) as unknown as TypedDocumentString<CreateThenAddMutation, CreateThenAddMutationVariables>;
export const SignalsInTwoPlacesDocument = new TypedDocumentString(`
    query SignalsInTwoPlaces {
  signals(first: 2) {
    nodes {
      ...PreparedSignal
    }
    edges {
      node {
        ...PreparedSignal
        lists {
          name
        }
      }
    }
  }
}
    fragment PreparedSignal on Signal {
  id
  lists {
    id
  }
}`) as unknown as TypedDocumentString<SignalsInTwoPlacesQuery, SignalsInTwoPlacesQueryVariables>;
export const PreparedPageDocument = new TypedDocumentString(`
    query PreparedPage {
  signals {
    nodes {
      id
      experiences {
        company {
          name
        }
      }
      lists {
        name
        entries(first: 1) {
          nodes {
            signal {
              id
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<PreparedPageQuery, PreparedPageQueryVariables>;
export const ConversationsOfCompanyDocument = new TypedDocumentString(`
    query ConversationsOfCompany($id: ID!, $occurred: ConversationPeriod, $first: Int, $after: String) {
  company(id: $id) {
    id
    conversations(occurred: $occurred, first: $first, after: $after) {
      ...CompanyConversations
    }
  }
}
    fragment CompanyConversations on CompanyConversationConnection {
  totalCount
  edges {
    node {
      title
    }
    participants {
      name
      email
    }
    matchedOn
    evidence
  }
  nodes {
    title
  }
  pageInfo {
    hasNextPage
    hasPreviousPage
    endCursor
  }
}`) as unknown as TypedDocumentString<ConversationsOfCompanyQuery, ConversationsOfCompanyQueryVariables>;
export const ConversationsOfCompaniesDocument = new TypedDocumentString(`
    query ConversationsOfCompanies {
  companies {
    nodes {
      id
      conversations {
        totalCount
      }
    }
  }
  signal(id: "sig_nia") {
    conversations {
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<ConversationsOfCompaniesQuery, ConversationsOfCompaniesQueryVariables>;
export const SignalsOfGuestsDocument = new TypedDocumentString(`
    query SignalsOfGuests($first: Int, $after: String, $minConfidence: MatchConfidence! = STRONG) {
  activities {
    nodes {
      title
      participants {
        name
        affiliation
        signals(first: $first, after: $after, minConfidence: $minConfidence) {
          edges {
            cursor
            node {
              id
            }
            confidence
            score
            matchedOn
            evidence
          }
          nodes {
            id
          }
          pageInfo {
            hasNextPage
            endCursor
          }
          totalCount
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalsOfGuestsQuery, SignalsOfGuestsQueryVariables>;
export const ConversationsOfSignalDocument = new TypedDocumentString(`
    query ConversationsOfSignal($id: ID!, $occurred: ConversationPeriod, $first: Int, $after: String, $minConfidence: MatchConfidence! = STRONG) {
  signal(id: $id) {
    conversations(
      occurred: $occurred
      first: $first
      after: $after
      minConfidence: $minConfidence
    ) {
      edges {
        cursor
        ...MatchFields
      }
      nodes {
        title
      }
      pageInfo {
        hasNextPage
        hasPreviousPage
        endCursor
      }
      totalCount
    }
  }
}
    fragment MatchFields on SignalConversationEdge {
  node {
    id
    title
  }
  participant {
    name
    email
  }
  confidence
  score
  matchedOn
  evidence
}`) as unknown as TypedDocumentString<ConversationsOfSignalQuery, ConversationsOfSignalQueryVariables>;
export const ConversationsOfSignalsDocument = new TypedDocumentString(`
    query ConversationsOfSignals {
  signals(first: 25) {
    nodes {
      id
      conversations {
        nodes {
          title
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ConversationsOfSignalsQuery, ConversationsOfSignalsQueryVariables>;
export const TeamAccountsDocument = new TypedDocumentString(`
    query TeamAccounts {
  users {
    name
    talentUser {
      id
      name
      isViewer
      user {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TeamAccountsQuery, TeamAccountsQueryVariables>;
export const TalentAccountsDocument = new TypedDocumentString(`
    query TalentAccounts {
  lists {
    name
    creator {
      id
      user {
        name
        email
      }
    }
    accesses {
      id
      user {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<TalentAccountsQuery, TalentAccountsQueryVariables>;
export const ContactsOfSignalDocument = new TypedDocumentString(`
    query ContactsOfSignal($id: ID!, $occurred: ConversationPeriod) {
  signal(id: $id) {
    contacts(occurred: $occurred) {
      user {
        id
      }
      ...Contact
    }
  }
}
    fragment Contact on TeamContact {
  conversationCount
  firstConversationAt
  lastConversationAt
}`) as unknown as TypedDocumentString<ContactsOfSignalQuery, ContactsOfSignalQueryVariables>;
export const ContactsAndConversationsDocument = new TypedDocumentString(`
    query ContactsAndConversations {
  signal(id: "sig_nadia") {
    conversations {
      totalCount
    }
    contacts {
      user {
        name
      }
      conversationCount
    }
  }
  company(id: "exe_labs") {
    conversations(first: 1) {
      totalCount
      nodes {
        title
      }
    }
    contacts {
      user {
        name
      }
      conversationCount
    }
  }
}
    `) as unknown as TypedDocumentString<ContactsAndConversationsQuery, ContactsAndConversationsQueryVariables>;
export const FilteredSignalsDocument = new TypedDocumentString(`
    query FilteredSignals($filter: SignalFilter, $first: Int) {
  signals(filter: $filter, first: $first) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<FilteredSignalsQuery, FilteredSignalsQueryVariables>;
export const FilteredEntriesDocument = new TypedDocumentString(`
    query FilteredEntries($filter: ListEntryFilter) {
  list(id: "lst_1") {
    name
    entries(filter: $filter) {
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<FilteredEntriesQuery, FilteredEntriesQueryVariables>;
export const LookupsByIdsDocument = new TypedDocumentString(`
    query LookupsByIds($companies: [ID!], $institutions: [ID!]) {
  companies(ids: $companies) {
    totalCount
  }
  educationInstitutions(ids: $institutions) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<LookupsByIdsQuery, LookupsByIdsQueryVariables>;
export const EveryConnectionDocument = new TypedDocumentString(`
    query EveryConnection($first: Int) {
  signals(first: $first) {
    totalCount
  }
  cities(first: $first) {
    totalCount
  }
  companies(first: $first) {
    totalCount
  }
  educationInstitutions(first: $first) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<EveryConnectionQuery, EveryConnectionQueryVariables>;
export const EmptyIdDocument = new TypedDocumentString(`
    query EmptyId {
  signal(id: "") {
    id
  }
  cities {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<EmptyIdQuery, EmptyIdQueryVariables>;
export const AddSignalDocument = new TypedDocumentString(`
    mutation AddSignal($listId: ID!, $signalId: ID!) {
  addSignalToList(listId: $listId, signalId: $signalId) {
    ...Added
    ...AnyProblem
  }
}
    fragment Added on AddSignalToListSuccess {
  entry {
    addedAt
    addedBy {
      id
    }
    signal {
      id
      fullName
    }
    list {
      id
    }
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<AddSignalMutation, AddSignalMutationVariables>;
export const AddSignalsDocument = new TypedDocumentString(`
    mutation AddSignals($listId: ID!, $signalIds: [ID!]!) {
  addSignalsToList(listId: $listId, signalIds: $signalIds) {
    ...Added
    ...AnyProblem
  }
}
    fragment Added on AddSignalToListSuccess {
  entry {
    addedAt
    addedBy {
      id
    }
    signal {
      id
      fullName
    }
    list {
      id
    }
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<AddSignalsMutation, AddSignalsMutationVariables>;
export const RemoveEntryDocument = new TypedDocumentString(`
    mutation RemoveEntry($listId: ID!, $entryId: ID!) {
  removeListEntry(listId: $listId, entryId: $entryId) {
    ... on RemoveListEntrySuccess {
      deletedId
    }
    ...AnyProblem
  }
}
    fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<RemoveEntryMutation, RemoveEntryMutationVariables>;
export const EntrySignalsDocument = new TypedDocumentString(`
    query EntrySignals($id: ID!) {
  list(id: $id) {
    entries {
      nodes {
        signal {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EntrySignalsQuery, EntrySignalsQueryVariables>;
export const AddAndRemoveDocument = new TypedDocumentString(`
    mutation AddAndRemove($listId: ID!, $entryId: ID!) {
  addSignalToList(listId: $listId, signalId: "sig_2") {
    ... on AddSignalToListSuccess {
      entry {
        signal {
          lists {
            name
          }
          listEntries {
            list {
              id
            }
          }
        }
      }
    }
  }
  removeListEntry(listId: $listId, entryId: $entryId) {
    ... on RemoveListEntrySuccess {
      deletedId
    }
  }
  markSignalViewed(id: "sig_1") {
    ... on MarkSignalViewedSuccess {
      signal {
        lists {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AddAndRemoveMutation, AddAndRemoveMutationVariables>;
export const CreateListDocument = new TypedDocumentString(`
    mutation CreateList($input: CreateListInput!) {
  createList(input: $input) {
    ... on CreateListSuccess {
      list {
        id
        name
        isPrivate
        entryCount
        createdAt
        creator {
          id
          name
          email
          isViewer
        }
        accesses {
          id
        }
      }
    }
    ...AnyProblem
    ...InputIssues
  }
}
    fragment InputIssues on InvalidInputProblem {
  issues {
    path
    message
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<CreateListMutation, CreateListMutationVariables>;
export const RenameListDocument = new TypedDocumentString(`
    mutation RenameList($id: ID!, $name: String!) {
  renameList(id: $id, name: $name) {
    ... on RenameListSuccess {
      list {
        id
        name
      }
    }
    ...AnyProblem
    ...InputIssues
  }
}
    fragment InputIssues on InvalidInputProblem {
  issues {
    path
    message
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<RenameListMutation, RenameListMutationVariables>;
export const DeleteListDocument = new TypedDocumentString(`
    mutation DeleteList($id: ID!) {
  deleteList(id: $id) {
    ... on DeleteListSuccess {
      deletedId
    }
    ...AnyProblem
  }
}
    fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<DeleteListMutation, DeleteListMutationVariables>;
export const RenameListTwiceDocument = new TypedDocumentString(`
    mutation RenameListTwice($id: ID!, $signalId: ID!) {
  first: renameList(id: $id, name: "First") {
    ... on RenameListSuccess {
      list {
        name
        entries {
          nodes {
            list {
              name
            }
          }
        }
      }
    }
  }
  add: addSignalToList(listId: $id, signalId: $signalId) {
    ... on AddSignalToListSuccess {
      entry {
        list {
          entryCount
          entries {
            nodes {
              list {
                name
              }
            }
          }
        }
      }
    }
  }
  second: renameList(id: $id, name: "Second") {
    ... on RenameListSuccess {
      list {
        entryCount
        entries {
          totalCount
          nodes {
            list {
              name
            }
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RenameListTwiceMutation, RenameListTwiceMutationVariables>;
export const ListNamesDocument = new TypedDocumentString(`
    query ListNames {
  lists {
    name
  }
}
    `) as unknown as TypedDocumentString<ListNamesQuery, ListNamesQueryVariables>;
export const ListByIdDocument = new TypedDocumentString(`
    query ListById($id: ID!) {
  list(id: $id) {
    id
    name
    entryCount
  }
}
    `) as unknown as TypedDocumentString<ListByIdQuery, ListByIdQueryVariables>;
export const TwoListsDocument = new TypedDocumentString(`
    query TwoLists($one: ID!, $other: ID!) {
  one: list(id: $one) {
    name
  }
  again: list(id: $one) {
    entryCount
  }
  other: list(id: $other) {
    name
  }
}
    `) as unknown as TypedDocumentString<TwoListsQuery, TwoListsQueryVariables>;
export const ListsAndOneDocument = new TypedDocumentString(`
    query ListsAndOne($id: ID!) {
  list(id: $id) {
    name
  }
  lists {
    id
  }
}
    `) as unknown as TypedDocumentString<ListsAndOneQuery, ListsAndOneQueryVariables>;
export const ListEntriesPageDocument = new TypedDocumentString(`
    query ListEntriesPage($id: ID!, $filter: ListEntryFilter, $orderBy: ListEntryOrder, $first: Int, $after: String) {
  list(id: $id) {
    entries(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount
      nodes {
        id
        addedAt
        signal {
          id
          fullName
        }
        list {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListEntriesPageQuery, ListEntriesPageQueryVariables>;
export const EntriesOfAllListsDocument = new TypedDocumentString(`
    query EntriesOfAllLists {
  lists {
    name
    entries(first: 2) {
      nodes {
        signal {
          fullName
        }
        list {
          name
        }
      }
    }
    newest: entries(first: 2) {
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<EntriesOfAllListsQuery, EntriesOfAllListsQueryVariables>;
export const EntryByIdsDocument = new TypedDocumentString(`
    query EntryByIds($listId: ID!, $id: ID!) {
  listEntry(listId: $listId, id: $id) {
    id
    signal {
      fullName
    }
    list {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EntryByIdsQuery, EntryByIdsQueryVariables>;
export const EntryTwiceWithListDocument = new TypedDocumentString(`
    query EntryTwiceWithList($listId: ID!, $id: ID!) {
  listEntry(listId: $listId, id: $id) {
    addedAt
    list {
      name
    }
  }
  again: listEntry(listId: $listId, id: $id) {
    addedBy {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EntryTwiceWithListQuery, EntryTwiceWithListQueryVariables>;
export const CompanyByIdDocument = new TypedDocumentString(`
    query CompanyById($id: ID!, $other: ID = "exe_404") {
  company(id: $id) {
    id
    name
    domain
    industry
  }
  other: company(id: $other) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<CompanyByIdQuery, CompanyByIdQueryVariables>;
export const CompanySignalsDocument = new TypedDocumentString(`
    query CompanySignals($id: ID!, $filter: SignalFilter, $first: Int, $after: String) {
  company(id: $id) {
    name
    signals(filter: $filter, first: $first, after: $after) {
      totalCount
      nodes {
        id
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CompanySignalsQuery, CompanySignalsQueryVariables>;
export const CompanyPeopleDocument = new TypedDocumentString(`
    query CompanyPeople($id: ID!, $employment: EmploymentState, $first: Int, $after: String) {
  company(id: $id) {
    id
    people(employment: $employment, first: $first, after: $after) {
      ...PeoplePage
    }
    again: people {
      totalCount
    }
  }
}
    fragment PeoplePage on CompanyPersonConnection {
  totalCount
  isPartial
  edges {
    employment
    node {
      id
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`) as unknown as TypedDocumentString<CompanyPeopleQuery, CompanyPeopleQueryVariables>;
export const CompanyPeopleAndFacetsDocument = new TypedDocumentString(`
    query CompanyPeopleAndFacets($id: ID!) {
  company(id: $id) {
    people(first: 1) {
      totalCount
    }
    signals(first: 1) {
      facets(by: [TYPE]) {
        countedSignals
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CompanyPeopleAndFacetsQuery, CompanyPeopleAndFacetsQueryVariables>;
export const CitiesDocument = new TypedDocumentString(`
    query Cities($search: String) {
  cities(search: $search) {
    totalCount
    nodes {
      name
      signalCount
    }
  }
}
    `) as unknown as TypedDocumentString<CitiesQuery, CitiesQueryVariables>;
export const CompaniesDocument = new TypedDocumentString(`
    query Companies($search: String, $ids: [ID!], $first: Int) {
  companies(search: $search, ids: $ids, first: $first) {
    totalCount
    nodes {
      id
      name
      domain
      industry
    }
  }
}
    `) as unknown as TypedDocumentString<CompaniesQuery, CompaniesQueryVariables>;
export const InstitutionsDocument = new TypedDocumentString(`
    query Institutions($search: String, $ids: [ID!]) {
  educationInstitutions(search: $search, ids: $ids) {
    nodes {
      id
      name
      country
    }
  }
}
    `) as unknown as TypedDocumentString<InstitutionsQuery, InstitutionsQueryVariables>;
export const LookupsTwiceDocument = new TypedDocumentString(`
    query LookupsTwice {
  cities {
    totalCount
  }
  againCities: cities {
    totalCount
  }
  companies {
    totalCount
  }
  againCompanies: companies(search: null) {
    totalCount
  }
  educationInstitutions {
    totalCount
  }
  againInstitutions: educationInstitutions {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<LookupsTwiceQuery, LookupsTwiceQueryVariables>;
export const PageOfSignalsDocument = new TypedDocumentString(`
    query PageOfSignals($filter: SignalFilter, $first: Int, $after: String) {
  page: signals(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      key: id
    }
    edges {
      cursor
      node {
        key: id
      }
    }
    pageInfo {
      ...Place
    }
  }
}
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PageOfSignalsQuery, PageOfSignalsQueryVariables>;
export const PageOfMatchesDocument = new TypedDocumentString(`
    query PageOfMatches($id: ID!, $first: Int, $after: String) {
  parent: savedSearch(id: $id) {
    page: signals(first: $first, after: $after) {
      totalCount
      edges {
        cursor
        node {
          key: id
        }
      }
      pageInfo {
        ...Place
      }
    }
  }
}
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PageOfMatchesQuery, PageOfMatchesQueryVariables>;
export const PageOfEntriesDocument = new TypedDocumentString(`
    query PageOfEntries($id: ID!, $filter: ListEntryFilter, $orderBy: ListEntryOrder, $first: Int, $after: String) {
  parent: list(id: $id) {
    page: entries(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount
      edges {
        cursor
        node {
          key: id
        }
      }
      pageInfo {
        ...Place
      }
    }
  }
}
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PageOfEntriesQuery, PageOfEntriesQueryVariables>;
export const PageOfCitiesDocument = new TypedDocumentString(`
    query PageOfCities($search: String, $first: Int, $after: String) {
  page: cities(search: $search, first: $first, after: $after) {
    totalCount
    edges {
      cursor
      node {
        key: name
      }
    }
    pageInfo {
      ...Place
    }
  }
}
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PageOfCitiesQuery, PageOfCitiesQueryVariables>;
export const PageOfCompaniesDocument = new TypedDocumentString(`
    query PageOfCompanies($ids: [ID!], $first: Int, $after: String) {
  page: companies(ids: $ids, first: $first, after: $after) {
    totalCount
    edges {
      cursor
      node {
        key: id
      }
    }
    pageInfo {
      ...Place
    }
  }
}
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PageOfCompaniesQuery, PageOfCompaniesQueryVariables>;
export const PageOfInstitutionsDocument = new TypedDocumentString(`
    query PageOfInstitutions($first: Int, $after: String) {
  page: educationInstitutions(first: $first, after: $after) {
    totalCount
    edges {
      cursor
      node {
        key: id
      }
    }
    pageInfo {
      ...Place
    }
  }
}
    fragment Place on PageInfo {
  hasNextPage
  hasPreviousPage
  startCursor
  endCursor
}`) as unknown as TypedDocumentString<PageOfInstitutionsQuery, PageOfInstitutionsQueryVariables>;
export const NewSignalsDocument = new TypedDocumentString(`
    query NewSignals($id: ID!, $since: DateTime, $seenIds: [ID!], $first: Int, $after: String) {
  savedSearch(id: $id) {
    visitedAt
    newSignals(since: $since, seenIds: $seenIds, first: $first, after: $after) {
      totalCount
      nodes {
        id
      }
      pageInfo {
        hasPreviousPage
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NewSignalsQuery, NewSignalsQueryVariables>;
export const NewSignalsOfAllDocument = new TypedDocumentString(`
    query NewSignalsOfAll {
  savedSearches {
    id
    newSignals(first: 2) {
      totalCount
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NewSignalsOfAllQuery, NewSignalsOfAllQueryVariables>;
export const MarkVisitedDocument = new TypedDocumentString(`
    mutation MarkVisited($id: ID!, $at: DateTime) {
  markSavedSearchVisited(id: $id, at: $at) {
    ... on MarkSavedSearchVisitedSuccess {
      savedSearch {
        id
        title
        visitedAt
      }
    }
    ...AnyProblem
  }
}
    fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<MarkVisitedMutation, MarkVisitedMutationVariables>;
export const SavedSearchVisitDocument = new TypedDocumentString(`
    query SavedSearchVisit($id: ID!) {
  savedSearch(id: $id) {
    title
    visitedAt
    filters {
      key
      operator
      value
    }
    sharees {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SavedSearchVisitQuery, SavedSearchVisitQueryVariables>;
export const CreateSearchDocument = new TypedDocumentString(`
    mutation CreateSearch($input: CreateSavedSearchInput!) {
  createSavedSearch(input: $input) {
    ... on CreateSavedSearchSuccess {
      savedSearch {
        ...WholeSearch
      }
    }
    ...AnyProblem
    ...InputIssues
  }
}
    fragment InputIssues on InvalidInputProblem {
  issues {
    path
    message
  }
}
fragment WholeSearch on SavedSearch {
  id
  title
  emoji
  visitedAt
  createdAt
  filters {
    key
    operator
    value
  }
  sharees {
    id
  }
  creator {
    id
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<CreateSearchMutation, CreateSearchMutationVariables>;
export const UpdateSearchDocument = new TypedDocumentString(`
    mutation UpdateSearch($id: ID!, $input: UpdateSavedSearchInput!) {
  updateSavedSearch(id: $id, input: $input) {
    ... on UpdateSavedSearchSuccess {
      savedSearch {
        ...WholeSearch
      }
    }
    ...AnyProblem
    ...InputIssues
  }
}
    fragment InputIssues on InvalidInputProblem {
  issues {
    path
    message
  }
}
fragment WholeSearch on SavedSearch {
  id
  title
  emoji
  visitedAt
  createdAt
  filters {
    key
    operator
    value
  }
  sharees {
    id
  }
  creator {
    id
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<UpdateSearchMutation, UpdateSearchMutationVariables>;
export const DuplicateSearchDocument = new TypedDocumentString(`
    mutation DuplicateSearch($id: ID!) {
  duplicateSavedSearch(id: $id) {
    ... on DuplicateSavedSearchSuccess {
      savedSearch {
        ...WholeSearch
      }
    }
    ...AnyProblem
  }
}
    fragment WholeSearch on SavedSearch {
  id
  title
  emoji
  visitedAt
  createdAt
  filters {
    key
    operator
    value
  }
  sharees {
    id
  }
  creator {
    id
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<DuplicateSearchMutation, DuplicateSearchMutationVariables>;
export const DeleteSearchDocument = new TypedDocumentString(`
    mutation DeleteSearch($id: ID!) {
  deleteSavedSearch(id: $id) {
    ... on DeleteSavedSearchSuccess {
      deletedId
    }
    ...AnyProblem
  }
}
    fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<DeleteSearchMutation, DeleteSearchMutationVariables>;
export const SearchTitlesDocument = new TypedDocumentString(`
    query SearchTitles {
  savedSearches {
    id
    title
  }
}
    `) as unknown as TypedDocumentString<SearchTitlesQuery, SearchTitlesQueryVariables>;
export const SearchMatchesDocument = new TypedDocumentString(`
    query SearchMatches($id: ID!) {
  savedSearch(id: $id) {
    signals {
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SearchMatchesQuery, SearchMatchesQueryVariables>;
export const UpdateSearchTwiceDocument = new TypedDocumentString(`
    mutation UpdateSearchTwice($id: ID!) {
  first: updateSavedSearch(id: $id, input: {filter: {minScore: 9}}) {
    ... on UpdateSavedSearchSuccess {
      savedSearch {
        signals {
          nodes {
            id
          }
        }
      }
    }
  }
  second: updateSavedSearch(id: $id, input: {filter: {}}) {
    ... on UpdateSavedSearchSuccess {
      savedSearch {
        signals {
          nodes {
            id
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateSearchTwiceMutation, UpdateSearchTwiceMutationVariables>;
export const SavedSearchByIdDocument = new TypedDocumentString(`
    query SavedSearchById($id: ID!) {
  savedSearch(id: $id) {
    title
    signals(first: 2) {
      totalCount
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SavedSearchByIdQuery, SavedSearchByIdQueryVariables>;
export const TwoSavedSearchesDocument = new TypedDocumentString(`
    query TwoSavedSearches($one: ID!, $other: ID!) {
  one: savedSearch(id: $one) {
    title
  }
  other: savedSearch(id: $other) {
    title
  }
}
    `) as unknown as TypedDocumentString<TwoSavedSearchesQuery, TwoSavedSearchesQueryVariables>;
export const SavedSearchesAndOneDocument = new TypedDocumentString(`
    query SavedSearchesAndOne($id: ID!) {
  savedSearches {
    id
    signals(first: 1) {
      nodes {
        id
      }
    }
    again: signals(first: 1) {
      totalCount
    }
  }
  savedSearch(id: $id) {
    title
  }
}
    `) as unknown as TypedDocumentString<SavedSearchesAndOneQuery, SavedSearchesAndOneQueryVariables>;
export const SavedFilterDocument = new TypedDocumentString(`
    query SavedFilter($id: ID!) {
  savedSearch(id: $id) {
    filters {
      key
      isApplied
    }
    filter {
      __typename
      fullName
      types
      minScore
      countries {
        __typename
        in
        notIn
      }
      sources
      screenedBy {
        viewer
        others
        userIds
        notUserIds
      }
      createdAfter
      discovered {
        between {
          from
          to
        }
        withinDays
        since
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SavedFilterQuery, SavedFilterQueryVariables>;
export const SignalFacetsDocument = new TypedDocumentString(`
    query SignalFacets($by: [SignalFacet!]!, $filter: SignalFilter, $first: Int, $after: String) {
  signals(filter: $filter, first: $first, after: $after) {
    totalCount
    nodes {
      id
    }
    pageInfo {
      endCursor
    }
    facets(by: $by) {
      ...FacetCounts
    }
  }
}
    fragment FacetCounts on SignalFacets {
  countedSignals
  isPartial
  groups {
    facet
    missingCount
    values {
      value
      count
    }
  }
}`) as unknown as TypedDocumentString<SignalFacetsQuery, SignalFacetsQueryVariables>;
export const FacetsOfEveryListingDocument = new TypedDocumentString(`
    query FacetsOfEveryListing($by: [SignalFacet!]!) {
  signals(first: 1) {
    facets(by: $by) {
      ...FacetCounts
    }
  }
  savedSearch(id: "sch_1") {
    signals(first: 1) {
      facets(by: $by) {
        ...FacetCounts
      }
    }
    newSignals(first: 1) {
      facets(by: $by) {
        ...FacetCounts
      }
    }
  }
  company(id: "exe_1") {
    signals(first: 1) {
      facets(by: $by) {
        ...FacetCounts
      }
    }
  }
}
    fragment FacetCounts on SignalFacets {
  countedSignals
  isPartial
  groups {
    facet
    missingCount
    values {
      value
      count
    }
  }
}`) as unknown as TypedDocumentString<FacetsOfEveryListingQuery, FacetsOfEveryListingQueryVariables>;
export const FacetsTwiceDocument = new TypedDocumentString(`
    query FacetsTwice {
  signals(first: 1) {
    types: facets(by: [TYPE]) {
      countedSignals
    }
    scores: facets(by: [SCORE]) {
      countedSignals
    }
  }
}
    `) as unknown as TypedDocumentString<FacetsTwiceQuery, FacetsTwiceQueryVariables>;
export const SignalsOfFilterDocument = new TypedDocumentString(`
    query SignalsOfFilter($filter: SignalFilter!) {
  signals(filter: $filter) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<SignalsOfFilterQuery, SignalsOfFilterQueryVariables>;
export const SaveFilterDocument = new TypedDocumentString(`
    mutation SaveFilter($filter: SignalFilter!) {
  createSavedSearch(input: {title: "Saved", filter: $filter}) {
    ... on Problem {
      message
    }
  }
}
    `) as unknown as TypedDocumentString<SaveFilterMutation, SaveFilterMutationVariables>;
export const MarkViewedDocument = new TypedDocumentString(`
    mutation MarkViewed($id: ID!) {
  markSignalViewed(id: $id) {
    ... on MarkSignalViewedSuccess {
      signal {
        ...SignalReviews
      }
    }
    ...AnyProblem
  }
}
    fragment SignalReviews on Signal {
  id
  viewerHasViewed
  viewerHasScreened
  views {
    user {
      id
      isViewer
    }
    viewedAt
  }
  screenings {
    user {
      id
      isViewer
    }
    screenedAt
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<MarkViewedMutation, MarkViewedMutationVariables>;
export const ScreenDocument = new TypedDocumentString(`
    mutation Screen($id: ID!) {
  screenSignal(id: $id) {
    ... on ScreenSignalSuccess {
      signal {
        ...SignalReviews
      }
    }
    ...AnyProblem
  }
}
    fragment SignalReviews on Signal {
  id
  viewerHasViewed
  viewerHasScreened
  views {
    user {
      id
      isViewer
    }
    viewedAt
  }
  screenings {
    user {
      id
      isViewer
    }
    screenedAt
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<ScreenMutation, ScreenMutationVariables>;
export const UnscreenDocument = new TypedDocumentString(`
    mutation Unscreen($id: ID!) {
  unscreenSignal(id: $id) {
    ... on UnscreenSignalSuccess {
      signal {
        ...SignalReviews
      }
    }
    ...AnyProblem
  }
}
    fragment SignalReviews on Signal {
  id
  viewerHasViewed
  viewerHasScreened
  views {
    user {
      id
      isViewer
    }
    viewedAt
  }
  screenings {
    user {
      id
      isViewer
    }
    screenedAt
  }
}
fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<UnscreenMutation, UnscreenMutationVariables>;
export const ReviewTwiceDocument = new TypedDocumentString(`
    mutation ReviewTwice($id: ID!) {
  screened: screenSignal(id: $id) {
    ... on ScreenSignalSuccess {
      signal {
        viewerHasScreened
        samePersonSignals {
          viewerHasViewed
          viewerHasScreened
        }
      }
    }
  }
  viewed: markSignalViewed(id: "sig_person_2") {
    ... on MarkSignalViewedSuccess {
      signal {
        samePersonSignals {
          viewerHasScreened
        }
      }
    }
  }
  unscreened: unscreenSignal(id: $id) {
    ... on UnscreenSignalSuccess {
      signal {
        samePersonSignals {
          viewerHasViewed
          viewerHasScreened
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ReviewTwiceMutation, ReviewTwiceMutationVariables>;
export const VisibleSignalsDocument = new TypedDocumentString(`
    query VisibleSignals($filter: SignalFilter) {
  signals(filter: $filter) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<VisibleSignalsQuery, VisibleSignalsQueryVariables>;
export const ReviewSeveralDocument = new TypedDocumentString(`
    mutation ReviewSeveral($viewed: [ID!]!, $screened: [ID!]!, $unscreened: [ID!]!) {
  markSignalsViewed(ids: $viewed) {
    ... on MarkSignalViewedSuccess {
      signal {
        id
        viewerHasViewed
      }
    }
    ...AnyProblem
  }
  screenSignals(ids: $screened) {
    ... on ScreenSignalSuccess {
      signal {
        id
        viewerHasScreened
      }
    }
    ...AnyProblem
  }
  unscreenSignals(ids: $unscreened) {
    ... on UnscreenSignalSuccess {
      signal {
        id
        viewerHasScreened
      }
    }
    ...AnyProblem
  }
}
    fragment AnyProblem on Problem {
  __typename
  message
  code
}`) as unknown as TypedDocumentString<ReviewSeveralMutation, ReviewSeveralMutationVariables>;
export const ScreenSignalsDocument = new TypedDocumentString(`
    mutation ScreenSignals($ids: [ID!]!) {
  screenSignals(ids: $ids) {
    __typename
  }
}
    `) as unknown as TypedDocumentString<ScreenSignalsMutation, ScreenSignalsMutationVariables>;
export const SignalsWithProfilesDocument = new TypedDocumentString(`
    query SignalsWithProfiles($first: Int) {
  signals(first: $first) {
    nodes {
      id
      lists {
        id
        name
      }
      experiences {
        company {
          id
          name
        }
      }
      educations {
        institution {
          id
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalsWithProfilesQuery, SignalsWithProfilesQueryVariables>;
export const SignalsWithIdsDocument = new TypedDocumentString(`
    query SignalsWithIds {
  signals {
    nodes {
      id
      lists {
        __typename
        id
      }
      experiences {
        company {
          ...CompanyId
        }
      }
      educations {
        institution {
          ... on EducationInstitution {
            id
          }
        }
      }
    }
  }
}
    fragment CompanyId on Company {
  __typename
  id
}`) as unknown as TypedDocumentString<SignalsWithIdsQuery, SignalsWithIdsQueryVariables>;
export const SignalsWithEntriesDocument = new TypedDocumentString(`
    query SignalsWithEntries {
  signals {
    nodes {
      listEntries {
        id
        addedBy {
          name
        }
        signal {
          fullName
        }
        list {
          id
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalsWithEntriesQuery, SignalsWithEntriesQueryVariables>;
export const SignalsOfSamePersonDocument = new TypedDocumentString(`
    query SignalsOfSamePerson($filter: SignalFilter) {
  signals(filter: $filter) {
    nodes {
      id
      samePersonSignals {
        id
        fullName
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalsOfSamePersonQuery, SignalsOfSamePersonQueryVariables>;
export const SignalTwiceDocument = new TypedDocumentString(`
    query SignalTwice($one: ID!, $other: ID!) {
  one: signal(id: $one) {
    id
  }
  again: signal(id: $one) {
    fullName
  }
  other: signal(id: $other) {
    id
  }
}
    `) as unknown as TypedDocumentString<SignalTwiceQuery, SignalTwiceQueryVariables>;
export const SignalPageTwiceDocument = new TypedDocumentString(`
    query SignalPageTwice($other: SignalFilter) {
  one: signals(first: 2) {
    nodes {
      id
    }
  }
  again: signals(first: 2) {
    totalCount
  }
  more: signals(first: 3) {
    nodes {
      id
    }
  }
  other: signals(first: 2, filter: $other) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SignalPageTwiceQuery, SignalPageTwiceQueryVariables>;
export const SignalListsInBothWaysDocument = new TypedDocumentString(`
    query SignalListsInBothWays {
  signals(first: 1) {
    nodes {
      lists {
        name
      }
      listEntries {
        id
      }
      lists {
        entryCount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalListsInBothWaysQuery, SignalListsInBothWaysQueryVariables>;
export const TalentUsersDocument = new TypedDocumentString(`
    query TalentUsers {
  talentUsers {
    id
    name
    email
    isViewer
  }
}
    `) as unknown as TypedDocumentString<TalentUsersQuery, TalentUsersQueryVariables>;
export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    identifier
    scopes
    connectors {
      kind
      connectionName
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const ViewerOrganizationDocument = new TypedDocumentString(`
    query ViewerOrganization {
  viewer {
    organization {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerOrganizationQuery, ViewerOrganizationQueryVariables>;
export const ViewerTalentUserDocument = new TypedDocumentString(`
    query ViewerTalentUser {
  viewer {
    talentUser {
      id
      name
      isViewer
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerTalentUserQuery, ViewerTalentUserQueryVariables>;
export const ViewerUserDocument = new TypedDocumentString(`
    query ViewerUser {
  viewer {
    user {
      name
      email
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerUserQuery, ViewerUserQueryVariables>;
export const WholeViewerDocument = new TypedDocumentString(`
    query WholeViewer {
  viewer {
    identifier
    organization {
      name
    }
    talentUser {
      id
    }
    user {
      name
    }
  }
  organization {
    name
  }
  talentUsers {
    id
  }
  users {
    name
  }
}
    `) as unknown as TypedDocumentString<WholeViewerQuery, WholeViewerQueryVariables>;