import { fileURLToPath } from 'node:url';

/** Optional folder with real meetings, outside the repository. */
export const meetingFolder = fileURLToPath(new URL('../../../../shared/data/meetings', import.meta.url));
