import type { OrganizationRecord, TopicThemeRecord } from '../../../tools/conversation/team.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import type { GraphContext } from '../../core/context.ts';
import { singletonLoader } from '../../core/loader.ts';
import { conversationSource } from '../../../operation/type-source.ts';

const Organization = builder.objectRef<OrganizationRecord>('Organization').implement({
  description: "The organization that the caller's account belongs to.",
  extensions: conversationSource,
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'Display name of the organization.' }),
    crmIntegration: t.exposeString('crmIntegration', {
      description: 'Name of the connected CRM; null if no CRM is connected.',
    }),
    calendarType: t.exposeString('calendarType', {
      description: 'Type of the calendar that meetings are imported from; null if no calendar is connected.',
    }),
    address: t.exposeString('address', { description: 'Postal address as free text; null if unknown.' }),
  }),
});

type TopicRecord = TopicThemeRecord['topics'][number];

const TopicTrigger = builder.objectRef<TopicRecord['triggers'][number]>('TopicTrigger').implement({
  description: 'A keyword or phrase that indicates that a topic is being discussed.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the trigger.' }),
    keyword: t.exposeString('keyword', {
      nullable: false,
      description:
        'Keyword or phrase to match. The built-in analysis also matches other forms of English words: `price` matches `prices`.',
    }),
  }),
});

const Topic = builder.objectRef<TopicRecord>('Topic').implement({
  description: 'A subject that the team tracks in its conversations.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the topic.' }),
    name: t.exposeString('name', { nullable: false, description: 'Name of the topic, for example `Pricing`.' }),
    triggers: t.expose('triggers', {
      type: [TopicTrigger],
      nullable: false,
      description: 'Keywords and phrases that indicate the topic.',
    }),
  }),
});

const TopicTheme = builder.objectRef<TopicThemeRecord>('TopicTheme').implement({
  description: 'A group of related topics.',
  extensions: conversationSource,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the theme.' }),
    name: t.exposeString('name', { nullable: false, description: 'Name of the theme.' }),
    topics: t.expose('topics', { type: [Topic], nullable: false, description: 'Topics that belong to the theme.' }),
  }),
});

const organizationLoader = singletonLoader(({ conversation }) => conversation.organization());

const themesLoader = singletonLoader(async ({ conversation }) => (await conversation.topicThemes()).items);

export const organizationField = {
  type: Organization,
  extensions: toolCalls({ batched: [{ tool: 'organization_get' }] }),
  description: "The organization that the caller's account belongs to. Costs one `organization_get` call.",
  resolve: (_: unknown, _args: unknown, context: GraphContext) => organizationLoader(context).load(),
};

builder.queryField('organization', (t) => t.field(organizationField));

builder.queryField('topicThemes', (t) =>
  t.field({
    type: [TopicTheme],
    extensions: toolCalls({ batched: [{ tool: 'topic_triggers_list' }] }),
    description: 'All topic triggers of the team, grouped by theme and topic. Costs one `topic_triggers_list` call.',
    resolve: (_, _args, context) => themesLoader(context).load(),
  }),
);
