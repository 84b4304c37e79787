/** Storage and plan: the used bytes by kind, and the state of the plan. @see decisions 9.3; service, Limits */
import { LIMITS, type PlanState, type StorageAnswer } from '@notegraph/contract'
import { planState, counted, numbered, storageLevel } from '@notegraph/service'
import { html, type Html } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { takeFlash } from '../components/flash-message.ts'
import { notice } from '../components/notice.ts'
import { byteSize } from '../components/byte-size.ts'
import { tenths } from '../components/number.ts'
import { dateAt } from '../components/time.ts'
import { readRemoved, removedWords, unlinkedFiles, unlinkedRoutes } from './unlinked-files.ts'

const PATH = '/settings/storage'

export const storage: Page = {
  title: 'Storage and plan',
  path: PATH,
  section: 'settings',
  count: ({ notices }) => notices.filter(({ kind }) => kind === 'storage' || kind === 'plan_ending').length,
  alwaysOpen: true,
  routes(on, deps) {
    on.get(PATH, async (visit) => {
      const state = planState(visit.account, deps.clock())
      // An account without a plan has no graph, and a look must not create one.
      const hasGraph = visit.plan !== 'none'
      const use = hasGraph ? await deps.storage.read(visit.account) : undefined
      const files = hasGraph ? await unlinkedFiles(deps, visit) : undefined
      const { value, headers } = takeFlash(visit, deps.baseUrl(), readRemoved)
      return {
        title: 'Storage and plan',
        body: html`${value && notice(html`${removedWords(value)}`)} ${plan(state, visit)} ${use && used(use)}
        ${files}`,
        headers,
      }
    })
    unlinkedRoutes(on, deps)
  },
}

function plan({ state, readsUntil, daysLeft }: PlanState, { account, zone }: Visit): Html {
  if (!account.allowed)
    return notice(
      html`<p>
        <strong>This account is not on the server’s list.</strong> Ask the operator of the server to add
        <bdi>${account.id}</bdi>.
      </p>`,
      'warn',
    )
  if (state === 'active')
    return notice(
      html`<p>
        <strong>The plan is active.</strong> Devices sync, and assistants have the access of their tokens.
      </p>`,
    )
  if (state === 'none' || readsUntil === undefined)
    return notice(
      html`<p>
        <strong>This account is not on the cloud sync plan.</strong> The server keeps no graph for this
        account. After the account joins the plan, its devices sync again.
      </p>`,
      'warn',
    )
  return notice(
    html`<p><strong>Your plan has ended: ${counted(daysLeft ?? 0, 'day')} left.</strong></p>
      <p>
        You can read and export your notes until ${dateAt(readsUntil, zone)}. You can’t change them. After
        that day, the server no longer keeps the graph. Renew the plan to continue.
      </p>`,
    'warn',
  )
}

function used({
  used: all,
  quota,
  pages,
  blocks,
  shapes,
  files,
  history,
  changes,
  answers,
}: StorageAnswer): Html {
  const rows = [
    ['Pages', pages],
    ['Blocks', blocks],
    ['Shapes on whiteboards', shapes],
    ['Files', files],
    ['History', history],
  ] as const
  // The history gives way to new content.
  const isFull = storageLevel(all - history.bytes, quota) === 100
  const share = quota === 0 ? 1 : all / quota
  return html`<section aria-labelledby="used">
    <h2 id="used">Storage used</h2>
    <p class="big"><strong>${byteSize(all)}</strong> of ${byteSize(quota)}</p>
    <meter
      class="wide"
      aria-labelledby="used"
      min="0"
      max="${quota}"
      high="${Math.floor(quota * 0.9)}"
      value="${Math.min(all, quota)}"
    >
      ${percent(share)}
    </meter>
    ${isFull && html`<p class="error">Storage is full. New content is blocked until you free up space. Delete files or notes on a device.</p>`}
    <table>
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col" class="number">Count</th>
          <th scope="col" class="number">Size</th>
          <th scope="col" class="number">Share</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([title, { count, bytes }]) =>
            html`<tr>
              <th scope="row">${title}</th>
              <td class="number">${numbered(count)}</td>
              <td class="number">${byteSize(bytes)}</td>
              <td class="number">${percent(all === 0 ? 0 : bytes / all)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="muted small">
      Notes count as their text, their properties and a small amount for each page and block. The server
      deletes unused files after ${LIMITS.unusedFileDays} days, unless an import brought them. Not counted:
      ${counted(changes.count, 'change')} in the list of changes (${byteSize(changes.bytes)} of
      ${byteSize(LIMITS.changeListBytes)}) and ${counted(answers.count, 'answer')} stored for repeated
      requests (${byteSize(answers.bytes)} of ${byteSize(LIMITS.keptAnswerBytes)}).
    </p>
  </section>`
}

const percent = (share: number): string =>
  share > 0 && share < 0.001 ? 'under 0.1%' : `${tenths(share * 100)}%`
