/** The right to change what readers see, in front of every write of a program. @see sharing 8; assistants, Rights */
import type { GraphStore, Put, Store } from '@notegraph/store'
import { mayPublish, type Caller } from '../access.ts'
import { refuse, type Result } from '../refusal.ts'
import { readersCheck, type ReadersCheck } from './readers-check.ts'
import type { Place } from './seen-by-readers.ts'

/** Makes the check of one write; undefined if the caller may change what readers see, or there are none. */
export type CheckWrite = (puts: readonly Put[], now: number) => Promise<ReadersCheck | undefined>

/**
 * The check of each write of a caller.
 * @example
 * ```ts
 * const check = await checkPublishing(store, caller)(edit.puts, Date.now())
 * ```
 */
export const checkPublishing =
  (store: Store, caller: Caller): CheckWrite =>
  async (puts, now) =>
    mayPublish(caller) ? undefined : readersCheck(store, caller.account, puts, now)

/** @param place the site or the shared page that would show the change */
export async function refusePublishing(
  { pages }: Pick<GraphStore, 'pages'>,
  { isApp, isOperator }: Caller,
  place: Place,
): Promise<Result<never>> {
  const of = isApp ? { of: 'app' as const } : isOperator ? { of: 'operator' as const } : {}
  if ('site' in place) return refuse({ code: 'missing_right', right: 'publish', ...of, site: place.site })
  const page = (await pages.find(place.sharedPage))?.name ?? ''
  return refuse({ code: 'missing_right', right: 'publish', ...of, page })
}
