/**
 * The page that asks a person whether an app may connect. It shows who asks, what the app may do, in which time zone,
 * and where the answer goes. A person may allow less than the app asks for.
 * @see assistants 9.2
 */
import { LIMITS } from '@notegraph/contract'
import { isZone } from '@notegraph/graph'
import type { AppRequest } from '../../app-requests.ts'
import type { WebApps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { confirmSignIn, notRecent } from '../../components/confirm-sign-in.ts'
import { fieldOf, postForm } from '../../components/form.ts'
import { missing } from '../../components/not-found.ts'
import { asPerson } from '../../writing/as-person.ts'
import { rightBoxes, rightsIn } from './rights.ts'
import { SCOPES } from './scopes.ts'
import { refusedMessage } from '../../components/refusal-words.ts'

const PATH = '/settings/assistants/connect'

/**
 * The path of the page that asks.
 *
 * @param id the id of the request
 * @example
 * ```ts
 * const path = connectPath('a1') // '/settings/assistants/connect/a1'
 * ```
 */
export const connectPath = (id: string): string => `${PATH}/${id}`

export function connectRoutes(on: Routes, { requests }: WebApps): void {
  on.get(`${PATH}/:id`, async (visit) => {
    const id = visit.part('id')
    const asked = await requests.find(visit.request, id)
    return asked ? page(asked, visit, id) : EXPIRED
  })
  on.post(`${PATH}/:id`, async (visit, form) => {
    const { request, account } = visit
    const id = visit.part('id')
    if (fieldOf(form, 'answer') !== 'allow') {
      const to = await requests.deny(request, id)
      return to === undefined ? EXPIRED : goOn('Access denied', 'The app gets no access to your notes.', to)
    }
    if (!visit.isRecent) return notRecent(visit, connectPath(id), form)
    const scope = fieldOf(form, 'scope') === 'write' ? 'write' : 'read'
    const given = fieldOf(form, 'zone')
    const zone = isZone(given) ? given : visit.zone
    const allowed = await asPerson(visit, async () =>
      requests.allow(request, id, { accountId: account.id, scope, may: rightsIn(form), zone }),
    )
    if (allowed.ok) return goOn('Access allowed', 'The app has access to your notes.', allowed.value)
    if (allowed.refusal.code === 'not_found') return EXPIRED
    return refusedMessage('App not connected', allowed.refusal)
  })
}

const EXPIRED: View = missing(
  'Request expired',
  'This request was already answered, has expired, or began in another browser.',
  'Start again in the app.',
)

/**
 * Sends the browser on. A form may not redirect to another site under the policy of these pages, so the page loads the
 * next address after it is shown.
 */
const goOn = (title: string, words: string, to: string): View => ({
  title,
  body: html`<div class="message">
    <p>${words}</p>
    <p class="actions"><a class="button" href="${to}">Return to the app</a></p>
  </div>`,
  headers: { Refresh: `0; url=${to}` },
})

const nameOf = ({ name, verifiedHost, returnsTo }: AppRequest): string => name ?? verifiedHost ?? returnsTo

function page(asked: AppRequest, visit: Visit, id: string): View {
  return {
    title: asked.isDevice ? 'Add a device?' : 'Connect an app?',
    body: html`<div class="card">
        <p>
          <strong><bdi>${nameOf(asked)}</bdi></strong>
          ${asked.isDevice ? 'asks to become a device of' : 'asks for access to the notes of'} the account
          <strong>${visit.account.id}</strong>.
        </p>
        <dl>
          <dt>From</dt>
          <dd>${origin(asked)}</dd>
          <dt>Your browser returns to</dt>
          <dd>
            <strong>${asked.returnsTo}</strong
            >${asked.isLocal && html`, a program on this computer. Any program here could use this name. Continue only if you just started this one.`}
          </dd>
        </dl>
      </div>
      ${visit.isRecent ? form(asked, visit, id) : confirmSignIn(visit, connectPath(id))}`,
  }
}

const origin = ({ verifiedHost }: AppRequest): Html =>
  verifiedHost === undefined
    ? html`Unverified. The app chose its name itself. Continue only if you started this in the app.`
    : html`<strong>${verifiedHost}</strong>, which confirmed the name`

function form({ scope, may, isDevice }: AppRequest, { zone }: Visit, id: string): Html {
  const choice = (value: 'read' | 'write', checked: boolean, words: string) =>
    html`<label class="choice">
      <input type="radio" name="scope" value="${value}" ${checked && html`checked`} />
      <span><strong>${SCOPES[value]}</strong><span class="muted">${words}</span></span>
    </label>`
  return postForm(
    connectPath(id),
    html`${
        isDevice
          ? html`<p>
              A device gets <strong>all your notes and files</strong>, and may change and delete them. You can
              end it under Devices at any time.
            </p>`
          : html`<fieldset>
                <legend>Access</legend>
                ${choice('read', scope === 'read', 'Reads and searches pages, blocks and tasks.')}
                ${scope === 'write' && choice('write', true, 'Also creates and edits notes, but can’t delete them.')}
                ${scope === 'write' && rightBoxes(may)}
              </fieldset>
              <p class="hint">
                Days such as “today” are in the time zone ${zone}. You can disconnect the app under Assistants
                at any time. An app that is not used for ${LIMITS.appDays} days has to ask again.
              </p>
              <input type="hidden" name="zone" value="" data-zone />`
      }
      <div class="actions">
        <button class="button" name="answer" value="allow">Allow</button>
        <button class="button quiet" name="answer" value="deny">Deny</button>
      </div>`,
    'card',
  )
}
