/** The layout of every page: head, navigation, and the landmarks of the document. */
import type { Notices } from '@notegraph/service'
import type { StoredPage } from '@notegraph/store'
import { ICON, SCRIPT, STYLE, TOUCH_ICON } from '../assets.ts'
import type { Visitor } from '../deps.ts'
import { html, type Html } from '../html.ts'
import { COLORS, MANIFEST_PATH } from '../manifest.ts'
import type { Page, View } from '../page.ts'
import { DRAWS, hasDiagram } from './diagrams.ts'
import { navigation } from './navigation.ts'
import { plainName } from './plain-name.ts'
import { GO } from '../pages/graph/go.ts'
import { KEYS } from '../pages/graph/keys.ts'

export interface LayoutOptions {
  /** The current page in the navigation. */
  readonly page?: Page
  /** The visitor; absent on pages for everyone. */
  readonly visitor?: Visitor
  /** The facts that the navigation counts. */
  readonly notices?: Notices | undefined
  /** The favorite pages for the navigation, by name. */
  readonly favorites?: readonly StoredPage[]
}

export function pageLayout(view: View, { page, visitor, notices, favorites }: LayoutOptions = {}): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${plainName(view.title)} · Notegraph</title>
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="${COLORS.light}" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="${COLORS.dark}" />
        <link rel="manifest" href="${MANIFEST_PATH}" />
        <link rel="apple-touch-icon" href="${TOUCH_ICON.path}" />
        <link rel="icon" href="${ICON.path}" type="image/svg+xml" />
        <link rel="stylesheet" href="${STYLE.path}" />
        ${view.refresh !== undefined && html`<noscript><meta http-equiv="refresh" content="${view.refresh}" /></noscript>`}
        ${view.styles?.map((href) => html`<link rel="stylesheet" href="${href}" />`)}
        <script src="${SCRIPT.path}" defer></script>
        ${drawsIn(view.body)} ${view.scripts?.map((src) => html`<script src="${src}" defer></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="top">
          <a class="brand" href="/"><img src="${ICON.path}" alt="" width="22" height="22" />Notegraph</a>
          ${visitor && SWITCHER} ${visitor && navigation(page, { visitor, notices, favorites })}
          ${visitor && KEYS_LINK} ${visitor && account(visitor)}
        </header>
        <main id="main" tabindex="-1" class="${view.width ?? 'text'}">
          <h1 dir="auto">${iconOf(view)}${view.title}</h1>
          ${view.body}
        </main>
      </body>
    </html>`
}

const drawsIn = async (body: Html): Promise<Html | false> => hasDiagram(String(await body)) && DRAWS

const iconOf = ({ icon }: View): Html | undefined =>
  icon === undefined ? undefined : html`<span class="icon" aria-hidden="true">${icon}</span>`

/** Opens the quick switcher; without a script, the page that the switcher shows. */
const SWITCHER: Html = html`<a class="go" href="${GO}" data-switcher aria-keyshortcuts="Control+K Meta+K"
  ><svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
    <path d="M10.5 10.5 14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0Z" /></svg
  ><span>Go to page</span><kbd aria-hidden="true">Ctrl K</kbd></a
>`

const KEYS_LINK: Html = html`<a class="keys-link" href="${KEYS}" data-keys>Keyboard shortcuts</a>`

const account = ({ account }: Visitor): Html =>
  html`<div class="account">
    <span class="who" dir="auto" title="Signed in as ${plainName(account.id)}">${account.id}</span>
    <form method="post" action="/api/sign-out"><button class="quiet">Sign out</button></form>
  </div>`
