import { builder } from './builder.ts';
import { answerEntitiesApart } from './entities.ts';
import { limitResults } from './result-limit.ts';
import { requireScopes } from './scopes.ts';
import './scalars.ts';
import './connectors.ts';
import './conversation/activities.ts';
import './conversation/activity-outputs.ts';
import './conversation/call-score.ts';
import './conversation/coaching-feedback.ts';
import './conversation/comment.ts';
import './conversation/listen.ts';
import './conversation/moment.ts';
import './conversation/organization.ts';
import './conversation/transcript.ts';
import './conversation/upload-activity.ts';
import './conversation/webhook.ts';
import './talent/city.ts';
import './talent/company.ts';
import './talent/education-institution.ts';
import './talent/list-entry.ts';
import './talent/list-entry-mutations.ts';
import './talent/list-mutations.ts';
import './talent/saved-search.ts';
import './talent/saved-search-mutations.ts';
import './talent/signal.ts';
import './talent/signal-mutations.ts';

builder.queryType({ description: 'What can be asked for.' });
builder.mutationType({
  description: 'What can be changed. Every mutation answers with a union of its success and its problems.',
});

/** The whole graph as a federation subgraph. */
export const schema = requireScopes(
  limitResults(answerEntitiesApart(builder.toSubGraphSchema({ linkUrl: 'https://specs.apollo.dev/federation/v2.9' }))),
);
