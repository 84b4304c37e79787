/**
 * The layout of a page for readers: no navigation, no script, nothing of an account beside the shared page. Search engines
 * are asked to leave it out.
 * @see sharing 1, 6
 */
import { ICON, STYLE } from '../assets.ts'
import { plainName } from '../components/plain-name.ts'
import { html, type Html } from '../html.ts'

export interface ReaderView {
  readonly title: string
  readonly body: Html
}

/** @returns the page as HTML text */
export const readerPage = async ({ title, body }: ReaderView): Promise<string> =>
  String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>${plainName(title)}</title>
          <link rel="icon" href="${ICON.path}" type="image/svg+xml" />
          <link rel="stylesheet" href="${STYLE.path}" />
        </head>
        <body class="reader">
          <main id="main" class="text">
            <h1 dir="auto">${title}</h1>
            ${body}
          </main>
        </body>
      </html>`,
  )
