import { fileURLToPath } from 'node:url';

/** Where a checkout may find real meetings, outside the repository. */
export const meetingFolder = fileURLToPath(new URL('../../../shared/data/meetings', import.meta.url));
