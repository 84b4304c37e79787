/**
 * A site of real notes: the documentation of Logseq, from a folder next to the checkout. html-validate reads its documents. Its JSON
 * feed and its map follow the rules of their formats. `site-feeds.test.ts` has those of Atom.
 * @see sharing 3, 4, 10
 *
 * @module-tag second-ring
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { diskFolder } from '@notegraph/host'
import { importFolder } from '@notegraph/service'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import { readFeed } from './atom.ts'
import { useSite } from './published-site.ts'
import { staticFiles } from './static-files.ts'

const root = fileURLToPath(new URL('../../../../shared/graphs/logseq-docs/', import.meta.url))
const absent = !existsSync(root)
const reason = absent ? ' (left out: the graph is not beside this checkout)' : ''
const BASE = 'https://docs.example'

const validator = new HtmlValidate(new StaticConfigLoader({ extends: ['html-validate:standard'] }))

async function faultsOf(html: string, path: string): Promise<readonly string[]> {
  const { results } = await validator.validateString(html, path)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${path}:${line} ${ruleId}: ${message}`),
  )
}

const ADDRESS = { type: 'string', pattern: `^${BASE}/` }
const TIME = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$` }
/** The members that the specification of JSON Feed 1.1 asks for, and those that a feed of ours has. */
const JSON_FEED = {
  type: 'object',
  required: ['version', 'title', 'items'],
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: { type: 'string', minLength: 1 },
    home_page_url: ADDRESS,
    feed_url: ADDRESS,
    items: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['id', 'url', 'content_html'],
        properties: {
          id: { type: 'string', minLength: 1 },
          url: ADDRESS,
          title: { type: 'string', minLength: 1 },
          content_html: { type: 'string' },
          date_published: TIME,
          date_modified: TIME,
        },
      },
    },
  },
}

/** Reads a map of a site. @returns the names and texts of its elements, as they come */
function elementsOf(xml: string): readonly (readonly [name: string, text: string])[] {
  const elements: [string, string][] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('opentag', ({ local, uri }) => {
    expect(uri).toBe('http://www.sitemaps.org/schemas/sitemap/0.9')
    elements.push([local, ''])
  })
  parser.on('text', (text) => void (elements.length > 0 && (elements.at(-1)![1] += text.trim())))
  parser.write(xml).close()
  return elements
}

test('the validator finds faults', async () => {
  const html =
    '<!doctype html><html lang="en"><head><title>t</title></head><body><p><div></div></p></body></html>'
  expect(await faultsOf(html, 'planted')).not.toEqual([])
})

describe.skipIf(absent)(`[S3, S4, S10] a site of real notes${reason}`, () => {
  const it = useSite()

  test.each(['garden', 'handbook', 'blog'])(
    'with the theme %s is valid',
    { timeout: 600_000 },
    async (theme) => {
      const { store, blobs, clock } = it.api
      const account = (await store.accounts.find('me'))!
      const imported = await importFolder(store, blobs, account, diskFolder(root), { now: clock.now })
      expect(imported).toMatchObject({ ok: true })
      await it.publish({ query: '(not [[No page of that name]])', journals: true, look: { theme } })
      const { files, report } = await staticFiles(it.api, BASE)
      const faults: string[] = []
      const documents = [...files].filter(([path]) => path.endsWith('.html'))
      for (const [path, html] of documents) faults.push(...(await faultsOf(html, path)))
      // The other documents of the server are those of the folder.
      for (const path of ['', '/index', '/graph', '/search?q=query', '/nothing', '/queries'])
        faults.push(...(await faultsOf((await it.open(path)).html, path)))
      expect(faults).toEqual([])
      expect(documents.length).toBeGreaterThan(report.pages)

      const feed: unknown = JSON.parse(files.get('feed.json')!)
      const ajv = new Ajv2020({ allErrors: true })
      expect([ajv.validate(JSON_FEED, feed), ajv.errors]).toEqual([true, null])
      const ids = (feed as { readonly items: readonly { readonly id: string }[] }).items.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      for (const path of ['feed.xml', 'journals.xml']) expect(readFeed(files.get(path)!).name).toBe('feed')

      const [outer, ...elements] = elementsOf(files.get('sitemap.xml')!)
      expect(outer).toEqual(['urlset', ''])
      const isRight = ([name, text]: readonly [string, string]): boolean =>
        name === 'url' ||
        (name === 'loc' &&
          text.startsWith(`${BASE}/`) &&
          text === new URL(text).href &&
          text.length < 2_048) ||
        (name === 'lastmod' && /^\d{4}-\d\d-\d\d$/.test(text))
      expect(elements.filter((one) => !isRight(one))).toEqual([])
      expect(elements.filter(([name]) => name === 'url')).toHaveLength(report.pages + 1)
    },
  )
})
