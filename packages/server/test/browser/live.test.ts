/**
 * Two devices in a real browser and a real server: an edit on one is on the other without waiting for the minute.
 *
 * @module-tag browser
 */
import { browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useDevices } from './devices.ts'

const it = useDevices()

browserTest('an edit on one device is on the other long before its next pull', async ({ browser }) => {
  // The timer of the minute never fires, so only the live stream brings the edits.
  const [one, two] = await it.open(browser, { isTimerOff: true })
  const page = await one.call<{ id: string }>('openPage', 'Tea')
  await one.call('sync')
  const added = await one.call<{ id: string }>('addBlock', { pageId: page.id }, 'green')
  await one.call('sync')
  await expect.poll(() => two.words()).toEqual(['green'])
  await two.call('setText', added.id, 'black')
  await two.call('sync')
  await expect.poll(() => one.words()).toEqual(['black'])
})
