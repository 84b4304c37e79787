/**
 * A page: its place in the navigation, and its routes. Each page is a file below `pages/` and a row of the table
 * there. `visits.ts` handles the visitor, the plan, the layout and errors for all pages.
 */
import type { Caller, Notices } from '@notegraph/service'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Visitor, WebDeps } from './deps.ts'
import type { Html } from './html.ts'

export interface Page {
  /** The title in the navigation and the heading. */
  readonly title: string
  readonly path: string
  readonly section: 'graph' | 'settings'
  /** The letter that opens the page after `g`. */
  readonly key?: string
  /** The path of its icon in the bar of phones, in a box of 24; only pages with one are in the bar. */
  readonly icon?: string
  /** The number beside its title: facts that need attention. */
  readonly count?: (notices: Notices) => number
  /** Whether accounts without a plan, or not on the server's list, can open the page. */
  readonly alwaysOpen?: true
  /** Whether the page is for a visitor; for everybody by default. To others it is not there. */
  readonly isFor?: (visitor: Visitor) => boolean
  readonly routes: (on: Routes, deps: WebDeps) => void
}

/** A request of a visitor who can see the page. */
export interface Visit extends Visitor {
  readonly request: Request
  readonly query: URLSearchParams
  /** The value of a named part of the path, such as `:id`, decoded. */
  readonly part: (name: string) => string
  /** The time zone of the visitor, an IANA name: the browser's, else the account's, else UTC. */
  readonly zone: string
  /** The address that the request counts for. */
  readonly address: string
  /** Whether the account has a passkey for this server; undefined if browsers offer none at its address. */
  readonly hasPasskey: () => Promise<boolean | undefined>
  /** Whether the server sends e-mail. */
  readonly sendsEmail: boolean
  /** The command line as the operator calls it, for hints. */
  readonly commandLine: string
  /** Whether a script asks, which shows the body of the answer in the page that is open. */
  readonly isPart: boolean
  /** The caller for the services, as for the API. A page that is always open uses it only with a plan. */
  readonly caller: Caller
}

/** The content of a page inside the layout. */
export interface View {
  /** The title of the window and the first heading. */
  readonly title: string
  readonly body: Html
  /** A small picture as text, shown before the heading. */
  readonly icon?: string
  /** The status; 200 by default. */
  readonly status?: ContentfulStatusCode
  /** Addresses of style sheets and scripts of this page alone. */
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
  /** Seconds until the browser reloads the page without a script; with a script, only `data-live` is updated. */
  readonly refresh?: number
  /** `wide` for tables and texts side by side. */
  readonly width?: 'wide'
  /** Headers of the answer, such as a deleted cookie. */
  readonly headers?: Readonly<Record<string, string>>
}

export type Show = (visit: Visit) => Promise<View | Response>
/** Handles the one file of a form while it arrives. */
export type Take = (visit: Visit, bytes: AsyncIterable<Uint8Array>) => Promise<View | Response>
/**
 * Handles a form. The answer is a redirect, so that a reload does not repeat the action, or the page with the fault.
 */
export type Act = (visit: Visit, form: FormData) => Promise<View | Response>

export interface WriteRoute {
  /** The label of a field with something typed, by its name; undefined for other fields. */
  readonly labelOf: (name: string) => string | undefined
  readonly act: Act
}

export interface Routes {
  get(path: string, show: Show): void
  post(path: string, act: Act): void
  /** Handles a form that writes notes. It returns the typed text to a person who is signed out. */
  write(path: string, route: WriteRoute): void
  upload(path: string, take: Take): void
}
