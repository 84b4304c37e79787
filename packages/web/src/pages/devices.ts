/** Devices: lists syncing devices and signed-in browsers, and signs them out. @see decisions 9.2 */
import { LIMITS } from '@notegraph/contract'
import { deviceConfirmPath, type BrowserView, type DeviceView } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { confirmPage } from '../components/confirm.ts'
import { CONFIRMED, confirmSignIn, notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, seeOther, takeFlash, textsOf } from '../components/flash-message.ts'
import { copyLine } from '../components/copy-line.ts'
import { fieldOf, postForm, textField } from '../components/form.ts'
import { ADD_PATH } from '../components/links.ts'
import { missing } from '../components/not-found.ts'
import { notice } from '../components/notice.ts'
import { oneTimeSecrets } from '../components/one-time-secrets.ts'
import { passkeyRoutes, passkeySection } from './devices/passkeys.ts'
import { phoneRoutes, phoneSection } from './devices/phone.ts'
import { resourceTable } from '../components/resource.ts'
import { agoAt, dateAt, lastUse } from '../components/time.ts'
import { refusalLine } from '../components/refusal-words.ts'

const PATH = '/settings/devices'

export const devices: Page = {
  title: 'Devices',
  path: PATH,
  section: 'settings',
  count: ({ notices }) =>
    notices.filter(({ kind }) => kind === 'device_unseen' || kind === 'device_ending').length,
  routes(on, deps) {
    const made = oneTimeSecrets<NewSecret>(deps.clock)
    on.get(PATH, async (visit) => {
      const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
      return { ...(await overview(deps, visit, { made: made.take(visit), flash: value })), headers }
    })
    on.post(PATH, async (visit, form) => {
      if (!visit.isRecent) return notRecent(visit, PATH, form)
      const asked = fieldOf(form, 'device')
      const device = await deps.devices.make(visit.account.id, asked)
      if (device.ok) {
        made.keep(visit, device.value)
        return seeOther(PATH)
      }
      const error = refusalLine(device.refusal)
      return { ...(await overview(deps, visit, { asked, error })), status: 400 }
    })
    on.get(`${PATH}/:id/end`, async (visit) => {
      const found = (await deps.devices.list(visit.account.id)).find(({ id }) => id === visit.part('id'))
      return found ? confirm(found) : NO_DEVICE
    })
    passkeyRoutes(on, deps)
    phoneRoutes(on, deps)
    on.get(CONFIRMED, async () => CONFIRMED_VIEW)
    on.get(`${PATH}/:id/confirm`, async (visit) => {
      if (visit.part('id') === visit.browserId) return visit.isRecent ? CONFIRMED_VIEW : confirmBrowser(visit)
      const found = (await deps.devices.list(visit.account.id)).find(({ id }) => id === visit.part('id'))
      return found ? confirmDevice(found, visit) : NO_DEVICE
    })
    on.post(`${PATH}/:id/confirm`, async (visit, form) => {
      const id = visit.part('id')
      if (!visit.isRecent) return notRecent(visit, deviceConfirmPath(id), form)
      const confirmed = await deps.devices.confirm(visit.account.id, id)
      if (!confirmed.ok) return NO_DEVICE
      return redirectWithFlash(deps.baseUrl(), PATH, { confirmed: confirmed.value.device })
    })
    on.post(`${PATH}/:id/end`, async (visit) => {
      const ended = await deps.devices.end(visit.account.id, visit.part('id'))
      return ended.ok ? redirectWithFlash(deps.baseUrl(), PATH, { ended: ended.value.device }) : NO_DEVICE
    })
    on.post(`${PATH}/browsers/:id/end`, async (visit) => {
      const ended = await deps.browsers.end(visit.account.id, visit.part('id'))
      return ended ? redirectWithFlash(deps.baseUrl(), PATH, { ended: 'The browser' }) : NO_DEVICE
    })
  },
}

const NO_DEVICE: View = missing(
  'Device not found',
  'No device or browser with this id is signed in to this account.',
  html`The device may already be signed out. <a href="${PATH}">All devices</a>`,
)

const readFlash = textsOf('ended', 'confirmed', 'passkey', 'removed')

/** A new device with the secret of its session. */
interface NewSecret {
  readonly session: string
  readonly device: string
}

interface PageState {
  readonly made?: NewSecret | undefined
  readonly flash?: ReturnType<typeof readFlash> | undefined
  /** The sent form, and the reason of its refusal. */
  readonly asked?: string
  readonly error?: string
}

async function overview(
  deps: WebDeps,
  visit: Visit,
  { made, flash, asked, error }: PageState,
): Promise<View> {
  const { id } = visit.account
  const [list, browsers] = [await deps.devices.list(id), await deps.browsers.list(id)]
  const now = deps.clock()
  return {
    title: 'Devices',
    body: html`<p class="lead">
        A device keeps a copy of your notes and syncs with this server. After you sign a device out, it keeps
        its copy but stops syncing. After ${LIMITS.deviceIdleDays} days without use, a device is signed out by
        itself.
      </p>
      ${flash?.ended !== undefined && notice(html`<strong><bdi>${flash.ended}</bdi></strong> is signed out.`)}
      ${flash?.removed !== undefined && notice('Passkey removed.')}
      ${flash?.passkey !== undefined && notice(html`Passkey <strong><bdi>${flash.passkey}</bdi></strong> added.`)}
      ${flash?.confirmed !== undefined && notice(html`<strong><bdi>${flash.confirmed}</bdi></strong> is confirmed. Go on there.`)}
      ${made && madeDevice(made, deps)} ${phoneSection()} ${makeSection(visit, asked, error)}
      <section aria-labelledby="devices">
        <h2 id="devices">Syncing devices</h2>
        ${
          list.length === 0
            ? html`<p class="empty">
                No devices yet. Add one above, then give its session to the app or the command.
              </p>`
            : deviceTable(list, visit, now)
        }
      </section>
      ${passkeySection(deps, visit)}
      <section aria-labelledby="browsers">
        <h2 id="browsers">Browsers</h2>
        <p class="muted">
          A browser must sign in again after ${LIMITS.browserIdleDays} days without use, and after
          ${LIMITS.browserDays} days in any case.
        </p>
        ${browserTable(browsers, visit, now)}
      </section>
      <section aria-labelledby="quick-add" hidden>
        <h2 id="quick-add">Quick add</h2>
        <p>
          Drag this link to the bookmarks bar of a browser:
          <a data-bookmark="${bookmarklet(deps.baseUrl())}">Add to Notegraph</a>. On any page, it opens a form
          with the page’s link and the selected words. Enter adds them to today’s page. On a phone, install
          Notegraph from the menu of the browser, and share to it.
        </p>
      </section>`,
  }
}

