/**
 * Reading the graph in a real browser: where a page opens, how it prints, and how it looks in the colours of the system.
 *
 * @module-tag browser
 */
import { browserTest, type Page } from '@notegraph/browser-tests'
import { LIMITS } from '@notegraph/contract'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, describe, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { followSignInLink, signIn, signInLink } from './sign-in-link.ts'

const it = useServed()
/** A name that reverses the words after it. */
const REVERSING = 'invoice\u202Egnp.exe'

beforeAll(async () => {
  const now = Date.now()
  const block = (id: string, content: string, order: number) =>
    makeBlock({ id, content, rev: id, pageId: 'reading', parentId: null, order, now })
  const nested = (id: string, content: string, parentId: string | null, order: number) =>
    makeBlock({ id, content, rev: id, pageId: 'later', parentId, order, now })
  const records = [
    makePage({ id: 'reading', name: 'Reading', now }),
    makePage({ id: 'reversing', name: REVERSING, now }),
    block('first', 'TODO first', 1),
    block('blank', '', 2),
    makePage({ id: 'later', name: 'Later', now }),
    nested('root', 'the root', null, 0),
    ...Array.from({ length: LIMITS.webBlocks + 3 }, (_, n) => nested(`n${n}`, `leaf ${n}`, 'root', n)),
    ...Array.from({ length: 60 }, (_, n) => block(`b${n}`, `TODO line ${n}`, n + 3)),
    makePage({ id: 'deep', name: 'Deep', now }),
    ...Array.from(
      { length: 40 },
      (_, n) =>
      makeBlock({ id: `d${n}`, content: `TODO level ${n}`, rev: 'r', pageId: 'deep', parentId: n === 0 ? null : `d${n - 1}`, order: 0, now }), // prettier-ignore
    ),
    makePage({ id: 'rtl', name: 'ميناء', now }),
    makeBlock({ id: 'r0', content: 'قائمة', rev: 'r', pageId: 'rtl', parentId: null, order: 0, now }),
    makeBlock({ id: 'r1', content: 'الشراع', rev: 'r', pageId: 'rtl', parentId: 'r0', order: 0, now }),
    makeBlock({ id: 'l0', content: 'list', rev: 'r', pageId: 'rtl', parentId: null, order: 1, now }),
    makeBlock({ id: 'l1', content: 'sail', rev: 'r', pageId: 'rtl', parentId: 'l0', order: 0, now }),
  ]
  await addRecords(it, records)
})

const go = (page: Page, path: string) => page.goto(it.served.baseUrl + path)
const heightOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!.height

