import type { activityTools } from '../../../../tools/conversation/activity.ts';
import type { ToolHandlers } from '../../../../tools/service.ts';
import { activityPage } from './list-activities.ts';
import { uploadActivity } from './upload-activity.ts';
import type { ConversationParts } from '../service-context.ts';

export const activityHandlers = (parts: ConversationParts): ToolHandlers<typeof activityTools> => ({
  activities_list: (input, { userId }) => activityPage(parts, { input, userId }),
  activity_upload: (input, { userId }) => uploadActivity(parts, { input, userId }),
});
