/** Forgets the earlier states of a page or a block, after a confirmation. @see decisions 9.10 */
import { counted } from '@notegraph/service'
import type { WebDeps } from '../../deps.ts'
import { html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import { confirmSignIn, notRecent } from '../../components/confirm-sign-in.ts'
import { redirectWithFlash } from '../../components/flash-message.ts'
import { fieldOf, postForm } from '../../components/form.ts'
import { FORGET_PATH, GRAPH, HISTORY_PATH, pageLink, withId } from '../../components/links.ts'
import { notFound } from '../../components/not-found.ts'
import { refusedView } from '../../writing/refused.ts'

type Asked = { readonly page: string } | { readonly block: string }

export function forgetRoutes(on: Routes, deps: WebDeps): void {
  on.get(FORGET_PATH, async (visit) =>
    confirm(
      deps,
      visit,
      askedIn((name) => visit.query.get(name)),
    ),
  )
  on.post(FORGET_PATH, async (visit, form) => {
    const asked = askedIn((name) => fieldOf(form, name))
    if (!visit.isRecent) return notRecent(visit, addressOf(asked), form)
    const done = await deps.history.forget(visit.account, asked)
    if (!done.ok)
      return refusedView('Nothing forgotten', done.refusal, html`<p><a href="${GRAPH}">All pages</a></p>`)
    const { states, changes, deliveries } = done.value
    const words = `Forgotten: ${counted(states, 'earlier state')}, ${counted(changes, 'entry', 'entries')} of the list of changes, ${counted(deliveries, 'message')} to webhooks.`
    const page = 'page' in asked ? asked.page : undefined
    const back = page !== undefined && (await deps.reader.graph(visit.caller).pages.find(page))
    return redirectWithFlash(deps.baseUrl(), back ? withId(HISTORY_PATH, back.id) : GRAPH, { words })
  })
}

function askedIn(read: (name: string) => string | null): Asked {
  const block = read('block')
  return block ? { block } : { page: read('id') ?? '' }
}

const addressOf = (asked: Asked): string =>
  'page' in asked
    ? withId(FORGET_PATH, asked.page)
    : `${FORGET_PATH}?block=${encodeURIComponent(asked.block)}`

async function confirm(deps: WebDeps, visit: Visit, asked: Asked): Promise<View> {
  const graph = deps.reader.graph(visit.caller)
  const block = 'block' in asked ? await graph.blocks.find(asked.block) : undefined
  if ('block' in asked && !block)
    return notFound('Block not found', { code: 'not_found', what: 'block', name: asked.block })
  const page = 'page' in asked ? await graph.pages.find(asked.page) : undefined
  const what = block
    ? html`this block on ${pageLink(block.pageName, block.pageId)}`
    : page
      ? html`${pageLink(page.name, page.id)} and of all blocks that are or were on it`
      : html`this deleted page and of all blocks that were on it`
  return {
    title: 'Forget earlier states?',
    body: html`<div class="card">
        <p>
          The server deletes all earlier states of ${what}: from the history, from your snapshots, from the
          list of changes, and from messages to webhooks. Those changes can then no longer be undone.
          <strong>This can’t be undone.</strong>
        </p>
        <p>The notes stay as they are now. Devices and backups of the server keep what they have.</p>
      </div>
      ${
        visit.isRecent
          ? postForm(
              FORGET_PATH,
              html`${
                  'page' in asked
                    ? html`<input type="hidden" name="id" value="${asked.page}" />`
                    : html`<input type="hidden" name="block" value="${asked.block}" />`
                }
                <div class="actions">
                  <button class="button danger">Forget earlier states</button>
                </div>`,
            )
          : confirmSignIn(visit, addressOf(asked))
      }`,
  }
}
