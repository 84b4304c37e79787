/** Assistants: creates, lists and revokes tokens of programs and assistants. @see service, Authentication */
import { addDays, isoDay } from '@notegraph/block-text'
import { LIMITS } from '@notegraph/contract'
import { dayAt } from '@notegraph/graph'
import { isTokenOpen, type TokenView, numbered, zoneOf } from '@notegraph/service'
import { html, type Html } from '../html.ts'
import type { Page, Routes, View, Visit } from '../page.ts'
import type { WebApps, WebDeps } from '../deps.ts'
import { confirmPage } from '../components/confirm.ts'
import { confirmSignIn, notRecent } from '../components/confirm-sign-in.ts'
import { redirectWithFlash, seeOther, takeFlash, textsOf } from '../components/flash-message.ts'
import { copyLine } from '../components/copy-line.ts'
import { fieldOf, postForm, textField } from '../components/form.ts'
import { missing } from '../components/not-found.ts'
import { notice } from '../components/notice.ts'
import { listPart, offsetOf } from '../components/paging.ts'
import { oneTimeSecrets } from '../components/one-time-secrets.ts'
import { resourceTable } from '../components/resource.ts'
import { dateAt, lastUse } from '../components/time.ts'
import { refusalLine } from '../components/refusal-words.ts'
import { asPerson } from '../writing/as-person.ts'
import { APPS_PATH, appsSection, disconnectPage, noApp } from './assistants/connected-apps.ts'
import { connectRoutes } from './assistants/connect.ts'
import { readyLines } from './assistants/ready-lines.ts'
import { rightBoxes, rightsIn } from './assistants/rights.ts'
import { accessHtml, rightsRoutes } from './assistants/rights-page.ts'
import { SCOPES } from './assistants/scopes.ts'
import { waitingLine, waitingPage } from './assistants/waiting.ts'

const PATH = '/settings/assistants'
const REVOKED = `${PATH}/revoked`
/** The most revoked tokens on the page; another page lists the rest. */
const FEW = 20

export const assistants: Page = {
  title: 'Assistants',
  path: PATH,
  section: 'settings',
  key: 'a',
  routes(on, deps) {
    const made = oneTimeSecrets<NewSecret>(deps.clock)
    on.get(PATH, async (visit) => {
      const { value, headers } = takeFlash(visit, deps.baseUrl(), readFlash)
      return { ...(await overview(deps, visit, { made: made.take(visit), flash: value })), headers }
    })
    on.post(PATH, async (visit, form) => {
      if (!visit.isRecent) return notRecent(visit, PATH, form)
      const [name, scope, expires] = [fieldOf(form, 'name'), fieldOf(form, 'scope'), fieldOf(form, 'expires')]
      const asked = { name, scope, expires }
      const zone = fieldOf(form, 'zone') || visit.zone
      const given = {
        name,
        scope: scope === 'write' ? 'write' : 'read',
        ...(scope === 'write' && { may: rightsIn(form) }),
        zone,
        ...(expires !== '' && { expires }),
      } as const
      const token = await asPerson(visit, () => deps.tokens.make(visit.account.id, given))
      if (token.ok) {
        made.keep(visit, token.value)
        return seeOther(PATH)
      }
      const error = refusalLine(token.refusal)
      return { ...(await overview(deps, visit, { asked, error })), status: 400 }
    })
    rightsRoutes(on, deps)
    if (deps.apps) appRoutes(on, deps, deps.apps)
    on.get(REVOKED, async (visit) => revokedPage(deps, visit))
    on.get(`${PATH}/:id/waiting`, async (visit) => {
      const token = await openToken(deps, visit)
      return token ? waitingPage(token) : NO_TOKEN
    })
    on.get(`${PATH}/:id/revoke`, async (visit) => {
      const token = await openToken(deps, visit)
      return token ? confirm(token) : NO_TOKEN
    })
    on.post(`${PATH}/:id/revoke`, async (visit) => {
      const revoked = await deps.tokens.revoke(visit.account.id, visit.part('id'))
      return revoked.ok ? redirectWithFlash(deps.baseUrl(), PATH, { revoked: revoked.value.name }) : NO_TOKEN
    })
  },
}

