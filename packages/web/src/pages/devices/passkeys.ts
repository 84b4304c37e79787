/**
 * Passkeys: the page Devices lists, adds and removes them. A page of its own offers one after a sign-in by link.
 * @see decisions 9.6
 */
import { LIMITS } from '@notegraph/contract'
import type { PasskeyView } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { confirmSignIn, notRecent } from '../../components/confirm-sign-in.ts'
import { redirectWithFlash, seeOther } from '../../components/flash-message.ts'
import { fieldOf, postForm, textField } from '../../components/form.ts'
import { message } from '../../components/message.ts'
import { missing } from '../../components/not-found.ts'
import { PASSKEY_SCRIPT_TAG } from '../../components/passkey-form.ts'
import { resourceTable } from '../../components/resource.ts'
import { dateAt, lastUse } from '../../components/time.ts'
import { refusalWords } from '../../components/refusal-words.ts'

const DEVICES = '/settings/devices'
const PATH = `${DEVICES}/passkeys`
/** The page that offers to add a passkey. The script of the form comes here too, if the sign-in is too old. */
export const ADD_PASSKEY: string = `${PATH}/add`

export function passkeyRoutes(on: Routes, { passkeys, baseUrl }: WebDeps): void {
  on.get(ADD_PASSKEY, async (visit) => (passkeys.areOn() ? offer(visit) : seeOther(DEVICES)))
  on.post(`${PATH}/question`, async (visit) =>
    visit.isRecent
      ? Response.json(await passkeys.startAdding(visit.account), NO_STORE)
      : notRecent(visit, DEVICES),
  )
  on.post(PATH, async (visit, form) => {
    if (!visit.isRecent) return notRecent(visit, DEVICES)
    const added = await passkeys.add(visit.account, fieldOf(form, 'name'), jsonIn(fieldOf(form, 'answer')))
    if (added.ok) return redirectWithFlash(baseUrl(), DEVICES, { passkey: added.value.name })
    const { error, hint } = refusalWords(added.refusal)
    return {
      ...message('Passkey not added', error, html`${hint} <a href="${DEVICES}">Devices</a>`),
      status: 400,
    }
  })
  on.post(`${PATH}/:id/remove`, async (visit) => {
    const removed = await passkeys.remove(visit.account.id, visit.part('id'))
    return removed ? redirectWithFlash(baseUrl(), DEVICES, { removed: 'passkey' }) : NO_PASSKEY
  })
}

/** The name that was typed comes back if the person had to sign in again. */
function offer(visit: Visit): View {
  const name = visit.query.get('name') ?? ''
  const here = name === '' ? ADD_PASSKEY : `${ADD_PASSKEY}?name=${encodeURIComponent(name)}`
  return {
    title: 'Add a passkey',
    body: html`<p class="lead">${WHAT_FOR}</p>
      ${visit.isRecent ? addForm(name) : confirmSignIn(visit, here)}
      <p class="actions"><a class="button quiet" href="/">Not now</a></p>
      <p class="muted">You can add one at any time under <a href="${DEVICES}">Devices</a>.</p>`,
  }
}

const WHAT_FOR =
  'With a passkey, this device asks for your fingerprint, face or PIN, and you need no sign-in link.'

const NO_STORE = { headers: { 'Cache-Control': 'no-store' } }

const NO_PASSKEY: View = missing(
  'Passkey not found',
  'Your account has no such passkey.',
  html`<a href="${DEVICES}">All devices</a>`,
)

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function passkeySection({ passkeys, clock, commandLine }: WebDeps, visit: Visit): Promise<Html> {
  const list = await passkeys.list(visit.account.id)
  return html`<section aria-labelledby="passkeys">
    <h2 id="passkeys">Passkeys</h2>
    <p class="muted">${WHAT_FOR}</p>
    ${list.length > 0 && table(list, visit, clock())}
    ${
      passkeys.areOn()
        ? visit.isRecent
          ? addForm()
          : confirmSignIn(visit, DEVICES)
        : html`<p>
            Passkeys need https, or an address on localhost. Here, a sign-in link confirms who you are:
            <code>${commandLine} sign-in-link --account ${visit.account.id}</code>
          </p>`
    }
  </section>`
}

/** @param name the name that the person typed before */
const addForm = (name = ''): Html =>
  html`<form method="post" action="${PATH}" class="card" data-passkey="add" hidden>
      ${textField({
        id: 'passkey-name',
        name: 'name',
        label: 'Name',
        value: name,
        hint: 'Name the device or password manager, such as “Laptop”.',
        how: html`maxlength="${LIMITS.passkeyName}" autocomplete="off" dir="auto"`,
      })}
      <input type="hidden" name="answer" />
      <button class="button">Add a passkey</button>
      <p class="error" role="alert" hidden></p>
    </form>
    <p class="muted" data-no-passkey>To add a passkey, the browser must allow scripts and passkeys.</p>
    ${PASSKEY_SCRIPT_TAG}`

const table = (list: readonly PasskeyView[], { zone }: Visit, now: number): Html =>
  resourceTable(list, [
    ['Name', ({ name }) => html`<bdi>${name}</bdi>`],
    ['Added', ({ createdAt }) => dateAt(createdAt, zone)],
    ['Last used', ({ lastUsedAt }) => lastUse(lastUsedAt, now, zone)],
    [
      'Remove',
      ({ id, name }) =>
        postForm(
          `${PATH}/${id}/remove`,
          html`<button class="quiet">Remove<span class="unseen"> ${name}</span></button>`,
        ),
      'act',
    ],
  ])
