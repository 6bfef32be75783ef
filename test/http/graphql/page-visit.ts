import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { HttpGraph } from '../http-graph.ts';

/** Opens a page of a server, and records what it requests from other servers and what it reports on the console. */
export async function visit(
  browser: Browser,
  { graph, path, ...options }: BrowserContextOptions & { graph: HttpGraph; path: string },
) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== graph.origin) faults.push(request.url());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => faults.push(message.text()));
  const response = await page.goto(graph.origin + path);
  return { page, faults, response, close: () => context.close() };
}

/** Returns the lowest contrast of a text to its background, as WCAG 2 defines it. Runs in the browser. */
export function lowestContrast(): number {
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element: Element | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    const isTransparent = channels(backgroundColor)[3] === 0;
    return isTransparent ? backgroundOf(element.parentElement) : backgroundColor;
  };
  const ratios = Array.from(document.querySelectorAll('body *'), (element) => {
    const [light = 1, dark = 0] = [getComputedStyle(element).color, backgroundOf(element)]
      .map(luminance)
      .toSorted((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  });
  return Math.min(...ratios);
}