function appRoutes(on: Routes, deps: WebDeps, apps: WebApps): void {
  connectRoutes(on, apps)
  on.get(`${APPS_PATH}/:id/disconnect`, async (visit) => disconnectPage(apps, visit))
  on.post(`${APPS_PATH}/:id/disconnect`, async (visit) => {
    const id = visit.part('id')
    const ended = await apps.connected.end(visit.account.id, id)
    return ended.ok ? redirectWithFlash(deps.baseUrl(), PATH, { disconnected: ended.value.name }) : noApp(id)
  })
}

const NO_TOKEN: View = missing(
  'Token not found',
  'This account has no active token with this id.',
  html`The token may already be revoked. <a href="${PATH}">All tokens</a>`,
)

async function openToken(deps: WebDeps, visit: Visit): Promise<TokenView | undefined> {
  const tokens = await deps.tokens.list(visit.account.id)
  return tokens.find(({ id, revokedAt }) => id === visit.part('id') && revokedAt === undefined)
}

const readFlash = textsOf('revoked', 'disconnected')

/** A new token with its secret. */
interface NewSecret {
  readonly id: string
  readonly token: string
  readonly name: string
}

interface PageState {
  readonly made?: NewSecret | undefined
  readonly flash?: ReturnType<typeof readFlash> | undefined
  /** The sent form, and the reason of its refusal. */
  readonly asked?: { readonly name: string; readonly scope: string; readonly expires: string }
  readonly error?: string
}

async function overview(
  deps: WebDeps,
  visit: Visit,
  { made, flash, asked, error }: PageState,
): Promise<View> {
  const tokens = (await deps.tokens.list(visit.account.id)).toReversed()
  const open = tokens.filter(({ revokedAt }) => revokedAt === undefined)
  const revoked = revokedOf(tokens)
  return {
    title: 'Assistants',
    body: html`<p class="lead">
        A token gives a program or an assistant access to your notes. The list of changes keeps each write for
        ${LIMITS.changeDays} days, and you can revert it.
      </p>
      ${flash?.revoked !== undefined && notice(html`<strong><bdi>${flash.revoked}</bdi></strong> is revoked. Programs that use this token no longer have access.`)}
      ${flash?.disconnected !== undefined && notice(html`<strong><bdi>${flash.disconnected}</bdi></strong> is disconnected and no longer has access.`)}
      ${deps.apps && (await appsSection(deps.apps, visit, deps.clock()))}
      ${made && madeToken(made, deps.baseUrl())} ${makeSection(visit, asked, error, deps.clock())}
      <section aria-labelledby="tokens">
        <h2 id="tokens">Active tokens</h2>
        ${
          open.length === 0
            ? html`<p class="empty">No tokens yet. Create one above for each program or assistant.</p>`
            : tokenTable(open, visit, deps.clock())
        }
      </section>
      ${
        revoked.length > 0 &&
        html`<details class="more">
          <summary>Revoked (${numbered(revoked.length)})</summary>
          ${revokedList(revoked.slice(0, FEW), visit)}
          ${revoked.length > FEW && html`<p class="small"><a href="${REVOKED}">Show all ${numbered(revoked.length)} revoked tokens</a></p>`}
        </details>`
      }`,
  }
}

const madeToken = ({ id, token, name }: NewSecret, baseUrl: string): Html =>
  html`<section class="card made" aria-labelledby="made">
    <h2 id="made">Your token “<bdi>${name}</bdi>”</h2>
    <p>Copy the token now. You won’t see it again. If you lose it, revoke it and create a new one.</p>
    ${copyLine('token', token, true)} ${waitingLine({ id })} ${readyLines(baseUrl, token)}
  </section>`

const makeSection = (visit: Visit, asked: PageState['asked'], error: string | undefined, now: number): Html =>
  html`<section aria-labelledby="make">
    <h2 id="make">Create a token</h2>
    ${visit.isRecent ? makeForm(asked, error, proposedDay(now, visit.zone)) : confirmSignIn(visit, PATH)}
  </section>`

/** The last day that the form proposes. */
const proposedDay = (now: number, zone: string): string =>
  isoDay(addDays(dayAt(now, zone), LIMITS.tokenDaysProposed)!)