/** The script of a bookmark that opens quick add. The pages hold no address of a script, so their own makes the link. */
const bookmarklet = (baseUrl: string): string =>
  `void open('${baseUrl}${ADD_PATH}?'+new URLSearchParams({title:document.title,url:location.href,text:getSelection()}))`

const madeDevice = (
  { session, device }: NewSecret,
  { baseUrl, commandLine }: Pick<WebDeps, 'baseUrl' | 'commandLine'>,
): Html =>
  html`<section class="card made" aria-labelledby="made">
    <h2 id="made">Session of “<bdi>${device}</bdi>”</h2>
    <p>
      Copy the session now. You won’t see it again. It gives full access to your notes, so use it only on this
      device.
    </p>
    ${copyLine('session', session, true)}
    <h3>Sync a folder of Markdown files</h3>
    <div class="copy-line">
      <pre
        id="folder"
      ><code>NOTEGRAPH_SESSION=${session} ${commandLine} sync ~/Notes --url ${baseUrl()}</code></pre>
      <button type="button" class="copy" data-copy="folder">Copy</button>
    </div>
  </section>`

const makeSection = (visit: Visit, asked: string | undefined, error: string | undefined): Html =>
  html`<section aria-labelledby="make">
    <h2 id="make">Add a device</h2>
    ${visit.isRecent ? makeForm(asked, error) : confirmSignIn(visit, PATH)}
  </section>`

const makeForm = (asked: string | undefined, error: string | undefined): Html =>
  postForm(
    PATH,
    html`${textField({
        name: 'device',
        label: 'Name',
        value: asked ?? '',
        hint: 'Name the device, such as “Phone”.',
        error,
        how: html`required maxlength="${LIMITS.deviceName}" autocomplete="off" dir="auto"`,
      })} <button class="button">Add device</button>`,
    'card',
  )

const deviceTable = (list: readonly DeviceView[], { zone }: Visit, now: number): Html =>
  resourceTable(list, [
    ['Name', ({ device }) => html`<bdi>${device}</bdi>`],
    ['Signed in', ({ createdAt }) => dateAt(createdAt, zone)],
    ['Last used', ({ lastUsedAt }) => lastUse(lastUsedAt, now, zone)],
    [
      'Sign out',
      ({ id, device }) =>
        html`<a href="${PATH}/${id}/end">Sign out<span class="unseen"> ${device}</span></a>`,
      'act',
    ],
  ])

const browserTable = (list: readonly BrowserView[], { zone, browserId }: Visit, now: number): Html =>
  resourceTable(list, [
    ['Name', ({ name }) => name],
    ['Signed in', ({ createdAt }) => dateAt(createdAt, zone)],
    ['Last used', ({ lastUsedAt }) => agoAt(lastUsedAt, now, zone)],
    [
      'Sign out',
      ({ id, name }) =>
        id === browserId
          ? html`<span class="muted">this browser</span>`
          : postForm(
              `${PATH}/browsers/${id}/end`,
              html`<button class="quiet">Sign out<span class="unseen"> ${name}</span></button>`,
            ),
      'act',
    ],
  ])

const CONFIRMED_VIEW: View = {
  title: 'Identity confirmed',
  body: html`<div class="message">
    <p>You can close this tab, and continue in the other one.</p>
    <p class="actions"><a class="button quiet" href="/">Open your notes</a></p>
  </div>`,
}

const confirmBrowser = (visit: Visit): View => ({
  title: 'Confirm your identity',
  body: confirmSignIn(visit, CONFIRMED),
})

const confirmDevice = ({ id, device }: DeviceView, visit: Visit): View => ({
  title: 'Confirm this device?',
  body: html`<div class="card">
      <p>
        For the next minutes, <strong><bdi>${device}</bdi></strong> may create tokens, share pages, publish,
        export and the like. Continue only if you use this device now.
      </p>
      ${
        visit.isRecent &&
        postForm(
          deviceConfirmPath(id),
          html`<div class="actions">
            <button class="button">Confirm device</button> <a class="button quiet" href="${PATH}">Cancel</a>
          </div>`,
        )
      }
    </div>
    ${!visit.isRecent && confirmSignIn(visit, deviceConfirmPath(id))}`,
})

const confirm = ({ id, device }: DeviceView): View =>
  confirmPage({
    title: 'Sign this device out?',
    words: html`<p>
      <strong><bdi>${device}</bdi></strong> stops syncing at once. It keeps its copy of your notes, with any
      changes that it has not sent. To sync again, add the device again.
    </p>`,
    action: `${PATH}/${id}/end`,
    button: 'Sign out',
    back: PATH,
  })
