import { v5 } from 'uuid';

const namespace = v5('https://github.com/Yale-LILY/QMSum', v5.URL);

/** A stable id: every conversion produces the same one. */
export const meetingId = (kind: string, name: string) => v5(`${kind}:${name}`, namespace);
