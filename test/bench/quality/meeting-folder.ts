import { fileURLToPath } from 'node:url';

/** Optional folder with real meetings, outside the repository. */
export const meetingFolder = fileURLToPath(new URL('../../../../shared/data/meetings', import.meta.url));

/** The target of figures that need the folder and are not measured without it. */
export const needsMeetings = 'requires the QMSum meetings in ../shared/data/meetings';
