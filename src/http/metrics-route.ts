import { Hono } from 'hono';
import type { Telemetry } from '../infrastructure/telemetry/telemetry.ts';

export function createMetricsRoute({ scrape }: Pick<Telemetry, 'scrape'>) {
  const routes = new Hono();
  routes.get('/metrics', async (c) => {
    const { contentType, text } = await scrape();
    return c.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' });
  });
  return routes;
}
