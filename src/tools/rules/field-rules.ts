import { z } from 'zod';

export const nonEmptyText = z.string().min(1, 'must not be empty');

export const uuid = z.uuid('must be a UUID');

export const limitedText = (max: number) => nonEmptyText.max(max, `must be at most ${max} characters`);

export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