describe('reading', () => {
  browserTest('a page opens at its title, with a long list below chips too', async ({ page }) => {
    await followSignInLink(page, await signInLink(it))
    for (const width of [360, 1_440]) {
      await page.setViewportSize({ width, height: 640 })
      for (const path of ['/graph', '/graph?type=page', '/graph/tasks', '/graph/tasks?status=all']) {
        await go(page, path)
        expect([path, await page.evaluate('scrollY')]).toEqual([path, 0])
      }
    }
  })

  browserTest('the navigation shows where one is, in a low window too', async ({ page }) => {
    await followSignInLink(page, await signInLink(it))
    await page.setViewportSize({ width: 1_440, height: 640 })
    const hrefs = await page
      .locator('.top li a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    for (const path of ['/graph', hrefs.at(-1)!]) {
      await go(page, path)
      const link = (await page.locator('.top [aria-current]').boundingBox())!
      const account = (await page.getByRole('button', { name: 'Sign out' }).boundingBox())!
      expect([path, link.y >= 0, link.y + link.height <= account.y]).toEqual([path, true, true])
      expect([path, await page.evaluate('scrollY')]).toEqual([path, 0])
    }
  })

  browserTest('an empty block is as tall as a line', async ({ page }) => {
    await signIn(page, it)
    await go(page, '/graph/page?name=Reading')
    const [line, blank] = [await heightOf(page, '.block >> nth=2'), await heightOf(page, '.block >> nth=1')]
    expect(blank).toBeGreaterThan(line * 0.9)
  })

  browserTest('a later part of a page is nested under its parents, which are muted', async ({ page }) => {
    await signIn(page, it)
    await go(page, '/graph/page?name=Later')
    await page.getByRole('link', { name: 'Next' }).click()
    const [root, leaf] = [page.getByText('the root'), page.getByText(`leaf ${LIMITS.webBlocks}`)]
    await leaf.waitFor()
    expect((await leaf.boundingBox())!.x).toBeGreaterThan((await root.boundingBox())!.x)
    const colours = await page.evaluate<string[]>(
      `['.context .words', 'li:not(.context) .words'].map((one) => getComputedStyle(document.querySelector(one)).color)`,
    )
    expect(new Set(colours).size).toBe(2)
  })

  browserTest(
    'deep levels have room for their words, and nothing is wider than the window',
    async ({ page }) => {
      await followSignInLink(page, await signInLink(it))
      for (const width of [360, 700, 1_000]) {
        await page.setViewportSize({ width, height: 740 })
        await go(page, '/graph/page?name=Deep')
        const words = (await page.getByText('level 39').boundingBox())!
        expect([width, words.width > 60]).toEqual([width, true])
        await expect.poll(async () => page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
    },
  )

  browserTest('the mark to fold is where the words begin, in either direction', async ({ page }) => {
    await signIn(page, it)
    await go(page, `/graph/page?name=${encodeURIComponent('ميناء')}`)
    const middleOf = async (selector: string) => {
      const { x, width } = (await page.locator(selector).boundingBox())!
      return x + width / 2
    }
    const centre = await middleOf('.outline')
    await expect.poll(async () => middleOf('[data-fold="r0"] > summary')).toBeGreaterThan(centre)
    await expect.poll(async () => middleOf('[data-fold="l0"] > summary')).toBeLessThan(centre)
  })

  browserTest('beyond the end of a page, the page says so and leads back', async ({ page }) => {
    await signIn(page, it)
    await go(page, '/graph/page?name=Later&offset=9000')
    await expect.poll(async () => page.getByText('no blocks yet').count()).toBe(0)
    await page.getByRole('link', { name: 'Go to the first part' }).click()
    await page.getByText('the root').waitFor()
  })

  browserTest('a name cannot reverse the title of the window', async ({ page }) => {
    await signIn(page, it)
    await go(page, `/graph/page?name=${encodeURIComponent(REVERSING)}`)
    await expect.poll(async () => page.title()).toBe('invoicegnp.exe · Notegraph')
    await expect.poll(async () => page.locator('h1').innerText()).toBe(REVERSING)
  })

  browserTest('print shows the notes without navigation and forms', async ({ page }) => {
    await signIn(page, it)
    await go(page, '/graph/page?name=Reading')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(async () => page.locator('header.top').isVisible()).toBe(false)
    await expect.poll(async () => page.getByText('line 59').isVisible()).toBe(true)
    await expect.poll(async () => page.getByText('Show unlinked mentions').isVisible()).toBe(false)
  })

  browserTest('the colours of the system show the current page and the bullets', async ({ page }) => {
    await followSignInLink(page, await signInLink(it))
    await page.emulateMedia({ forcedColors: 'active' })
    for (const width of [360, 1_440]) {
      await page.setViewportSize({ width, height: 740 })
      await go(page, '/graph/page?name=Reading')
      const colours = await page.evaluate(`(() => {
        document.body.insertAdjacentHTML('beforeend', '<p id="system">x</p>')
        const system = document.querySelector('#system')
        system.style.backgroundColor = 'Highlight'
        return [
          getComputedStyle(document.querySelector('nav [aria-current]')).backgroundColor,
          getComputedStyle(system).backgroundColor,
          getComputedStyle(document.querySelector('.block'), '::before').backgroundColor,
          getComputedStyle(document.body).backgroundColor,
        ]
      })()`)
      const [current, highlight, bullet, background] = colours as readonly string[]
      expect([width, current]).toEqual([width, highlight])
      expect(bullet).not.toBe(background)
    }
  })

  browserTest('signing out ends at a page that a reload repeats', async ({ page }) => {
    await followSignInLink(page, await signInLink(it))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('This browser is signed out.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/signed-out')
    await page.reload()
    await page.getByText('This browser is signed out.').waitFor()
  })

  browserTest('an unknown address is a page with a way on', async ({ page }) => {
    await signIn(page, it)
    const response = await go(page, '/nothing-here')
    expect(response?.status()).toBe(404)
    await page.getByRole('link', { name: 'Pages', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/graph')
  })
})
