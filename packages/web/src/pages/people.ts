/** People: the accounts of the server, for an account that looks after them. It never shows notes. @see decisions 9.11 */
import { LIMITS, type Invitation, type Person } from '@notegraph/contract'
import { counted, endedWords, type Refusal } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Page, View, Visit } from '../page.ts'
import { byteSize } from '../components/byte-size.ts'
import { endSection } from '../components/confirm.ts'
import { copyLine } from '../components/copy-line.ts'
import { confirmSignIn, isNotRecent, notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, seeOther, takeFlash, textsOf } from '../components/flash-message.ts'
import { deleteAccountForm } from '../components/delete-account-form.ts'
import { fieldOf, postForm, textField } from '../components/form.ts'
import { missing } from '../components/not-found.ts'
import { notice } from '../components/notice.ts'
import { oneTimeSecrets } from '../components/one-time-secrets.ts'
import { listPart, offsetOf } from '../components/paging.ts'
import { refusalLine } from '../components/refusal-words.ts'
import { resourceTable } from '../components/resource.ts'
import { agoAt, dateAt, lastUse } from '../components/time.ts'

const PATH = '/settings/people'
const GB = 2 ** 30

export const people: Page = {
  title: 'People',
  path: PATH,
  section: 'settings',
  isFor: ({ account }) => account.isAdmin === true,
  routes(on, deps) {
    const invited = oneTimeSecrets<Invitation>(deps.clock)
    const done = (id: string, words: string): Response =>
      redirectWithFlash(deps.baseUrl(), pathOf(id), { done: words })

    on.get(PATH, async (visit) => {
      const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
      return { ...(await overview(deps, visit, value ?? {})), headers }
    })
    on.post(PATH, async (visit, form) => {
      if (!visit.isRecent) return notRecent(visit, PATH, form)
      const asked = fieldOf(form, 'id').trim()
      const made = await deps.people.make(visit.account, { id: asked })
      if (made.ok) return done(asked, 'The account is created. Invite the person now.')
      return { ...(await overview(deps, visit, { asked, error: refusalLine(made.refusal) })), status: 400 }
    })

    on.get(`${PATH}/:id`, async (visit) => {
      const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
      return { ...(await onePage(deps, visit, { ...value, invitation: invited.take(visit) })), headers }
    })
    on.post(`${PATH}/:id/invite`, async (visit, form) => {
      const id = visit.part('id')
      if (!visit.isRecent) return notRecent(visit, pathOf(id), form)
      const email = fieldOf(form, 'email').trim()
      const made = await deps.people.invite(visit.account, id, email === '' ? undefined : email)
      if (!made.ok) return refused(deps, visit, made.refusal)
      if (made.value.link === undefined) return done(id, `The invitation is on its way to ${email}.`)
      invited.keep(visit, made.value)
      return seeOther(pathOf(id))
    })
    on.post(`${PATH}/:id/mail`, async (visit) => {
      const id = visit.part('id')
      const sent = await deps.people.mailLink(visit.account, id)
      if (!sent.ok) return refused(deps, visit, sent.refusal)
      return done(id, 'A sign-in link is on its way to the address that the person confirmed.')
    })
    on.post(`${PATH}/:id/change`, async (visit, form) => {
      const id = visit.part('id')
      const change = changeIn(form)
      if (!change) return refused(deps, visit, NO_NUMBER)
      const changed = await deps.people.change(visit.account, id, change, visit.isRecent)
      if (changed.ok) return done(id, 'Saved.')
      if (isNotRecent(changed.refusal)) return notRecent(visit, pathOf(id), form)
      return refused(deps, visit, changed.refusal)
    })
    on.post(`${PATH}/:id/sign-out`, async (visit, form) => {
      const id = visit.part('id')
      const tokens = fieldOf(form, 'tokens') === '1'
      const ended = await deps.people.signOut(visit.account, id, { tokens })
      if (!ended.ok) return refused(deps, visit, ended.refusal)
      const words = endedWords({ ...ended.value, shares: 0, sites: 0 })
      return done(id, words === undefined ? 'Nothing was signed in.' : `Signed out: ${words}.`)
    })
    on.get(`${PATH}/:id/remove`, async (visit) => removePage(deps, visit))
    on.post(`${PATH}/:id/remove`, async (visit, form) => {
      const id = visit.part('id')
      if (!visit.isRecent) return notRecent(visit, `${pathOf(id)}/remove`, form)
      const removed = await deps.people.remove(visit.account, id, fieldOf(form, 'name').trim())
      if (removed.ok)
        return redirectWithFlash(deps.baseUrl(), PATH, { done: `The account ${id} is deleted.` })
      return { ...(await removePage(deps, visit, refusalLine(removed.refusal))), status: 400 }
    })
  },
}

