/** Such as `2026-02-04`, `2026-02-04 10-00`, `20260204-100000` or `2026-02-04 15_00 GMT-7`. */
const timeText =
  /(?<!\d)(\d{4})([-_.]?)(\d{2})\2(\d{2})(?:[T _-]{1,3}(\d{2})[-.:h_]?(\d{2})(?:[-.:_]?(\d{2}))?)?(?!\d)(?:[ _]?(?:GMT|UTC)([+-]\d{1,2})(?:[:_]?(\d{2}))?)?/;

/** Words with which programs name all their recordings. */
const noTitle = /^(?:(?:gmt|utc|audio|video|zoom|recording|transcript|captions?|closed|cc|\d+(?:x\d+)?)[\s.-]*)*$/i;

/** Reads the title, if it has one, and the start, in UTC, from the name of a transcript without its extension. */
export function parseTranscriptName(name: string): { title: string | undefined; startedAt: Date | undefined } {
  const [text = '', year, , month, day, hour = '00', minute = '00', second = '00', hours = '0', minutes = '0'] =
    timeText.exec(name) ?? [];
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const isTime = !Number.isNaN(local.getTime()) && local.getUTCDate() === Number(day);
  const offset = Number(hours) * 60 + (hours.startsWith('-') ? -1 : 1) * Number(minutes);
  const title = (isTime ? name.replace(text, ' ') : name)
    .replace(/_/g, ' ')
    .replace(/\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+|[\s.-]+$/g, '');
  return {
    title: noTitle.test(title) ? undefined : title,
    startedAt: isTime ? new Date(local.getTime() - offset * 60_000) : undefined,
  };
}