function makeForm(asked: PageState['asked'], error: string | undefined, proposed: string): Html {
  const isWrite = asked?.scope === 'write'
  const scope = (value: string, checked: boolean, label: string, words: string) =>
    html`<label class="choice">
      <input type="radio" name="scope" value="${value}" ${checked && html`checked`} />
      <span><strong>${label}</strong><span class="muted">${words}</span></span>
    </label>`
  return postForm(
    PATH,
    html`${textField({
        name: 'name',
        label: 'Name',
        value: asked?.name ?? '',
        hint: 'Name the program or assistant that uses the token, such as “Laptop script”.',
        error,
        how: html`required maxlength="${LIMITS.tokenName}" autocomplete="off" dir="auto"`,
      })}
      <fieldset>
        <legend>Access</legend>
        ${scope('read', !isWrite, SCOPES.read, 'Reads and searches pages, blocks and tasks.')}
        ${scope('write', isWrite, SCOPES.write, 'Also creates and edits notes, but can’t delete them.')}
        ${rightBoxes(['organize', 'publish'])}
      </fieldset>
      ${textField({
        name: 'expires',
        label: 'Expiration date',
        value: asked?.expires ?? proposed,
        hint: 'The token expires at the end of this day. Without a date, the token works until you revoke it.',
        how: html`type="date"`,
      })}
      <input type="hidden" name="zone" value="" data-zone />
      <button class="button">Create token</button>`,
    'card',
  )
}

const tokenTable = (tokens: readonly TokenView[], { zone }: Visit, now: number): Html =>
  resourceTable(tokens, [
    ['Name', ({ name }) => html`<bdi>${name}</bdi>`],
    ['Access', (token) => accessHtml(token), 'short'],
    ['Created', ({ createdAt }) => dateAt(createdAt, zone)],
    ['Expires', (token) => lastDay(token, zone, now)],
    ['Last used', ({ lastUsedAt }) => lastUse(lastUsedAt, now, zone)],
    [
      'Revoke',
      ({ id, name }) => html`<a href="${PATH}/${id}/revoke">Revoke<span class="unseen"> ${name}</span></a>`,
      'act',
    ],
  ])

function lastDay(token: TokenView, zone: string, now: number): Html {
  if (token.expiresAt === undefined) return html`<span class="muted">never</span>`
  const day = dateAt(token.expiresAt - 1, zoneOf(token.zone, zone))
  return isTokenOpen(token, now) ? day : html`<strong>expired</strong> ${day}`
}

/** Newest first. */
const revokedOf = (tokens: readonly TokenView[]): TokenView[] =>
  tokens
    .filter(({ revokedAt }) => revokedAt !== undefined)
    .toSorted((a, b) => (b.revokedAt ?? 0) - (a.revokedAt ?? 0))

async function revokedPage(deps: WebDeps, visit: Visit): Promise<View> {
  const { query, account } = visit
  const offset = offsetOf(query)
  const revoked = revokedOf(await deps.tokens.list(account.id))
  const shown = revoked.slice(offset, offset + LIMITS.webRows)
  return {
    title: 'Revoked tokens',
    body: html`<p class="lead">
        These tokens no longer give access. <a href="${PATH}">Show active tokens</a>
      </p>
      ${listPart({ path: REVOKED, query, offset, limit: LIMITS.webRows, total: revoked.length }, revokedList(shown, visit), 'No revoked tokens yet.')}`,
  }
}

const revokedList = (tokens: readonly TokenView[], { zone }: Visit): Html =>
  html`<ul class="plain">
    ${tokens.map(
      ({ name, revokedAt }) =>
        html`<li>
          <span dir="auto">${name}</span> <span class="muted">revoked ${dateAt(revokedAt ?? 0, zone)}</span>
        </li>`,
    )}
  </ul>`

const confirm = ({ id, name, scope }: TokenView): View =>
  confirmPage({
    title: 'Revoke this token?',
    words: html`<p>
      <strong><bdi>${name}</bdi></strong> (${SCOPES[scope]}) stops working at once, for the API and for
      assistants. This can’t be undone.
    </p>`,
    action: `${PATH}/${id}/revoke`,
    button: 'Revoke',
    back: PATH,
  })
