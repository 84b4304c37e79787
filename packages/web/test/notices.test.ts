/** The page Notices. @see events 4 */
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeEach, expect, test } from 'vitest'
import { NOON, openWeb, type Web } from './open.ts'

const PATH = '/settings/notices'
const DAY = 86_400_000
let web: Web
beforeEach(async () => {
  web = await openWeb()
})

test('[V4] without a notice the page says so', async () => {
  expect((await web.get(PATH)).text).toContain('Nothing needs your attention')
})

test('[D9.8] what ends soon is named with its end', async () => {
  await web.operators.createSession('me', { device: 'Phone' })
  await web.operators.createToken('me', { name: 'Script', scope: 'read', expires: '2027-05-10' })
  web.clock.now += 170 * DAY
  const { text, html } = await web.get(PATH)
  expect(text).toContain('The device Phone is signed out on 19 May 2027')
  expect(text).toContain('The token Script ends on 10 May 2027')
  expect(html).toContain('href="/settings/assistants"')
})

test('[V4] each notice leads to the page where it is settled', async () => {
  const versions = [{ text: 'y', rev: 'r2', at: NOON, device: 'd' }]
  const block = makeBlock({
    id: 'b1',
    content: 'x',
    rev: 'r1',
    pageId: 'p1',
    parentId: null,
    order: 1,
    now: NOON,
  })
  const entry = { id: 'c1', at: NOON, token: 'T', action: 'add_block', summary: 's', page: 'Ada', pageId: 'p1', touched: [] } // prettier-ignore
  await web.store.graph('me').commits.commit({
    puts: [makePage({ id: 'p1', name: 'Ada', now: NOON }), { ...block, versions }].map((record) => ({
      record,
      from: 0,
    })),
    entry: { entry, most: 0, since: 0 },
  })
  const account = (await web.store.accounts.find('me'))!
  await web.store.accounts.update(account, { ...account, quota: 10 })
  await web.operators.createSession('me', { device: 'Phone' })
  await web.operators.setAccount('me', { plan: 'grace' })
  web.clock.now += 14 * DAY
  const { text, html } = await web.get(PATH)
  for (const words of [
    'Your plan has ended. You can read until 20 Dec 2026 (16 days).',
    'Storage is full',
    '1 block has conflicting versions.',
    '1 change by programs or assistants since you last opened Changes.',
    'The device Phone was last seen',
  ])
    expect(text).toContain(words)
  for (const path of ['conflicts', 'changes', 'devices', 'storage'])
    expect(html).toContain(`href="/settings/${path}"`)
})