const pathOf = (id: string): string => `${PATH}/${encodeURIComponent(id)}`

const NO_NUMBER: Refusal = { code: 'bad_request', error: 'Storage takes a number of GB, such as 10 or 0.5.' }
const NUMBER = /^\d{1,7}(?:[.,]\d{1,3})?$/

/** @returns undefined if the form has no number */
function changeIn(form: FormData): { disabled: boolean } | { quota: number } | undefined {
  const disabled = fieldOf(form, 'disabled')
  if (disabled !== '') return { disabled: disabled === '1' }
  const typed = fieldOf(form, 'quota').trim()
  return NUMBER.test(typed) ? { quota: Math.round(Number(typed.replace(',', '.')) * GB) } : undefined
}

const readFlash = textsOf('done')

const NO_PERSON: View = missing(
  'Person not found',
  'No account has this id.',
  html`<a href="${PATH}">All people</a>`,
)

async function refused(deps: WebDeps, visit: Visit, refusal: Refusal): Promise<View> {
  if (refusal.code === 'not_found') return NO_PERSON
  return { ...(await onePage(deps, visit, { error: refusalLine(refusal) })), status: 400 }
}

interface Shown {
  readonly done?: string | undefined
  /** The id in the sent form, and the reason of its refusal. */
  readonly asked?: string
  readonly error?: string
}

async function overview(deps: WebDeps, visit: Visit, { done, asked, error }: Shown): Promise<View> {
  const { query } = visit
  const [offset, limit] = [offsetOf(query), LIMITS.peoplePart]
  const found = await deps.people.list(visit.account, { offset, limit })
  if (!found.ok) return NO_PERSON
  const { people: list, total } = found.value
  const now = deps.clock()
  return {
    title: 'People',
    body: html`<p class="lead">
        You look after the accounts of this server: ${counted(total, 'account')}. You never see the notes of
        other people.
      </p>
      ${done !== undefined && notice(done)}
      <section aria-labelledby="make">
        <h2 id="make">Add a person</h2>
        ${visit.isRecent ? makeForm(asked, error) : confirmSignIn(visit, PATH)}
      </section>
      <section aria-labelledby="accounts">
        <h2 id="accounts">Accounts</h2>
        ${listPart({ path: PATH, query, offset, limit, total }, table(list, visit, now))}
      </section>
      ${backupSection(deps, visit, now)} ${releaseSection(deps)}`,
  }
}

function backupSection({ backups }: WebDeps, { zone }: Visit, now: number): Html {
  const state = backups?.()
  return html`<section aria-labelledby="backups">
    <h2 id="backups">Backups</h2>
    ${
      state
        ? html`${
              state.failed &&
              notice(
                html`<strong>A backup failed</strong> ${agoAt(state.failed.at, now, zone)}.
                  ${state.failed.why}`,
                'warn',
              )
            }
            ${state.isLate && !state.failed && notice(html`<strong>The last backup is late.</strong>`, 'warn')}
            <p>
              ${
                state.latest
                  ? html`The last backup was made ${agoAt(state.latest.at, now, zone)}:
                    ${counted(state.latest.accounts, 'account')} and ${counted(state.latest.files, 'file')}.
                    ${counted(state.kept, 'backup is', 'backups are')} kept.`
                  : 'There is no backup yet.'
              }
              ${
                state.latest !== undefined &&
                state.latest.damaged > 0 &&
                html`It lacks ${counted(state.latest.damaged, 'damaged file')}.`
              }
              ${
                state.copiedAt !== undefined &&
                html`The last one in the bucket was made ${agoAt(state.copiedAt, now, zone)}.`
              }
            </p>`
        : html`<p>
            This server makes no backups by itself. Its operator sets <code>NOTEGRAPH_BACKUP_FOLDER</code>, or
            makes backups by other means.
          </p>`
    }
  </section>`
}

