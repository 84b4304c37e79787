/**
 * Notes in a real browser: everything that a block can show, folding, and notes that would run something.
 *
 * @module-tag browser
 */
import { axeFindings, browserTest, type Page } from '@notegraph/browser-tests'
import { makeBlock, makePage } from '@notegraph/graph'
import { beforeAll, describe, expect } from 'vitest'
import { addRecords, useServed } from '../served.ts'
import { followSignInLink, signIn, signInLink } from './sign-in-link.ts'

const EVIL = '"><script>alert(1)</script><img src=https://evil.example/x onerror=alert(1)>'

/** Each construct that a block can have. */
const EVERYTHING = [
  '### Third size first',
  '# First size',
  '###### Sixth size',
  'TODO [#A] rig **the** mast\nDEADLINE: <2026-11-22 Sun>\ncolour:: red',
  '| Name | Age |\n|:--|--:|\n| Ada | 36 |',
  '- [ ] open\n- [x] closed\n  1. nested',
  '> [!warning]- Careful\n> hot',
  '> [!tip] Good\n> words',
  '#+BEGIN_NOTE\nwords\n#+END_NOTE',
  '```js\nconst a = "b" // c\n```',
  `\`\`\`\n${'long line '.repeat(60)}\n\`\`\``,
  '$x^2$ and $$\\int_0^1 \\frac{a}{b}\\,dx = \\begin{pmatrix} a & b & c & d & e & f & g & h \\end{pmatrix}$$',
  'words[^1]',
  '[^1]: a footnote',
  '{{query (todo TODO)}}',
  '{{embed [[Everything]]}}',
  'سلام [[Everything]] دنیا',
  `https://a.example/${'long/'.repeat(60)}`,
  '---',
]

const HOSTILE = [
  EVIL,
  `[[${EVIL}]] #[[${EVIL}]]`,
  `[x](javascript:alert(1)) ![x](https://evil.example/x.png) <javascript:alert(1)>`,
  `key:: ${EVIL}`,
  `| ${EVIL} |\n|-|\n| ${EVIL} |`,
  `$\\href{javascript:alert(1)}{x} \\includegraphics{https://evil.example/x}$`,
  `\`\`\`js ${EVIL}\n${EVIL}\n\`\`\``,
  `{{query ${EVIL}}} {{video https://evil.example/v}}`,
  '<iframe src="https://evil.example"></iframe><style>@import "https://evil.example"</style>',
]

const it = useServed()

beforeAll(async () => {
  const now = Date.now()
  const page = (id: string, name: string, texts: readonly string[]) => [
    makePage({ id, name, now }),
    ...texts.map((content, n) =>
      makeBlock({ id: `${id}-${n}`, content, rev: 'r', pageId: id, parentId: null, order: n, now }),
    ),
  ]
  const child = (id: string, content: string, parentId: string) =>
    makeBlock({ id, content, rev: 'r', pageId: 'tree', parentId, order: 1, now })
  const records = [
    ...page('everything', 'Everything', EVERYTHING),
    ...page('hostile', `Hostile ${EVIL}`, HOSTILE),
    ...page('tree', 'Tree', ['parent', 'folded\ncollapsed:: true']),
    child('leaf', 'a leaf', 'tree-0'),
    child('hidden', 'a hidden leaf', 'tree-1'),
  ]
  await addRecords(it, records)
})

const go = (page: Page, path: string) => page.goto(it.served.baseUrl + path)

/** Requests to other hosts, dialogs, and errors that the browser reports. */
function troubleOf(page: Page): string[] {
  const trouble: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(it.served.baseUrl)) trouble.push(`request to ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    trouble.push('a script ran')
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) trouble.push(message.text())
  })
  return trouble
}

/** Milliseconds for both themes at both widths on a busy machine. */
const PATIENCE = 240_000

describe('notes', () => {
  browserTest(
    'every construct: axe finds nothing, nothing is wider',
    { timeout: PATIENCE },
    async ({ page }) => {
      const trouble = troubleOf(page)
      await followSignInLink(page, await signInLink(it))
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [360, 1_440]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 900 })
          await go(page, '/graph/page?name=Everything')
          const at = `${colorScheme}, ${width}`
          const findings = await axeFindings(page)
          const wide = await page.evaluate('document.documentElement.scrollWidth')
          expect({ at, findings, wide }).toEqual({ at, findings: [], wide: width })
        }
      expect(trouble).toEqual([])
    },
  )

  browserTest('nothing of a hostile note runs, and no request leaves this host', async ({ page }) => {
    const trouble = troubleOf(page)
    await followSignInLink(page, await signInLink(it))
    for (const path of [
      '/graph',
      `/graph/page?id=hostile`,
      '/graph/search?q=alert',
      '/graph/block?id=hostile-1',
    ])
      await go(page, path)
    expect(trouble).toEqual([])
  })

  browserTest('folding by a key is remembered, and a collapsed block opens', async ({ page }) => {
    await signIn(page, it)
    await go(page, '/graph/page?name=Tree')
    const [leaf, hidden] = [page.getByText('a leaf'), page.getByText('a hidden leaf')]
    const shown = async () => [await leaf.isVisible(), await hidden.isVisible()]
    await expect.poll(shown).toEqual([true, false])
    await page.locator('summary').first().press('Enter')
    await page.locator('summary').last().press('Enter')
    await expect.poll(shown).toEqual([false, true])
    await page.reload()
    await expect.poll(shown).toEqual([false, true])
  })

  browserTest('a page folds without a script', async ({ page, context }) => {
    await context.route('**/assets/script-*', (route) => route.abort())
    await signIn(page, it)
    await go(page, '/graph/page?name=Tree')
    await page.locator('summary').first().click()
    await expect.poll(async () => page.getByText('a leaf').isVisible()).toBe(false)
  })
})
