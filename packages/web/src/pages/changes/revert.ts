/** Putting changes back, one or many, and telling what came of it. @see decisions 8.2 */
import { LIMITS } from '@notegraph/contract'
import { toErrorBody, type ChangesService } from '@notegraph/service'
import type { Account } from '@notegraph/store'
import { html, type Html } from '../../html.ts'
import { notice } from '../../parts/notice.ts'
import { counted } from '../../parts/paging.ts'

/** What came of it; short enough to travel in a cookie. */
export interface Outcome {
  /** Changes that were put back. */
  readonly reverted: number
  /** Pages, blocks and properties that are as they were before. */
  readonly restored: number
  /** What was left as it is, and why; the first few. */
  readonly left: readonly string[]
  readonly leftInAll: number
  /** Why changes were not put back, each reason once. */
  readonly refused: readonly string[]
}

const MOST_TOLD = 10

/** @param ids in any order: what was made last is put back first, since it stands on what was made before */
export async function revertAll(
  changes: ChangesService,
  account: Account,
  ids: readonly string[],
): Promise<Outcome> {
  let [reverted, restored] = [0, 0]
  const left: string[] = []
  const refused = new Set<string>()
  for (const id of await newestFirst(changes, account, ids)) {
    const done = await changes.revert(account, id)
    if (!done.ok) {
      refused.add(toErrorBody(done.refusal).error)
      continue
    }
    const answer = done.value.value()
    reverted++
    restored += answer.restored
    for (const { kind, key, why } of answer.left)
      left.push(`${KINDS[kind]}${key === undefined ? '' : ` ${key.slice(0, 40)}`}: ${why}`)
  }
  return {
    reverted,
    restored,
    left: left.slice(0, MOST_TOLD),
    leftInAll: left.length,
    refused: [...refused].slice(0, MOST_TOLD).map((words) => words.slice(0, 120)),
  }
}

const KINDS = { block: 'A block', page: 'The page', property: 'The property' } as const

async function newestFirst(changes: ChangesService, { id: account }: Account, ids: readonly string[]) {
  if (ids.length < 2) return ids
  const { changes: all } = (await changes.list(account, { limit: LIMITS.listMost, offset: 0 })).value()
  const place = new Map(all.map(({ id }, i) => [id, i]))
  return ids.toSorted((a, b) => (place.get(a) ?? Infinity) - (place.get(b) ?? Infinity))
}

export function outcome({ reverted, restored, left, leftInAll, refused }: Outcome): Html {
  const words =
    reverted === 0
      ? 'Nothing was put back.'
      : `${counted(reverted, 'change')} reverted: ${counted(restored, 'thing is', 'things are')} as before.`
  const list = (items: readonly string[]) =>
    html`<ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`
  return notice(
    html`<p><strong>${words}</strong></p>
      ${
        leftInAll > 0 &&
        html`<p>${counted(leftInAll, 'thing was', 'things were')} left:</p>
          ${list(left)}`
      }
      ${refused.length > 0 && list(refused)}
      ${reverted === 0 && refused.length === 0 && html`<p>Tick the changes first.</p>`}`,
    reverted === 0 || leftInAll > 0 || refused.length > 0 ? 'warn' : 'done',
  )
}

export function readOutcome(said: unknown): Outcome | undefined {
  const { reverted, restored, left, leftInAll, refused } = said as Readonly<Record<keyof Outcome, unknown>>
  const words = (list: unknown) => (Array.isArray(list) ? list.map(String) : [])
  if (typeof reverted !== 'number' || typeof restored !== 'number' || typeof leftInAll !== 'number')
    return undefined
  return { reverted, restored, left: words(left), leftInAll, refused: words(refused) }
}
