/**
 * Two accounts, as in `two-accounts.test.ts`. Here, each place of a page names the thing in a request of its own. A page that reads
 * one place may leave the others unread.
 *
 * @module-tag second-ring
 */
import { describe, test } from 'vitest'
import { expectApart, expectEqual, isPage, somebodysRoutes } from './two-accounts-requests.ts'
import { openTwo, type TwoAccounts } from './two-accounts.ts'

const PAGES = (await somebodysRoutes()).filter(({ path }) => isPage(path))
const opened = await openTwo()
/** The pair for requests that may change something. Another follows when a request was taken. */
let changed: TwoAccounts | undefined

describe.each(PAGES)('$method $path', (mounted) => {
  const mayChange = mounted.method !== 'GET'

  test('shows and changes nothing of the first account, whatever place names it', async () => {
    if (mayChange) changed ??= await openTwo()
    const two = mayChange ? changed! : opened
    const isTaken = await expectApart(two, mounted, { extent: 'all', isCompared: !mayChange })
    if (!mayChange || !isTaken) return
    await two.api.store.close()
    changed = undefined
  })

  if (!mayChange || !/\/:(id|link)/.test(mounted.path)) return
  test('answers for what the first account has as for what there is not, whatever place names it', async () =>
    expectEqual(opened, mounted, 'all'))
})
