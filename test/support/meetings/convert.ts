import { activityRecord, startOf, userRecords } from './meeting-records.ts';
import { readMeetingFolder } from './qmsum.ts';
import { themeRecords } from './themes.ts';

/**
 * `node test/support/meetings/convert.ts <folder> [first day] > meetings.ndjson`: converts the QMSum meetings of a
 * folder into records to import, one per line: users, themes, then one meeting per day starting at the first day
 * (2026-10-05). Reports unreadable input with its file and line, and exits with 1.
 */
const [folder = '', firstDay = '2026-10-05'] = process.argv.slice(2);
const start = new Date(`${firstDay}T09:00:00Z`);
const read = await readMeetingFolder(folder);
if (!read || Number.isNaN(start.getTime())) {
  console.error('Usage: node test/support/meetings/convert.ts <folder of meetings> [first day, YYYY-MM-DD]');
  process.exitCode = 1;
} else {
  const activities = read.meetings.map((meeting, index) => activityRecord(meeting, startOf(start, index)));
  for (const record of [...userRecords(), ...themeRecords(), ...activities]) {
    process.stdout.write(`${JSON.stringify(record)}\n`);
  }
  for (const fault of read.faults) console.error(fault);
  if (read.faults.length > 0) process.exitCode = 1;
}
