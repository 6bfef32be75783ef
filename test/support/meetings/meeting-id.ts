import { v5 } from 'uuid';

const namespace = v5('https://github.com/Yale-LILY/QMSum', v5.URL);

/** Returns the same id in every conversion. */
export const meetingId = (kind: string, name: string) => v5(`${kind}:${name}`, namespace);
