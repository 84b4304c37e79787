/** Reverts one or several changes, and shows the result. @see decisions 8.2 */
import { LIMITS, type RevertAnswer } from '@notegraph/contract'
import { type ChangesService, counted } from '@notegraph/service'
import type { Account } from '@notegraph/store'
import { html, type Html } from '../../html.ts'
import { notice } from '../../components/notice.ts'
import { refusalWords } from '../../components/refusal-words.ts'

/** The result, short enough for a cookie. */
export interface Outcome {
  /** The number of reverted changes. */
  readonly reverted: number
  /** The number of restored pages, blocks and properties. */
  readonly restored: number
  /** The first items that were not restored, with reasons. */
  readonly left: readonly string[]
  readonly leftInAll: number
  /** The reasons of failed reverts, each once. */
  readonly refused: readonly string[]
}

const MAX_LISTED = 10

export async function revertAll(
  changes: ChangesService,
  account: Account,
  ids: readonly string[],
): Promise<Outcome> {
  if (ids.length > LIMITS.changesAtOnce)
    return outcomeOf(
      [],
      [`You can revert at most ${LIMITS.changesAtOnce} changes at a time, not ${ids.length}.`],
    )
  const done = await changes.revertAll(account, ids)
  if (!done.ok) return outcomeOf([], [refusalWords(done.refusal).error])
  const { results } = done.value.value()
  const refused = results.flatMap((one) => (one.ok ? [] : one.error))
  return outcomeOf(
    results.filter((one) => one.ok),
    [...new Set(refused)],
  )
}

function outcomeOf(
  reverted: readonly Pick<RevertAnswer, 'restored' | 'left'>[],
  refused: readonly string[],
): Outcome {
  const left = reverted
    .flatMap((one) => one.left)
    .map(({ kind, key, why }) => `${KINDS[kind]}${key === undefined ? '' : ` ${key.slice(0, 40)}`}: ${why}`)
  return {
    reverted: reverted.length,
    restored: reverted.reduce((sum, { restored }) => sum + restored, 0),
    left: left.slice(0, MAX_LISTED),
    leftInAll: left.length,
    refused: refused.slice(0, MAX_LISTED).map((words) => words.slice(0, 120)),
  }
}

const KINDS = { block: 'A block', page: 'The page', property: 'The property' } as const

export function outcome({ reverted, restored, left, leftInAll, refused }: Outcome): Html {
  const words =
    reverted === 0
      ? 'No changes were reverted.'
      : `${counted(reverted, 'change')} reverted, ${counted(restored, 'item')} restored.`
  const list = (items: readonly string[]) =>
    html`<ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`
  return notice(
    html`<p><strong>${words}</strong></p>
      ${
        leftInAll > 0 &&
        html`<p>${counted(leftInAll, 'item was', 'items were')} not restored:</p>
          ${list(left)}`
      }
      ${refused.length > 0 && list(refused)}
      ${reverted === 0 && refused.length === 0 && html`<p>Select the changes that you want to revert.</p>`}`,
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
