/**
 * Notices in a real browser: each has a sentence, and its link leads to where it is settled. @see events 4
 *
 * @module-tag browser
 */
import { browserTest } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { openStore, readSettings } from '@notegraph/host'
import { expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { looksRight } from './looks-right.ts'
import { signIn } from './sign-in-link.ts'

const it = useServed()

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 240_000

/** Blocks with conflicting versions, a device that was not seen for long, and no storage left. */
async function addCauses(): Promise<void> {
  const now = Date.now()
  const versions = [{ text: 'tea at ten', rev: 'r2', at: now, device: 'Phone' }]
  const block = makeBlock({
    id: 'b1',
    content: 'tea at nine',
    rev: 'r1',
    pageId: 'p1',
    parentId: null,
    order: 1,
    now,
  })
  await addRecords(it, [makePage({ id: 'p1', name: 'Harbour', now }), { ...block, versions }])
  const { store } = await openStore(readSettings(it.data.env))
  const account = (await store.accounts.find('me'))!
  await store.accounts.update(account, { ...account, quota: 10 })
  await store.close()
}

browserTest('[V4] notices are read and settled by keys', { timeout: PATIENCE }, async ({ page }) => {
  await signIn(page, it)
  await page.goto(`${it.served.baseUrl}/settings/notices`)
  await page.getByText('Nothing needs your attention.').waitFor()
  await looksRight(page)

  await addCauses()
  await page.reload()
  await page.getByText('1 block has conflicting versions.').waitFor()
  await page.getByText('Storage is full').waitFor()
  await looksRight(page)
  const main = page.getByRole('main')
  await expect
    .poll(async () => main.getByRole('link').allInnerTexts())
    .toEqual(['Free up space', 'Choose a version'])

  await main.focus()
  for (const words of ['Free up space', 'Choose a version']) {
    await page.keyboard.press('Tab')
    await expect.poll(async () => page.locator(':focus').innerText()).toBe(words)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Conflicts', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Use this version' }).first().press('Enter')
  await page.getByText('Version chosen.').waitFor()
  await page.goto(`${it.served.baseUrl}/settings/notices`)
  await expect.poll(async () => main.getByRole('link').allInnerTexts()).toEqual(['Free up space'])
})
