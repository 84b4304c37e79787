/** Account: signs out everywhere, and closes the account. @see decisions 9.10 */
import { counted, endedWords, type SignedOut } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { endSection } from '../components/confirm.ts'
import { confirmSignIn, notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, seeOther, takeFlash, textsOf } from '../components/flash-message.ts'
import { deleteAccountForm } from '../components/delete-account-form.ts'
import { fieldOf, postForm } from '../components/form.ts'
import { notice } from '../components/notice.ts'
import { refusalLine } from '../components/refusal-words.ts'

const PATH = '/settings/account'
const SIGN_OUT = `${PATH}/sign-out`
const CLOSE = `${PATH}/close`

export const account: Page = {
  title: 'Account',
  path: PATH,
  section: 'settings',
  alwaysOpen: true,
  routes(on, deps) {
    on.get(PATH, async (visit) => {
      const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
      const view = await overview(deps, visit)
      return {
        ...view,
        body: html`${value?.ended !== undefined && notice(value.ended)} ${view.body}`,
        headers,
      }
    })
    on.post(SIGN_OUT, async (visit, form) => {
      if (!visit.isRecent) return notRecent(visit, PATH, form)
      const tokens = fieldOf(form, 'tokens') === '1'
      const ended = await deps.ownAccount.signOut(visit.account.id, { tokens, except: visit.browserId })
      return redirectWithFlash(deps.baseUrl(), PATH, { ended: signedOutWords(ended) })
    })
    on.get(CLOSE, async (visit) => closePage(visit))
    on.post(CLOSE, async (visit, form) => {
      if (!visit.isRecent) return notRecent(visit, CLOSE, form)
      const closed = await deps.ownAccount.close(visit.account, fieldOf(form, 'name').trim())
      if (!closed.ok) return { ...closePage(visit, refusalLine(closed.refusal)), status: 400 }
      return closedAnswer(deps.baseUrl())
    })
  },
}

/** Drafts and copies leave the browser too. Below a path, stored data may be that of another server. */
function closedAnswer(baseUrl: string): Response {
  const answer = seeOther('/signed-out?closed=1')
  const isWhole = new URL(baseUrl).pathname === '/'
  answer.headers.set('Clear-Site-Data', isWhole ? '"cache", "storage"' : '"cache"')
  return answer
}

const signedOutWords = (ended: SignedOut): string => {
  const words = endedWords({ ...ended, shares: 0, sites: 0 })
  return words === undefined ? 'Nothing else was signed in.' : `Signed out: ${words}.`
}

const readFlash = textsOf('ended')

async function overview({ devices, browsers, tokens, apps }: WebDeps, visit: Visit): Promise<View> {
  const { id } = visit.account
  const [deviceList, browserList, tokenList, appList] = await Promise.all([
    devices.list(id),
    browsers.list(id),
    tokens.list(id),
    apps?.connected.list(id) ?? [],
  ])
  const openTokens = tokenList.filter(({ revokedAt }) => revokedAt === undefined).length
  return {
    title: 'Account',
    body: html`<p class="lead">
        You are signed in as <strong><bdi>${id}</bdi></strong
        >.
      </p>
      <section aria-labelledby="everywhere">
        <h2 id="everywhere">Sign out everywhere</h2>
        <p>
          Signs out all other browsers and all devices, disconnects all apps, and ends unused sign-in links.
          This browser stays signed in. Passkeys stay: remove one that is not yours under
          <a href="/settings/devices">Devices</a>.
        </p>
        <p class="muted">
          Now: ${counted(browserList.length, 'browser')}, ${counted(deviceList.length, 'device')},
          ${counted(appList.length, 'app')}, ${counted(openTokens, 'token')}.
        </p>
        ${visit.isRecent ? signOutForm() : confirmSignIn(visit, PATH)}
      </section>
      ${endSection('close', 'Close the account', 'Deletes the account with all notes, files and settings.', CLOSE)}`,
  }
}

const signOutForm = (): Html =>
  postForm(
    SIGN_OUT,
    html`<div class="field">
        <label><input type="checkbox" name="tokens" value="1" /> Revoke all tokens too</label>
        <p class="hint">Scripts and assistants that use a token then stop working. Otherwise tokens stay.</p>
      </div>
      <button class="button">Sign out everywhere</button>`,
    'card',
  )

const closePage = (visit: Visit, error?: string): View => ({
  title: 'Close the account?',
  body: html`<div class="card">
      <p>
        This deletes all notes, files, earlier states and settings of
        <strong><bdi>${visit.account.id}</bdi></strong
        >, and ends every access, shared page and site. <strong>This can’t be undone.</strong> Backups of the
        server keep the notes until the operator deletes them.
      </p>
      <p>
        First, <a href="/settings/transfer">export your notes</a>, which gives you all of them as a folder.
        Devices keep their copies.
      </p>
    </div>
    ${deleteAccountForm(visit, { action: CLOSE, cancel: PATH, error })}`,
})
