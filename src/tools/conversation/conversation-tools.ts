import { activityTools } from './activity.ts';
import { outputTools } from './outputs.ts';
import { teamTools } from './team.ts';
import { webhookTools } from './webhook.ts';

export const conversationTools = { ...activityTools, ...outputTools, ...teamTools, ...webhookTools };

export type ConversationToolName = keyof typeof conversationTools;
