import { activityTools } from './activity.ts';
import { outputTools } from './outputs.ts';
import { teamTools } from './team.ts';
import { webhookTools } from './webhook.ts';

/** The 18 tools of the conversation connector, keyed by their name without the connection's tool prefix. */
export const conversationTools = { ...activityTools, ...outputTools, ...teamTools, ...webhookTools };

export type ConversationToolName = keyof typeof conversationTools;
