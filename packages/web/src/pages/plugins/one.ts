/** One plug-in: what it may do, whether it is connected, and how it is stopped. */
import type { Plugin } from '@notegraph/contract'
import { confirmPage, endSection } from '../../components/confirm.ts'
import { postForm } from '../../components/form.ts'
import { missing } from '../../components/not-found.ts'
import { notice } from '../../components/notice.ts'
import { dateAt, timeAt } from '../../components/time.ts'
import { html, type Html } from '../../html.ts'
import type { View, Visit } from '../../page.ts'
import { webhookPath } from '../webhooks/forms.ts'
import { pluginPath, PLUGINS, termsList } from './terms.ts'

export const NO_PLUGIN: View = missing(
  'Plug-in not found',
  'Your account has no plug-in with this id.',
  html`<a href="${PLUGINS}">All plug-ins</a>`,
)

/** @param done whether it was just installed, or its changes accepted @param baseUrl the address of this server */
export function pluginPage(plugin: Plugin, visit: Visit, done: string | undefined, baseUrl: string): View {
  const { id, name, url, webhook, setUp, connected } = plugin
  return {
    title: name,
    body: html`${done === 'installed' && notice(doneWords(plugin))} ${termsList(plugin)}
      <section aria-labelledby="connection">
        <h2 id="connection">Connection</h2>
        <p>${stateWords(plugin, visit)}</p>
        ${
          setUp !== undefined &&
          html`<p class="actions">
            <a
              class="${connected ? 'button quiet' : 'button'}"
              href="${startAt(setUp, baseUrl)}"
              rel="noreferrer"
              >${connected ? 'Connect again' : 'Connect'}<span class="unseen"> at ${plugin.host}</span></a
            >
          </p>`
        }
        ${webhook !== undefined && html`<p><a href="${webhookPath(webhook)}">Messages that it got</a></p>`}
      </section>
      <section aria-labelledby="changes">
        <h2 id="changes">Changes</h2>
        <p>A new version of the manifest has no effect until you accept it.</p>
        ${postForm(`${PLUGINS}/look`, html`<input type="hidden" name="url" value="${url}" /><button class="button quiet">Look for changes</button>`)}
      </section>
      ${endSection('stop', 'Stop plug-in', 'The program loses its access and hears of no more changes, at once.', `${pluginPath(id)}/stop`)}
      <p><a href="${PLUGINS}">All plug-ins</a></p>`,
  }
}

const doneWords = ({ setUp, connected }: Plugin): string =>
  connected || setUp === undefined
    ? 'Plug-in installed as shown.'
    : 'Plug-in installed as shown. Connect it now, so that it can start.'

function stateWords({ connected, lastUsedAt, createdAt, agreedAt }: Plugin, { zone }: Visit): Html {
  const state = connected ? 'Connected' : 'Not connected'
  const used = lastUsedAt === undefined ? undefined : html`, last used ${timeAt(lastUsedAt, zone)}`
  const accepted = agreedAt === createdAt ? undefined : html`, changes accepted ${dateAt(agreedAt, zone)}`
  return html`${state}${used}. Installed ${dateAt(createdAt, zone)}${accepted}.`
}

/** The address that starts the authorization, with the server that it is for. @see OpenID Connect Core 4 */
function startAt(setUp: string, baseUrl: string): string {
  const url = new URL(setUp)
  url.searchParams.set('iss', baseUrl)
  return url.href
}

export const confirmStop = ({ id, name, pageTypes }: Plugin): View =>
  confirmPage({
    title: 'Stop this plug-in?',
    words: html`<p>
        <strong><bdi>${name}</bdi></strong> loses its access to your notes, and its webhook is deleted. You
        can install it again later.
      </p>
      ${pageTypes.length > 0 && html`<p>The pages of its page types stay, because your notes use them.</p>`}`,
    action: `${pluginPath(id)}/stop`,
    button: 'Stop plug-in',
    back: pluginPath(id),
  })