function releaseSection({ release }: WebDeps): Html | undefined {
  const { running, newest, isOutdated, failed } = release?.() ?? {}
  if (running === undefined || newest === undefined) return undefined
  return html`<section aria-labelledby="release">
    <h2 id="release">Release</h2>
    ${
      isOutdated === true
        ? notice(
            html`<strong>Notegraph ${newest} is available.</strong> This server runs ${running}. Its operator
              upgrades it as <code>docs/operations/upgrade.md</code> of the new release describes.`,
          )
        : html`<p>
            This server runs Notegraph ${running}.
            ${failed === true ? 'The list of releases could not be read.' : 'There is no newer release.'}
          </p>`
    }
  </section>`
}

const makeForm = (asked: string | undefined, error: string | undefined): Html =>
  postForm(
    PATH,
    html`${textField({
        name: 'id',
        label: 'Name of the account',
        value: asked ?? '',
        hint: 'Letters, digits, dots, dashes and underscores. It stays as it is.',
        error,
        how: html`required maxlength="64" autocomplete="off" autocapitalize="none" spellcheck="false"`,
      })} <button class="button">Add person</button>`,
    'card',
  )

const table = (list: readonly Person[], { zone }: Visit, now: number): Html =>
  resourceTable(list, [
    ['Account', ({ id }) => html`<a href="${pathOf(id)}"><bdi>${id}</bdi></a>`],
    ['State', stateOf],
    ['Last used', ({ lastUsedAt }) => lastUse(lastUsedAt, now, zone)],
    ['Storage', ({ used, quota }) => html`${byteSize(used)} of ${byteSize(quota)}`],
  ])

const stateOf = ({ admin, disabled, isNew }: Person): string =>
  disabled ? 'Disabled' : admin ? 'Looks after people' : isNew ? 'Not used yet' : 'Active'

interface OneShown {
  readonly done?: string | undefined
  readonly error?: string
  readonly invitation?: Invitation | undefined
}

async function onePage(deps: WebDeps, visit: Visit, { done, error, invitation }: OneShown): Promise<View> {
  const found = await deps.people.read(visit.account, visit.part('id'))
  if (!found.ok) return NO_PERSON
  const person = found.value
  const { id, createdAt, used, quota, admin } = person
  const { zone } = visit
  return {
    title: id,
    body: html`<p class="lead">
        ${stateOf(person)}. Created ${dateAt(createdAt, zone)}, last used
        ${lastUse(person.lastUsedAt, deps.clock(), zone)}. Uses ${byteSize(used)} of ${byteSize(quota)}.
      </p>
      ${done !== undefined && notice(done)}
      ${error !== undefined && html`<p class="error" role="alert">${error}</p>`}
      ${invitation?.link !== undefined && madeLink(invitation.link)}
      ${person.isNew ? !invitation && inviteSection(deps, visit, id) : mailSection(deps, person)}
      ${quotaSection(person)}
      ${
        admin
          ? html`<p class="muted">
              This account looks after people itself. So it can’t be disabled, signed out or deleted here.
            </p>`
          : html`${signOutSection(person)} ${disableSection(person)} ${removeSection(person)}`
      }
      <p><a href="${PATH}">All people</a></p>`,
  }
}

const madeLink = (link: string): Html =>
  html`<section class="card made" aria-labelledby="made">
    <h2 id="made">Invitation</h2>
    <p>
      Copy the link now, and send it to the person alone. You won’t see it again. It works once, for
      ${LIMITS.inviteDays} days.
    </p>
    ${copyLine('link', link, true)}
  </section>`

const inviteSection = ({ people: service }: WebDeps, visit: Visit, id: string): Html =>
  html`<section aria-labelledby="invite">
    <h2 id="invite">Invite</h2>
    <p>
      An invitation is a link that signs in once, for ${LIMITS.inviteDays} days. A new one ends the one
      before. Once the person has used the account, you can’t invite them again.
    </p>
    ${visit.isRecent ? inviteForm(service.sendsEmail, id) : confirmSignIn(visit, pathOf(id))}
  </section>`

