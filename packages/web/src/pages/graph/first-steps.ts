/**
 * The first steps of a new account, above its pages until all are done. A step is done by what the account has, not by a
 * click, so every browser shows the same. A browser can hide the list, and a cookie remembers that.
 */
import { parse, serialize } from 'hono/utils/cookie'
import type { WebDeps } from '../../deps.ts'
import { html, type Html } from '../../html.ts'
import type { Routes, Visit } from '../../page.ts'
import { seeOther } from '../../components/flash-message.ts'
import { postForm } from '../../components/form.ts'
import { GRAPH } from '../../components/links.ts'

const HIDE = `${GRAPH}/first-steps/hide`
const COOKIE = 'notegraph_first_steps'
const YEAR = 365 * 86_400

export function firstStepsRoutes(on: Routes, deps: WebDeps): void {
  on.post(HIDE, async () => {
    const response = seeOther(GRAPH)
    const secure = deps.baseUrl().startsWith('https:')
    const options = { path: '/', maxAge: YEAR, httpOnly: true, sameSite: 'Lax', secure } as const
    response.headers.set('Set-Cookie', serialize(COOKIE, 'hidden', options))
    return response
  })
}

interface Step {
  readonly isDone: boolean
  readonly title: string
  readonly path: string
  readonly words: string
}

/** @returns undefined once all steps are done, or if this browser hides them */
export async function firstSteps(deps: WebDeps, visit: Visit): Promise<Html | undefined> {
  if (parse(visit.request.headers.get('cookie') ?? '', COOKIE)[COOKIE] === 'hidden') return undefined
  const steps = await stepsOf(deps, visit.account.id)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return undefined
  return html`<section class="card first-steps" aria-labelledby="first-steps">
    <div class="actions">
      <h2 id="first-steps">First steps <span class="count">${done} of ${steps.length}</span></h2>
      ${postForm(HIDE, html`<button class="quiet">Hide</button>`)}
    </div>
    <ol>
      ${steps.map(step)}
    </ol>
  </section>`
}

async function stepsOf({ imports, tokens, apps, devices }: WebDeps, accountId: string): Promise<Step[]> {
  const [job, all, connected, signedIn] = await Promise.all([
    imports.read(accountId),
    tokens.list(accountId),
    apps?.connected.list(accountId),
    devices.list(accountId),
  ])
  return [
    {
      isDone: job?.state === 'done' && job.dryRun !== true,
      title: 'Import your notes',
      path: '/settings/transfer',
      words: 'From Logseq, Obsidian, Roam Research, or any folder of Markdown.',
    },
    {
      isDone: [...all, ...(connected ?? [])].some(({ lastUsedAt }) => lastUsedAt !== undefined),
      title: 'Connect an assistant',
      path: '/settings/assistants',
      words: 'It reads your notes and, if you allow it, edits them. You can revert each of its changes.',
    },
    {
      isDone: signedIn.length > 0,
      title: 'Add a device',
      path: '/settings/devices',
      words: 'It keeps a copy of your notes, and syncs it with your other devices.',
    },
  ]
}

const step = ({ isDone, title, path, words }: Step): Html =>
  html`<li ${isDone && html`class="done"`}>
    ${
      isDone
        ? html`<span>${title}</span> <span class="badge">Done</span>`
        : html`<a href="${path}">${title}</a>
            <p class="muted small">${words}</p>`
    }
  </li>`
