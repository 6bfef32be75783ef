import { activityTools } from './activity.ts';
import { outputTools } from './outputs.ts';
import { teamTools } from './team.ts';
import { webhookTools } from './webhook.ts';

/** The 18 tools of the conversation connector, by name without prefix. */
export const convoTools = { ...activityTools, ...outputTools, ...teamTools, ...webhookTools };

export type ConvoToolName = keyof typeof convoTools;
