/**
 * Signing out of the outliner: the notes leave the device, and unsent words wait for the person.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest } from '@notegraph/browser-tests'
import { expect } from 'vitest'
import { useServed } from '../served.ts'
import { addPage, linesOf, onDevice, openAt, saved, setAccount } from './outliner-page.ts'
import { followSignInLink, signInLink } from './sign-in-link.ts'
import { slowProxy } from './slow-proxy.ts'

const it = useServed()

browserTest('[O1.4] signing out leaves no notes on the device', async ({ page }) => {
  await addPage(it, 'Mole', ['secret'])
  await openAt(it, page, '/page/Mole')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page
    .getByRole('heading', { name: /Sign in|Signed out/ })
    .first()
    .waitFor()
  await expect.poll(async () => page.evaluate('indexedDB.databases().then((all) => all.length)')).toBe(0)
  await expect.poll(async () => page.evaluate('localStorage.length')).toBe(0)
})

browserTest(
  '[O1.4] unsent words outlive the session, and go when the person signs in again',
  async ({ page, context }) => {
    await addPage(it, 'Buoy', ['bell'])
    await openAt(it, page, '/page/Buoy')
    await saved(page)
    await it.stopped(async () => {
      await page.getByText('bell').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' and light')
      await expect.poll(async () => page.getByRole('status').first().innerText()).toMatch(/waiting/)
      await context.clearCookies()
    })
    await page.goto(`${it.served.baseUrl}/page/Buoy`)
    await page.waitForURL(/\/sign-in/)
    expect(await linesOf(it, 'Buoy')).toEqual(['bell'])
    await openAt(it, page, '/page/Buoy')
    await page.getByText('bell and light').waitFor()
    await expect.poll(async () => linesOf(it, 'Buoy')).toEqual(['bell and light'])
  },
)

browserTest(
  '[O1.4] unsent words alone stay after a sign-out that was confirmed, until the next sign-in',
  async ({ page, context }) => {
    await addPage(it, 'Creek', ['heron'])
    await addPage(it, 'Vault', ['a secret of silver'])
    await openAt(it, page, '/page/Vault')
    await page.goto(`${it.served.baseUrl}/page/Creek`)
    await saved(page)
    const other = await context.newPage()
    await other.goto(`${it.served.baseUrl}/page/Vault`)
    await other.getByText('a secret of silver').waitFor()
    // The server takes no edit that needs space.
    await setAccount(it, (used) => ({ quota: used }))
    await page.getByText('heron', { exact: true }).click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and egret')
    await page.getByRole('button', { name: 'Sign out' }).click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question.getByText('1 change could not be sent.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByRole('textbox', { name: 'Block' }).inputValue()).toBe('heron and egret')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Keep 1 change, and sign out' }).click()
    await page.waitForURL(/sign-in|signed-out/)
    await other.waitForURL(/sign-in/)
    const kept = await onDevice(page)
    expect(kept).toContain('heron and egret')
    expect(kept).not.toContain('silver')
    await setAccount(it, (used) => ({ quota: used + 1_000_000 }))
    expect(await linesOf(it, 'Creek')).toEqual(['heron'])
    await openAt(it, page, '/page/Creek')
    await expect.poll(async () => linesOf(it, 'Creek')).toEqual(['heron and egret'])
  },
)

browserTest(
  '[O1.4] a sign-out on another page keeps unsent words, and the next start deletes all else',
  async ({ page }) => {
    await addPage(it, 'Ford', ['otter'])
    await addPage(it, 'Safe', ['a secret of gold'])
    await openAt(it, page, '/page/Ford')
    await saved(page)
    await setAccount(it, (used) => ({ quota: used }))
    await page.getByText('otter').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and beaver')
    await expect.poll(async () => page.locator('.device-state').innerText()).toMatch(/refused/)
    await page.goto(`${it.served.baseUrl}/settings/storage`)
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/signed-out/)
    await page.goto(`${it.served.baseUrl}/`)
    await page.waitForURL(/sign-in/)
    const kept = await onDevice(page)
    expect(kept).toContain('otter and beaver')
    expect(kept).not.toContain('gold')
    await setAccount(it, (used) => ({ quota: used + 1_000_000 }))
    await openAt(it, page, '/page/Ford')
    await expect.poll(async () => linesOf(it, 'Ford')).toEqual(['otter and beaver'])
  },
)

browserTest(
  '[O1.4] a device that is ended elsewhere keeps unsent words alone before the next page is shown',
  async ({ page, context, browser }) => {
    await addPage(it, 'Weir', ['pike'])
    await addPage(it, 'Chest', ['a secret of zinc'])
    await openAt(it, page, '/page/Weir')
    await saved(page)
    const other = await context.newPage()
    await other.goto(`${it.served.baseUrl}/page/Chest`)
    await other.getByText('a secret of zinc').waitFor()
    await setAccount(it, (used) => ({ quota: used }))
    await page.getByText('pike').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and carp')
    await expect.poll(async () => page.locator('.device-state').innerText()).toMatch(/refused/)
    const elsewhere = await (await browser.newContext()).newPage()
    await followSignInLink(elsewhere, await signInLink(it))
    await elsewhere.goto(`${it.served.baseUrl}/settings/devices`)
    const others = elsewhere.getByRole('button', { name: 'Sign out Chrome' })
    const count = await others.count()
    // The latest one of earlier tests too.
    await others.first().click()
    await expect.poll(async () => others.count()).toBe(count - 1)
    // A window that is shown again asks the server at once.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await page.waitForURL(/sign-in/)
    await other.waitForURL(/sign-in/)
    const kept = await onDevice(page)
    expect(kept).toContain('pike and carp')
    expect(kept).not.toContain('zinc')
    await elsewhere.context().close()
    await setAccount(it, (used) => ({ quota: used + 1_000_000 }))
    await openAt(it, page, '/page/Weir')
    await expect.poll(async () => linesOf(it, 'Weir')).toEqual(['pike and carp'])
  },
)

browserTest(
  '[O1.4] a sign-out without a network is one in all windows, keeps unsent words alone, and ends the session later',
  async ({ page, context }) => {
    await addPage(it, 'Bog', ['newt'])
    await addPage(it, 'Loch', ['a secret of copper'])
    await openAt(it, page, '/page/Loch')
    await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await page.getByText('a secret of copper').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and tin')
    await expect.poll(async () => linesOf(it, 'Loch')).toEqual(['a secret of copper and tin'])
    const other = await context.newPage()
    await other.goto(`${it.served.baseUrl}/page/Loch`)
    await other.getByText('copper and tin').waitFor()
    await page.goto(`${it.served.baseUrl}/page/Bog`)
    await saved(page)
    const session = (await context.cookies()).find(({ name }) => name.endsWith('notegraph_session'))!
    const gone = page.getByRole('heading', { name: 'Signed out' })
    await it.stopped(async () => {
      await page.getByText('newt').click()
      await page.keyboard.press('End')
      await page.keyboard.type(' and toad')
      await expect.poll(async () => page.getByRole('status').first().innerText()).toMatch(/waiting/)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Keep 1 change, and sign out' }).click()
      await gone.waitFor()
      expect(await axeFindings(page)).toEqual([])
      await other.getByRole('heading', { name: 'Signed out' }).waitFor()
      const kept = await onDevice(page)
      expect(kept).toContain('newt and toad')
      expect(kept).not.toContain('copper')
      await page.goto(`${it.served.baseUrl}/page/Bog`)
      await gone.waitFor()
    })
    // It goes on by itself, and its first request has ended the session.
    await page.waitForURL(/signed-out/)
    const settings = await fetch(`${it.served.baseUrl}/settings`, {
      headers: { Cookie: `${session.name}=${session.value}` },
      redirect: 'manual',
    })
    expect(settings.status).toBe(303)
    await page.goto(`${it.served.baseUrl}/page?name=Loch`)
    await page.waitForURL(/sign-in/)
    expect(await linesOf(it, 'Bog')).toEqual(['newt'])
    await openAt(it, page, '/page/Bog')
    await expect.poll(async () => linesOf(it, 'Bog')).toEqual(['newt and toad'])
  },
)

browserTest(
  '[O1.4] a sign-out on a network that answers nothing is one too, also at the next start',
  async ({ browser }) => {
    await addPage(it, 'Sluice', ['a secret of lead'])
    let isSilent = false
    const proxy = await slowProxy(it.served.baseUrl, async () =>
      isSilent ? new Promise(() => {}) : undefined,
    )
    const context = await browser.newContext({ proxy: { server: proxy, bypass: '<-loopback>' } })
    const page = await context.newPage()
    await openAt(it, page, '/page/Sluice')
    await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await saved(page)
    isSilent = true
    await page.getByText('a secret of lead').click()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('eel')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Keep 1 change, and sign out' }).click()
    const gone = page.getByRole('heading', { name: 'Signed out' })
    await gone.waitFor()
    const kept = await onDevice(page)
    expect(kept).toContain('eel')
    expect(kept).not.toContain('lead')
    await page.goto(`${it.served.baseUrl}/page/Sluice`)
    await gone.waitFor()
    await context.close()
  },
)

browserTest('[O1.4] unsent words are discarded after a warning that counts them', async ({ page }) => {
  await addPage(it, 'Brook', ['trout'])
  await openAt(it, page, '/page/Brook')
  await saved(page)
  await setAccount(it, (used) => ({ quota: used }))
  await page.getByText('trout').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('salmon')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Discard 1 change, and sign out' }).click()
  await page.waitForURL(/sign-in|signed-out/)
  expect(await onDevice(page)).toBe('[]{}')
  await setAccount(it, (used) => ({ quota: used + 1_000_000 }))
})
