/** Plug-ins: looks at manifests, installs, lists and stops. @see events 5 */
import { LIMITS } from '@notegraph/contract'
import { confirmSignIn, notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, takeFlash, textsOf } from '../components/flash-message.ts'
import { fieldOf } from '../components/form.ts'
import { notice } from '../components/notice.ts'
import { listPart, offsetOf } from '../components/paging.ts'
import { refusalLine } from '../components/refusal-words.ts'
import type { WebDeps } from '../deps.ts'
import { html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { asPerson } from '../writing/as-person.ts'
import { offerPage } from './plugins/offer.ts'
import { confirmStop, NO_PLUGIN, pluginPage } from './plugins/one.ts'
import { lookForm, pluginTable, type AskedManifest } from './plugins/overview.ts'
import { pluginPath, PLUGINS } from './plugins/terms.ts'

export const plugins: Page = {
  title: 'Plug-ins',
  path: PLUGINS,
  section: 'settings',
  routes(on, deps) {
    on.get(PLUGINS, async (visit) => overview(deps, visit))
    on.post(`${PLUGINS}/look`, async (visit, form) => {
      if (!visit.isRecent) return notRecent(visit, PLUGINS, form)
      const url = fieldOf(form, 'url').trim()
      const offer = await asPerson(visit, async () => deps.plugins.look(visit.account, { url }))
      return offer.ok
        ? offerPage(offer.value)
        : overview(deps, visit, { url, error: refusalLine(offer.refusal) })
    })
    on.post(PLUGINS, async (visit, form) => {
      if (!visit.isRecent) return notRecent(visit, PLUGINS, form)
      const [url, version] = [fieldOf(form, 'url'), fieldOf(form, 'version')]
      const made = await asPerson(visit, async () => deps.plugins.install(visit.account, { url, version }))
      if (!made.ok) return overview(deps, visit, { url, error: refusalLine(made.refusal) })
      return redirectWithFlash(deps.baseUrl(), pluginPath(made.value.id), { done: 'installed' })
    })
    on.get(`${PLUGINS}/:id`, async (visit) => shown(deps, visit))
    on.get(`${PLUGINS}/:id/stop`, async (visit) => {
      const plugin = await deps.plugins.read(visit.account, visit.part('id'))
      return plugin.ok ? confirmStop(plugin.value) : NO_PLUGIN
    })
    on.post(`${PLUGINS}/:id/stop`, async (visit) => {
      const stopped = await deps.plugins.stop(visit.account, visit.part('id'))
      if (!stopped.ok) return NO_PLUGIN
      return redirectWithFlash(deps.baseUrl(), PLUGINS, { stopped: stopped.value.name })
    })
  },
}

const readFlash = textsOf('done', 'stopped')

async function overview(deps: WebDeps, visit: Visit, asked: AskedManifest = {}): Promise<View> {
  const { account, query } = visit
  const offset = offsetOf(query)
  const { plugins: part, total } = await deps.plugins.list(account, { limit: LIMITS.webRows, offset })
  const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
  const off = html`<p class="empty">
    This server has no plug-ins. Its operator can switch them on with NOTEGRAPH_OAUTH.
  </p>`
  const form = visit.isRecent ? lookForm(asked) : confirmSignIn(visit, PLUGINS)
  return {
    title: 'Plug-ins',
    headers,
    ...(asked.error !== undefined && { status: 400 }),
    body: html`<p class="lead">
        A plug-in is a program of somebody else that you let in. It runs elsewhere, and you can stop it at any
        time.
      </p>
      ${value?.stopped !== undefined && notice(html`Plug-in <bdi>${value.stopped}</bdi> stopped.`)}
      <section aria-labelledby="plugins">
        <h2 id="plugins">Your plug-ins</h2>
        ${listPart({ path: PLUGINS, query, total, offset, limit: LIMITS.webRows }, pluginTable(part, visit), 'No plug-ins yet.')}
      </section>
      <section aria-labelledby="new">
        <h2 id="new">Install a plug-in</h2>
        ${deps.plugins.areOn ? form : off}
      </section>`,
  }
}

async function shown(deps: WebDeps, visit: Visit): Promise<View> {
  const plugin = await deps.plugins.read(visit.account, visit.part('id'))
  if (!plugin.ok) return NO_PLUGIN
  const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
  return { ...pluginPage(plugin.value, visit, value?.done, deps.baseUrl()), headers }
}
