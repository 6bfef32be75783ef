import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordRelease } from './record-release.ts';
import { printRecording } from './recording.ts';

/**
 * Records the SQL statements of this release in `statements.ndjson`. A test of the next release
 * runs them after its migrations: `node test/platform/database/previous-release/record.ts`.
 */
await writeFile(join(import.meta.dirname, 'statements.ndjson'), printRecording(await recordRelease()));
