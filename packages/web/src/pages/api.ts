/**
 * The API: every operation of both documents, and each document in Swagger UI, where people can try operations. Only
 * those two pages load the library, because of its size.
 */
import { APP_ROUTES, routeOf, ROUTES, type Route } from '@notegraph/contract'
import { SWAGGER_SCRIPT, SWAGGER_START, SWAGGER_STYLE, SWAGGER_THEME } from '../assets.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'

const PATH = '/settings/api'

interface ApiDescription {
  readonly id: string
  readonly title: string
  /** The address of the OpenAPI document. */
  readonly document: string
  readonly lead: Html
  readonly routes: readonly Route[]
}

const NOTES: ApiDescription = {
  id: 'notes',
  title: 'Notes API',
  document: routeOf('describeApi').path,
  lead: html`Programs read and write notes with a token that you create under
    <a href="/settings/assistants">Assistants</a>.`,
  routes: ROUTES,
}

const APP: ApiDescription = {
  id: 'app',
  title: 'Settings API',
  document: routeOf('describeApp').path,
  lead: html`Apps call these routes with a device session that you create under
    <a href="/settings/devices">Devices</a>.`,
  routes: APP_ROUTES,
}

const ALL = [NOTES, APP]

export const api: Page = {
  title: 'API',
  path: PATH,
  section: 'settings',
  alwaysOpen: true,
  routes(on) {
    on.get(PATH, async () => ({ title: 'API', width: 'wide', body: html`${ALL.map(overview)}` }))
    for (const one of ALL)
      on.get(`${PATH}/${one.id}`, async () => ({
        title: one.title,
        width: 'wide',
        styles: [SWAGGER_STYLE.path, SWAGGER_THEME.path],
        scripts: [SWAGGER_SCRIPT.path, SWAGGER_START.path],
        body: html`<p class="lead">
            ${one.lead} To try an operation, choose “Authorize” and paste the token or session. Only this page
            keeps it, until you leave.
          </p>
          <p><a href="${PATH}">Back to the overview</a> · ${documentLink(one)}</p>
          <h2 class="unseen">Operations</h2>
          <div id="api" data-document="${one.document}">${operations(one)}</div>`,
      }))
  },
}

const overview = (one: ApiDescription): Html =>
  html`<section aria-labelledby="${one.id}">
    <h2 id="${one.id}">${one.title}</h2>
    <p class="muted">${one.lead}</p>
    <p class="actions">
      <a class="button" href="${PATH}/${one.id}"
        >Browse and try<span class="unseen"> the ${one.title}</span></a
      >
      ${documentLink(one)}
    </p>
    ${operations(one)}
  </section>`

const documentLink = ({ document, title }: ApiDescription): Html =>
  html`<a href="${document}">OpenAPI 3.1 document<span class="unseen"> of the ${title}</span></a>`

const operations = ({ routes }: ApiDescription): Html =>
  html`<table class="stack">
    <thead>
      <tr>
        <th scope="col">Operation</th>
        <th scope="col">What it does</th>
      </tr>
    </thead>
    <tbody>
      ${routes.map(
        ({ method, path, summary }) =>
          html`<tr>
            <th scope="row"><code>${method} ${path}</code></th>
            <td>${summary}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
