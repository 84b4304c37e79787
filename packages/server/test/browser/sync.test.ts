/**
 * Two devices in a real browser, each with its own IndexedDB, and a real server between them.
 *
 * @module-tag browser
 */
import { browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useDevices } from './devices.ts'

const it = useDevices()

browserTest(
  'edits made offline on both come together, a clash is shown, a person picks, and both are equal',
  async ({ browser }) => {
    const devices = await it.open(browser)
    const [one, two] = devices
    const tea = (await one.call<{ id: string }>('openPage', 'Tea')).id
    const both = (await one.call<{ id: string }>('addBlock', { pageId: tea }, 'words of both')).id
    for (const device of [one, two]) await device.call('sync')
    await expect.poll(() => two.words()).toEqual(['words of both'])

    for (const { context } of devices) await context.setOffline(true)
    await one.call('setText', both, 'words of one')
    await one.call('addBlock', { pageId: tea, parentId: both }, 'added on one')
    await two.call('setText', both, 'words of two')
    await two.call('addBlock', { pageId: tea }, 'added on two')
    for (const device of devices) {
      await device.call('sync')
      await expect.poll(() => device.page.locator('p').innerText()).toBe('offline')
    }
    await expect.poll(() => one.words()).toEqual(['words of one', '> added on one'])
    await expect.poll(() => two.words()).toEqual(['words of two', 'added on two'])

    // The browser's online event starts a sync.
    for (const { context } of devices) await context.setOffline(false)
    for (const device of [one, two, one]) await device.call('sync')
    for (const device of devices) {
      await expect.poll(() => device.page.locator('button').count()).toBe(1)
      for (const words of ['words of one', 'words of two'])
        await expect.poll(async () => (await device.shown())[0]).toContain(words)
      await expect
        .poll(async () => (await device.words()).slice(1))
        .toEqual(['> added on one', 'added on two'])
    }

    // Stored data outlives the page.
    await two.begin()
    await expect.poll(() => two.page.locator('button').count()).toBe(1)
    const picked = await two.page.locator('button').innerText()
    await two.page.locator('button').click()
    for (const device of [two, one]) await device.call('sync')
    for (const device of devices)
      await expect.poll(() => device.shown()).toEqual([picked, '> added on one', 'added on two'])
    expect(await one.call('conflicts')).toEqual([])
    for (const { context } of devices) await context.close()
  },
)