const inviteForm = (sendsEmail: boolean, id: string): Html =>
  postForm(
    `${pathOf(id)}/invite`,
    html`${
        sendsEmail &&
        textField({
          name: 'email',
          label: 'Email address',
          hint: 'Leave it empty to get the link, and send it yourself.',
          how: html`type="email" autocomplete="off"`,
        })
      } <button class="button">Invite</button>`,
    'card',
  )

const mailSection = ({ people: service, commandLine }: WebDeps, { id }: Person): Html =>
  html`<section aria-labelledby="mail">
    <h2 id="mail">Sign-in link</h2>
    ${
      service.sendsEmail &&
      html`<p>
          Sends a link and a code to the address that the person confirmed. They work once, for
          ${LIMITS.signInMailMinutes} minutes. You see neither.
        </p>
        ${postForm(`${pathOf(id)}/mail`, html`<button class="button">Send a sign-in link</button>`)}`
    }
    <p>
      For a person with no confirmed address and no passkey, the operator of the server creates a link with
      this command:
    </p>
    <pre><code>${commandLine} sign-in-link --account ${id}</code></pre>
  </section>`

const quotaSection = ({ id, quota }: Person): Html =>
  html`<section aria-labelledby="storage">
    <h2 id="storage">Storage</h2>
    ${postForm(
      `${pathOf(id)}/change`,
      html`${textField({
          name: 'quota',
          label: 'Most storage, in GB',
          value: String(Number((quota / GB).toFixed(3))),
          how: html`required inputmode="decimal" autocomplete="off"`,
        })} <button class="button">Save</button>`,
      'card',
    )}
  </section>`

const signOutSection = ({ id }: Person): Html =>
  html`<section aria-labelledby="everywhere">
    <h2 id="everywhere">Sign out everywhere</h2>
    <p>Signs out all browsers, devices and apps of the person, and ends unused links. Passkeys stay.</p>
    ${postForm(
      `${pathOf(id)}/sign-out`,
      html`<div class="field">
          <label><input type="checkbox" name="tokens" value="1" /> Revoke all tokens too</label>
        </div>
        <button class="button">Sign out everywhere</button>`,
      'card',
    )}
  </section>`

const disableSection = ({ id, disabled }: Person): Html =>
  html`<section aria-labelledby="access">
    <h2 id="access">${disabled ? 'Enable' : 'Disable'}</h2>
    <p>
      ${
        disabled
          ? 'The account is closed to all access. Nothing of it is deleted.'
          : 'Closes the account to all access until you enable it again. Nothing of it is deleted.'
      }
    </p>
    ${postForm(
      `${pathOf(id)}/change`,
      html`<input type="hidden" name="disabled" value="${disabled ? '0' : '1'}" />
        <button class="button">${disabled ? 'Enable the account' : 'Disable the account'}</button>`,
    )}
  </section>`

const removeSection = ({ id }: Person): Html =>
  endSection(
    'remove',
    'Delete',
    'Deletes the account with all notes, files and settings.',
    `${pathOf(id)}/remove`,
    'Delete the account',
  )

async function removePage(deps: WebDeps, visit: Visit, error?: string): Promise<View> {
  const found = await deps.people.read(visit.account, visit.part('id'))
  if (!found.ok) return NO_PERSON
  const { id } = found.value
  return {
    title: 'Delete the account?',
    body: html`<div class="card">
        <p>
          This deletes all notes, files, earlier states and settings of <strong><bdi>${id}</bdi></strong
          >, and ends every access, shared page and site. <strong>This can’t be undone.</strong>
        </p>
        <p>
          You can’t see the notes, so let the person export them first, at
          <code>${deps.baseUrl()}/settings/transfer</code>. For a person who can’t, the operator of the server
          exports them with this command:
        </p>
        <pre><code>${deps.commandLine} export FOLDER --account ${id}</code></pre>
      </div>
      ${deleteAccountForm(visit, { action: `${pathOf(id)}/remove`, cancel: pathOf(id), error })}`,
  }
}
