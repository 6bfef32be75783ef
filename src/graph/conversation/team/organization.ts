import type { OrganizationRecord, TopicThemeRecord } from '../../../connector/conversation/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { onceAnOperation } from '../../core/loader.ts';
import { ofConversation } from '../../core/ownership.ts';

const Organization = builder.objectRef<OrganizationRecord>('Organization').implement({
  description: "The organization of the caller's account.",
  extensions: ofConversation,
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'Name.' }),
    crmIntegration: t.exposeString('crmIntegration', { description: 'The CRM it is connected to.' }),
    calendarType: t.exposeString('calendarType', { description: 'The calendar it uses.' }),
    address: t.exposeString('address', { description: 'Postal address.' }),
  }),
});

type TopicRecord = TopicThemeRecord['topics'][number];

const TopicTrigger = builder.objectRef<TopicRecord['triggers'][number]>('TopicTrigger').implement({
  description: 'A keyword or phrase that tells that a topic is spoken of.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id.' }),
    keyword: t.exposeString('keyword', {
      nullable: false,
      description: 'The keyword or phrase; its word forms count too.',
    }),
  }),
});

const Topic = builder.objectRef<TopicRecord>('Topic').implement({
  description: 'Something that conversations are about.',
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id.' }),
    name: t.exposeString('name', { nullable: false, description: 'Name.' }),
    triggers: t.expose('triggers', { type: [TopicTrigger], nullable: false, description: 'What tells it.' }),
  }),
});

const TopicTheme = builder.objectRef<TopicThemeRecord>('TopicTheme').implement({
  description: 'A group of topics.',
  extensions: ofConversation,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id.' }),
    name: t.exposeString('name', { nullable: false, description: 'Name.' }),
    topics: t.expose('topics', { type: [Topic], nullable: false, description: 'Its topics.' }),
  }),
});

const organizationLoader = onceAnOperation(({ conversation }) => conversation.organization());

const themesLoader = onceAnOperation(async ({ conversation }) => (await conversation.topicThemes()).items);

builder.queryField('organization', (t) =>
  t.field({
    type: Organization,
    extensions: toolCalls({ shared: [{ tool: 'organization_get' }] }),
    description: "The organization of the caller's account. One organization_get.",
    resolve: (_, _args, context) => organizationLoader(context).load(),
  }),
);

builder.queryField('topicThemes', (t) =>
  t.field({
    type: [TopicTheme],
    extensions: toolCalls({ shared: [{ tool: 'topic_triggers_list' }] }),
    description: 'All topic triggers of the team, by theme and topic. One topic_triggers_list.',
    resolve: (_, _args, context) => themesLoader(context).load(),
  }),
);
