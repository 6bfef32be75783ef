import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { requireScope, schemaScope } from '../tools/tool.ts';
import { builder } from './core/builder.ts';
import type { GraphContext } from './core/context.ts';
import { isolateRepresentations } from './core/entities.ts';
import { prefixSchema } from './prefix/prefixed-schema.ts';
// The following modules add their types and fields to the builder.
import './core/scalars.ts';
import './connectors.ts';
import './conversation/activity/activities.ts';
import './conversation/activity/action-item.ts';
import './conversation/team/coaching.ts';
import './conversation/team/comment.ts';
import './conversation/transcript/timeline.ts';
import './conversation/team/organization.ts';
import './conversation/transcript/transcript.ts';
import './conversation/activity/upload-activity.ts';
import './conversation/webhook.ts';
import './conversation/event/activity-processing.ts';
import './conversation/event/conversation-event.ts';
import './talent/lookup/city.ts';
import './talent/lookup/company-signals.ts';
import './talent/lookup/education-institution.ts';
import './talent/list/list-entry.ts';
import './talent/list/list-mutations.ts';
import './talent/saved-search/new-signals.ts';
import './talent/saved-search/saved-search.ts';
import './talent/saved-search/saved-search-mutations.ts';
import './talent/signal/signal.ts';
import './talent/signal/signal-facets.ts';
import './talent/signal/signal-mutations.ts';
import './matching/company-conversations.ts';
import './matching/participant-signals.ts';
import './matching/signal-conversations.ts';
import './matching/team-accounts.ts';
import './matching/team-contacts.ts';
import './viewer.ts';

builder.queryType({
  description:
    'Fields that read data. If a tool call fails, the field that needs it is null and an error is added; other fields are unaffected. Cities, companies, education institutions, users, organization and topic themes are cached for `CACHE_SECONDS` (60 by default), and outputs of conversations (such as `Activity.transcript`) for an hour; everything else is read for each operation. To learn whether loaded data is stale, subscribe to `conversationEvents`, or select `SavedSearch.newSignals`.',
});
builder.mutationType({
  description: 'Fields that change data. Their results are unions of the success type and the problems that can occur.',
});

builder.subscriptionType({
  description:
    'Fields that emit a result for each event, over Server-Sent Events or WebSocket, until the client or the server ends the stream. An operation must select exactly one of these fields, without `@skip` and `@include`.',
});

const buildSchema = (typePrefix: string) => {
  const subgraph = builder.toSubGraphSchema({ linkUrl: 'https://specs.apollo.dev/federation/v2.9' });
  return guardSdl(isolateRepresentations(prefixSchema(subgraph, typePrefix)));
};

export const schema = buildSchema('');

export const schemaWithPrefix = (typePrefix: string) => (typePrefix === '' ? schema : buildSchema(typePrefix));

/** Requires a scope for `_service` while introspection is disabled: `_service` reveals the schema. */
function guardSdl(subgraph: GraphQLSchema): GraphQLSchema {
  const service = subgraph.getType('_Service');
  const sdl = isObjectType(service) ? service.getFields()['sdl'] : undefined;
  if (!sdl) throw new Error('The schema is not a subgraph.');
  const { resolve = defaultFieldResolver } = sdl;
  sdl.resolve = (source, args, context: GraphContext, info) => {
    if (context.hidesSchema) requireScope(context.tools.scopes, schemaScope, { name: '_service' });
    return resolve(source, args, context, info);
  };
  return subgraph;
}
