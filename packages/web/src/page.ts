/**
 * What a page is: its place in the navigation, and the routes that show it. A page is a file below `pages/` and a row of
 * the table there; who visits, the plan, the frame around it and the refusals are the same for all (`visits.ts`).
 */
import type { Caller } from '@notegraph/service'
import type { Visitor, WebDeps } from './deps.ts'
import type { Html } from './html.ts'

export interface Page {
  /** As the navigation and the heading of the page say it. */
  readonly title: string
  readonly path: string
  readonly section: 'graph' | 'settings'
  /** Whether it opens to accounts without a plan, or not on the server's list. */
  readonly alwaysOpen?: true
  readonly routes: (on: Routes, deps: WebDeps) => void
}

/** A request of somebody who may see the page. */
export interface Visit extends Visitor {
  readonly request: Request
  readonly query: URLSearchParams
  /** Named parts of the path, such as `:id`, decoded. */
  readonly part: (name: string) => string
  /** Where the visitor's today is, an IANA name: the browser's where it says one, else the account's, else UTC. */
  readonly zone: string
  /** Reads the account's notes as the API would. A page that is always open asks nothing of it without a plan. */
  readonly caller: Caller
}

/** What is shown in the frame. */
export interface View {
  /** Of the window and the first heading. */
  readonly title: string
  readonly body: Html
  /** 200 where it is left out. */
  readonly status?: 400 | 403 | 404 | 409 | 410
  /** Style sheets and scripts of this page alone, by their address. */
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
  /** Seconds after which it is read again where there is no script; a script brings `data-live` up to date itself. */
  readonly refresh?: number
  /** `wide` for tables and texts side by side. */
  readonly width?: 'wide'
  /** Of the answer, such as a cookie that is taken away. */
  readonly headers?: Readonly<Record<string, string>>
}

export type Show = (visit: Visit) => Promise<View | Response>
/** What a form does with its one file, taken as it arrives. */
export type Take = (visit: Visit, bytes: AsyncIterable<Uint8Array>) => Promise<View | Response>
/** What a form does. It answers with a redirect, so that no reload does it twice; or shows what was wrong. */
export type Act = (visit: Visit, form: FormData) => Promise<View | Response>

export interface Routes {
  get(path: string, show: Show): void
  post(path: string, act: Act): void
  upload(path: string, take: Take): void
}
