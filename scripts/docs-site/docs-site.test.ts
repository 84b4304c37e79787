/**
 * The documentation as static pages: every link leads somewhere, and a browser reads and searches it from a disk.
 *
 * @module-tag browser
 */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, browserTest, type Page } from '../../packages/browser-tests/src/index.ts'
import { pageOf, readDocuments, type Documents } from './documents.ts'
import { linksByHeading, renderDocument } from './render-document.ts'
import { writeSite } from './write-site.ts'

let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'notegraph-docs-'))
  await writeSite(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const addressIn = (file: string): string => pathToFileURL(join(folder, file)).href

describe('a document', () => {
  const documents: Documents = new Map([
    ['docs/a.md', '# A\n\n## Two words\n'],
    ['README.md', '# Top\n'],
  ])
  const rendered = (markdown: string) =>
    renderDocument('docs/x.md', new Map([...documents, ['docs/x.md', markdown]]))

  test.each([
    ['[a](a.md)', 'href="a.html"'],
    ['[a](a.md#two-words)', 'href="a.html#two-words"'],
    ['[top](../README.md)', 'href="../index.html"'],
    ['# Here\n\n[here](#here)', 'href="#here"'],
    ['[out](https://example.com/x)', 'href="https://example.com/x"'],
    ['![light](sheets/360-light.jpg)', 'src="sheets/360-light.jpg" alt="light"'],
    ['[terms](../LICENSE)', 'href="../LICENSE.txt"'],
    ['## `GET /x`, twice\n\n## `GET /x`, twice', 'id="get-x-twice-1"'],
    ['```ts\nconst a = 1\n```', '<span class="hljs-keyword">const</span>'],
    ['a <script>alert(1)</script>', 'a &lt;script&gt;'],
  ])('%j is %j', (markdown, html) => expect(rendered(markdown).html).toContain(html))

  test.each([
    ['[a](gone.md)', 'docs/x.md links to gone.md, and the site has no such file.'],
    ['[a](a.md#gone)', 'docs/x.md links to a.md#gone, and that document has no such heading.'],
    ['![a](gone.png)', 'docs/x.md links to gone.png, and the site has no such file.'],
  ])('%j is refused', (markdown, message) => expect(() => rendered(markdown)).toThrow(message))

  test('comments are left out, and a row is one text of the search', () => {
    const { title, html, texts } = rendered(
      '# T `c`\n\n<!-- note -->\n\n| a | b |\n| - | - |\n| 1 | **2** |\n',
    )
    expect(html).not.toContain('note')
    expect({ title, texts }).toEqual({ title: 'T c', texts: ['T c', 'a b', '1 2'] })
  })

  test('the navigation has the links below each heading', () => {
    expect([...linksByHeading('# All\n\n## Use\n\n- [One](1.md): words, [*two*](2.md).\n')]).toEqual([
      ['Use', [{ words: 'One', link: '1.md' }, { words: 'two', link: '2.md' }]], // prettier-ignore
    ])
  })
})

test('each document has a page, and each address on a page leads to a file and a heading', () => {
  expect([...readDocuments().keys()].filter((source) => !existsSync(join(folder, pageOf(source))))).toEqual(
    [],
  )
  const pages = new Map(
    globSync('**/*.html', { cwd: folder }).map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
  const lost = [...pages].flatMap(([path, html]) =>
    [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)]
      .map(([, address]) => address!)
      .filter((address) => !/^(?:https?|mailto):/.test(address))
      .filter((address) => {
        const [file, anchor] = address.split('#')
        const target = file === '' ? path : join(dirname(path), decodeURI(file!))
        if (anchor === undefined) return !existsSync(join(folder, target))
        return !pages.get(target)?.includes(` id="${decodeURIComponent(anchor)}"`)
      })
      .map((address) => `${path}: ${address}`),
  )
  expect(lost).toEqual([])
})

test('a document that is gone leaves the site, and other files stay', async () => {
  const built = mkdtempSync(join(tmpdir(), 'notegraph-docs-again-'))
  try {
    const contents = ['docs/README.md', '# All\n'] as const
    const start = ['README.md', '# Top\n'] as const
    await writeSite(built, new Map([start, contents, ['docs/old/tides.md', '# Tides\n']]))
    expect(existsSync(join(built, 'docs/old/tides.html'))).toBe(true)
    writeFileSync(join(built, 'CNAME'), 'notes.example\n')
    await writeSite(built, new Map([start, contents]))
    expect(existsSync(join(built, 'docs/old'))).toBe(false)
    expect(readFileSync(join(built, 'search-index.js'), 'utf8')).not.toContain('Tides')
    expect(readFileSync(join(built, 'CNAME'), 'utf8')).toBe('notes.example\n')
  } finally {
    rmSync(built, { recursive: true })
  }
})

test('a file of somebody else is not overwritten', async () => {
  const taken = mkdtempSync(join(tmpdir(), 'notegraph-docs-taken-'))
  try {
    writeFileSync(join(taken, 'index.html'), 'mine')
    await expect(writeSite(taken)).rejects.toThrow(/index\.html is not of the site\. Remove it/)
    expect(readFileSync(join(taken, 'index.html'), 'utf8')).toBe('mine')
  } finally {
    rmSync(taken, { recursive: true })
  }
})

describe('in a browser, from a disk', () => {
  /** The addresses that a page asks for and that are not files. */
  function watch(page: Page): string[] {
    const others: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) others.push(request.url())
    })
    return others
  }

  browserTest('the search finds a document by words of one paragraph', async ({ page }) => {
    const others = watch(page)
    await page.goto(addressIn('docs/http.html'))
    await page.getByRole('searchbox').fill('npm publish archive')
    await page.getByRole('searchbox').press('Enter')
    const match = page.locator('#matches a', { hasText: 'Contributing' })
    await match.waitFor()
    await match.click()
    await page.getByRole('heading', { level: 1, name: 'Contributing' }).waitFor()
    expect(page.url()).toBe(addressIn('CONTRIBUTING.html'))
    expect(others).toEqual([])
  })

  browserTest('the navigation marks the page, and leads to others', async ({ page }) => {
    await page.goto(addressIn('index.html'))
    await page.getByRole('navigation').getByRole('link', { name: 'Glossary' }).click()
    await page.getByRole('heading', { level: 1, name: 'Glossary' }).waitFor()
    expect(await page.locator('nav [aria-current=page]').allTextContents()).toEqual(['Glossary'])
  })

  browserTest('the navigation shows the page, however far down its list', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.goto(addressIn('docs/gotchas.html'))
    const here = page.locator('nav [aria-current=page]')
    await here.waitFor()
    const { bottom, top, height, scrolled } = await page.evaluate<Record<string, number>>(`(() => {
      const { bottom, top } = document.querySelector('nav [aria-current=page]').getBoundingClientRect()
      return { bottom, top, height: innerHeight, scrolled: scrollY }
    })()`)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(bottom).toBeLessThanOrEqual(height!)
    expect(scrolled).toBe(0)
  })

  browserTest('a page has the colors of the system, and no accessibility fault', async ({ page }) => {
    const papers = new Set<string>()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const file of ['index.html', 'docs/http.html', 'search.html?q=boat']) {
        await page.goto(`${pathToFileURL(folder).href}/${file}`)
        expect(await axeFindings(page)).toEqual([])
      }
      papers.add(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'))
    }
    expect(papers.size).toBe(2)
  })

  browserTest('no page scrolls sideways, at any width', async ({ page }) => {
    for (const width of [320, 800, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      for (const file of ['index.html', 'docs/import.html', 'docs/operations.html', 'docs/web-pages.html']) {
        await page.goto(addressIn(file))
        const widest = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect(widest, `${file} at ${width} px`).toBeLessThanOrEqual(width)
      }
    }
  })
})
