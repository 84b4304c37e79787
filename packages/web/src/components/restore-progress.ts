/** The restore of a graph that runs in the background, or the last one while it can be undone. @see history 4, 5 */
import type { RestoreJob } from '@notegraph/contract'
import { numbered } from '@notegraph/service'
import type { WebDeps } from '../deps.ts'
import { html, type Html } from '../html.ts'
import type { Visit } from '../page.ts'
import { writtenNotice } from '../writing/written.ts'
import { notice } from './notice.ts'
import { timeAt } from './time.ts'

/** @returns undefined if there is nothing to show */
export async function restoreProgress(
  { changes }: Pick<WebDeps, 'changes'>,
  { account, zone }: Pick<Visit, 'account' | 'zone'>,
  job: RestoreJob,
): Promise<Html | undefined> {
  const { changeId, state, done, total, error } = job
  const change = await changes.lookAt(account.id, changeId)
  if (!change.ok || change.value.state === 'reverted') return undefined
  const count = `${numbered(done)} of ${numbered(total)} pages and blocks`
  if (state === 'running')
    return html`<div class="live" data-live>
      <p role="status">Restored ${count}.</p>
      <progress aria-label="Restore" value="${done}" max="${Math.max(total, 1)}"></progress>
      <p class="muted">You can leave this page. The restore continues.</p>
    </div>`
  if (state === 'done') return writtenNotice({ words: 'The graph is restored.', changeId })
  const when = timeAt(job.endedAt ?? job.startedAt, zone)
  const why =
    state === 'cut_off'
      ? html`The server stopped during the last restore (${when}).`
      : html`The last restore failed (${when}). ${error?.error} ${error?.hint}`
  return html`${notice(
    html`${why} It restored ${count}. To continue, restore the graph as it was then again.`,
    'warn',
  )}
  ${writtenNotice({ words: 'You can also undo the part that is restored.', changeId })}`
}
