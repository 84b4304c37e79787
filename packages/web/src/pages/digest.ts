/** The daily digest: its time, its address, and the browsers that get it. @see events 3 */
import { AddDigestBrowser, ChangeDigest, checkBody, type Checked } from '@notegraph/contract'
import { browserName, ok, refuse, type Result } from '@notegraph/service'
import { DIGEST_SCRIPT } from '../assets.ts'
import { notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, takeFlash } from '../components/flash-message.ts'
import { fieldOf } from '../components/form.ts'
import { notice } from '../components/notice.ts'
import { refusalLine } from '../components/refusal-words.ts'
import type { WebDeps } from '../deps.ts'
import { html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { asPerson } from '../writing/as-person.ts'
import { browserSection } from './digest/browsers.ts'
import { emailSection } from './digest/email.ts'
import { DIGEST, doneWords, type AskedDigest, type DigestDone } from './digest/forms.ts'
import { timeSection } from './digest/time.ts'

export const digest: Page = {
  title: 'Daily digest',
  path: DIGEST,
  section: 'settings',
  count: ({ notices }) => notices.filter(({ kind }) => kind === 'digest_off').length,
  routes(on, deps) {
    const changes = (path: string, done: DigestDone, changeOf: (form: FormData) => ChangeDigest) =>
      on.post(DIGEST + path, async (visit, form) => {
        // A new address gets words of notes, so it is as careful as a webhook.
        if (path === '/email' && !visit.isRecent) return notRecent(visit, DIGEST, form)
        const { email, ...asked } = changeOf(form)
        const changed = await asPerson(visit, async () => {
          const body = resultOf(checkBody(ChangeDigest, changeOf(form)))
          return body.ok ? deps.digest.change(visit.account, body.value) : body
        })
        return answered(deps, visit, {
          changed,
          done,
          asked: { ...asked, ...(typeof email === 'string' && { email }) },
        })
      })
    on.get(DIGEST, async (visit) => settings(deps, visit))
    changes('/time', 'saved', (form) => ({
      hour: Number(fieldOf(form, 'hour')),
      zone: fieldOf(form, 'zone').trim(),
    }))
    changes('/on', 'on', () => ({ on: true }))
    changes('/off', 'off', () => ({ on: false }))
    changes('/email', 'email', (form) => ({ email: fieldOf(form, 'email') }))
    changes('/email/remove', 'email_removed', () => ({ email: null }))
    on.post(`${DIGEST}/browsers`, async (visit, form) => {
      if (!visit.isRecent) return notRecent(visit, DIGEST, form)
      const changed = await asPerson(visit, async () => {
        const browser = browserIn(visit, form)
        return browser.ok ? deps.digest.addBrowser(visit.account, browser.value) : browser
      })
      return answered(deps, visit, { changed, done: 'browser' })
    })
    on.post(`${DIGEST}/browsers/:id/remove`, async (visit) => {
      const changed = await deps.digest.removeBrowser(visit.account, visit.part('id'))
      return answered(deps, visit, { changed, done: 'browser_removed' })
    })
  },
}

/** The subscription that the script sends, named after the browser. */
const browserIn = (visit: Visit, form: FormData) =>
  resultOf(
    checkBody(AddDigestBrowser, {
      endpoint: fieldOf(form, 'endpoint'),
      keys: { p256dh: fieldOf(form, 'p256dh'), auth: fieldOf(form, 'auth') },
      name: browserName(visit.request.headers.get('user-agent') ?? undefined),
    }),
  )

/** The result of a check, with the words that the API has for its fault. */
const resultOf = <T>(checked: Checked<T>): Result<T> =>
  checked.ok ? ok(checked.value) : refuse({ code: 'bad_request', error: checked.error })

interface DigestChange {
  readonly changed: Result<unknown>
  readonly done: DigestDone
  readonly asked?: AskedDigest
}

async function answered(
  deps: WebDeps,
  visit: Visit,
  { changed, done, asked }: DigestChange,
): Promise<View | Response> {
  if (changed.ok) return redirectWithFlash(deps.baseUrl(), DIGEST, done)
  const view = await settings(deps, visit, { ...asked, error: refusalLine(changed.refusal) })
  return { ...view, status: changed.refusal.code === 'not_found' ? 404 : 400 }
}

async function settings(deps: WebDeps, visit: Visit, asked: AskedDigest = {}): Promise<View> {
  const found = await deps.digest.read(visit.account)
  const { value, headers } = takeFlash(visit, deps.baseUrl(), doneWords)
  return {
    title: 'Daily digest',
    headers,
    scripts: [DIGEST_SCRIPT.path],
    body: html`<p class="lead">
        Each day at this time, Notegraph sends what needs your attention: tasks that are due, conflicts,
        changes by assistants, and your plan and storage. On a day with nothing to say, nothing comes.
      </p>
      ${value !== undefined && notice(value)}
      ${asked.error !== undefined && html`<p class="error" role="alert">${asked.error}</p>`}
      ${timeSection(found, asked)} ${emailSection(found, visit, asked)} ${browserSection(found, visit)}`,
  }
}
