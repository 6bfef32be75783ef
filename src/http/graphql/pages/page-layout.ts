import { hash } from 'node:crypto';
import { html, raw } from 'hono/html';

/** Text that is escaped for HTML. */
export type Markup = ReturnType<typeof html>;

/** Colors have a contrast of at least 4.5 to their backgrounds, in both schemes. */
const style = `
:root { color-scheme: light dark; --text: #1c1e21; --quiet: #4a4f57; --back: #fff; --code: #f1f3f5; --line: #c9ced6; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaed; --quiet: #b4bac3; --back: #16181c; --code: #23262c; --line: #464c56; --link: #8ab4f8; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
.skip { position: absolute; left: -100rem; padding: .5rem 1rem; background: var(--back); }
.skip:focus { left: 0; }
header, nav, main, footer { max-width: 48rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2rem; }
h1 { margin: 0; font-size: 1.8rem; line-height: 1.2; }
h2 { margin: 2.2rem 0 .6rem; font-size: 1.3rem; border-bottom: 1px solid var(--line); }
h3 { margin: 1.4rem 0 .4rem; font-size: 1.05rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding: .25rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
code, pre { font: .9rem/1.5 ui-monospace, monospace; background: var(--code); border-radius: 4px; }
code { padding: .1rem .3rem; overflow-wrap: anywhere; }
pre { padding: .8rem 1rem; overflow-x: auto; }
pre code { padding: 0; overflow-wrap: normal; }
dt { margin-top: .6rem; font-weight: 600; }
dd { margin: 0; }
footer { margin-top: 2.5rem; padding-bottom: 2rem; color: var(--quiet); }
`;

/** The policy contains the hash of the style, so formatters of templates must not touch it. */
const styleElement = raw(`<style>${style}</style>`);

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface PageSection {
  id: string;
  title: string;
  content: Markup;
}

interface Page {
  title: string;
  introduction: string;
  sections: readonly PageSection[];
  footer: Markup;
}

/** API clients use the same URL. */
export async function sendPage({ title, introduction, sections, footer }: Page): Promise<Response> {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <h1>${title}</h1>
          <p>${introduction}</p>
        </header>
        <nav aria-label="On this page">
          <ul>
            ${sections.map((section) => html`<li><a href="#${section.id}">${section.title}</a></li>`)}
          </ul>
        </nav>
        <main id="content" tabindex="-1">
          ${sections.map(
            (section) =>
              html`<section aria-labelledby="${section.id}">
                <h2 id="${section.id}">${section.title}</h2>
                ${section.content}
              </section>`,
          )}
        </main>
        <footer><p>${footer}</p></footer>
      </body>
    </html> `;
  const headers = { 'content-type': 'text/html; charset=UTF-8', 'content-security-policy': policy, vary: 'Accept' };
  return new Response(String(await page), { headers });
}

/** It can have the focus, so that it can be scrolled with the keyboard. */
export const codeBlock = (label: string, text: string): Markup =>
  html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
