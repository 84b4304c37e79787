/** The page that gives rights to a token or an app, and takes them. @see assistants, Rights */
import { refusalLine } from '../../components/refusal-words.ts'
import { confirmSignIn, notRecent } from '../../components/confirm-sign-in.ts'
import { seeOther } from '../../components/flash-message.ts'
import { postForm } from '../../components/form.ts'
import { message } from '../../components/message.ts'
import { missing } from '../../components/not-found.ts'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Routes, View, Visit } from '../../page.ts'
import type { ConnectedAppView, TokenView } from '@notegraph/service'
import { rightBoxes, rightsIn, rightsWords } from './rights.ts'
import { SCOPES } from './scopes.ts'

const PATH = '/settings/assistants'

/** The page of the rights of a token. @example rightsPath('t1') // '/settings/assistants/t1/rights' */
export const rightsPath = (id: string, isApp = false): string => `${PATH}/${isApp ? 'apps/' : ''}${id}/rights`

/** The access of a token or an app in words, with a link to the page. */
export const accessHtml = ({ id, name, scope, may }: TokenView | ConnectedAppView, isApp = false): Html =>
  html`${SCOPES[scope]}${rightsWords(may)}
  ${scope === 'write' && html`<a href="${rightsPath(id, isApp)}">Rights<span class="unseen"> of ${name}</span></a>`}`

export function rightsRoutes(on: Routes, deps: WebDeps): void {
  const { tokens, apps } = deps
  const find = async (visit: Visit, isApp: boolean): Promise<TokenView | ConnectedAppView | undefined> => {
    const { account } = visit
    const all = isApp ? ((await apps?.connected.list(account.id)) ?? []) : await tokens.list(account.id)
    return all.find((one) => one.id === visit.part('id') && one.scope === 'write' && !('revokedAt' in one))
  }
  for (const isApp of apps ? [false, true] : [false]) {
    const path = rightsPath(':id', isApp)
    on.get(path, async (visit) => {
      const found = await find(visit, isApp)
      return found ? page(found, visit, rightsPath(found.id, isApp)) : NONE
    })
    on.post(path, async (visit, form) => {
      const found = await find(visit, isApp)
      if (!found) return NONE
      const own = rightsPath(found.id, isApp)
      const of = isApp ? apps!.connected : tokens
      const done = await of.setRights(visit.account.id, found.id, rightsIn(form), visit.isRecent)
      if (done.ok) return seeOther(PATH)
      if (done.refusal.code === 'forbidden') return notRecent(visit, own, form)
      return { ...message('Rights not changed', refusalLine(done.refusal)), status: 400 }
    })
  }
}

const NONE: View = missing(
  'Not found',
  'This account has no such token or app that may write.',
  html`<a href="${PATH}">Assistants</a>`,
)

const page = ({ name, may }: TokenView | ConnectedAppView, visit: Visit, path: string): View => ({
  title: 'Rights',
  body: html`<p class="lead">
      <strong><bdi>${name}</bdi></strong> reads and writes your notes.
    </p>
    ${
      visit.isRecent
        ? postForm(
            path,
            html`<fieldset>
                <legend>Rights</legend>
                ${rightBoxes(['organize', 'publish'], may)}
              </fieldset>
              <div class="actions">
                <button class="button">Save</button> <a class="button quiet" href="${PATH}">Cancel</a>
              </div>`,
            'card',
          )
        : confirmSignIn(visit, path)
    }`,
})
