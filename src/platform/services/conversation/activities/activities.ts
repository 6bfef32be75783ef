import type { activityTools } from '../../../../tools/conversation/activity.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { activityPage } from './activity-page.ts';
import { uploadActivity } from './activity-upload.ts';
import type { ConversationParts } from '../conversation-parts.ts';

export const activityHandlers = (parts: ConversationParts): ToolHandlers<typeof activityTools> => ({
  activities_list: (input, { userId }) => activityPage(parts, { input, userId }),
  activity_upload: (input, { userId }) => uploadActivity(parts, { input, userId }),
});
