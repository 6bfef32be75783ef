/** Such as `2026-02-04`, `2026-02-04 10-00` or `20260204-100000`. */
const timeText =
  /(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?:[T _-]{1,3}(\d{2})[-.:h_]?(\d{2})(?:[-.:_]?(\d{2}))?)?(?!\d)/;

/** Words with which programs name all their recordings. */
const noTitle = /^(?:(?:gmt|utc|audio|video|zoom|recording|transcript|captions?|closed|cc|\d+)[\s.-]*)*$/i;

/** Reads the title, if it has one, and the start, in UTC, from the name of a transcript without its extension. */
export function parseTranscriptName(name: string): { title: string | undefined; startedAt: Date | undefined } {
  const [text = '', year, , month, day, hour = '00', minute = '00', second = '00'] = timeText.exec(name) ?? [];
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const isTime = !Number.isNaN(time.getTime()) && time.getUTCDate() === Number(day);
  const title = (isTime ? name.replace(text, ' ') : name)
    .replace(/_/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|[\s.-]+$/g, '');
  return { title: noTitle.test(title) ? undefined : title, startedAt: isTime ? time : undefined };
}
