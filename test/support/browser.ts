import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The installed browser; undefined if there is none. */
export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

export const launchBrowser = () =>
  chromium.launch({
    executablePath: chromiumPath ?? '',
    args: ['--no-sandbox', '--disable-background-networking'],
  });
