/** The first load of a page: itself, its style sheet, its scripts and its icon, as a browser gets them. */
import { gzipSync } from 'node:zlib'
import { makeBlock, makePage } from '@notegraph/graph'
import { expect, test } from 'vitest'
import { LIMIT } from '../src/pages/graph/page.ts'
import { BASE_URL, NOON, openWeb } from './open.ts'

const MOST = 100_000
const KINDS = [
  (n: number) => `TODO ask [[Person ${n}]] about the **harbour** #plan\nDEADLINE: <2026-11-22 Sun>`,
  (n: number) => `words ${n} of a line that is as long as most lines of notes are`,
  (n: number) => `| a | b |\n|-|-|\n| ${n} | $x^${n}$ |`,
  (n: number) => `> [!tip] Number ${n}\n> with \`code\` and https://example.org/${n}`,
]

test('a page of many blocks loads less than 100 KB', async () => {
  const web = await openWeb()
  const records = [
    makePage({ id: 'p', name: 'Long', now: NOON }),
    ...Array.from({ length: LIMIT }, (_, n) =>
      makeBlock({
        id: `b${n}`,
        content: KINDS[n % KINDS.length]!(n),
        rev: 'r',
        pageId: 'p',
        parentId: null,
        order: n,
        now: NOON,
      }),
    ),
  ]
  await web.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
  const { html } = await web.get('/graph/page?name=Long')
  const assets = new Set(Array.from(html.matchAll(/"(\/assets\/[^"]+)"/g), ([, path]) => path!))
  expect(assets.size).toBeGreaterThan(2)
  let bytes = gzipSync(html).length
  for (const path of assets) {
    const response = await web.app.request(BASE_URL + path)
    bytes += gzipSync(await response.bytes()).length
  }
  expect(bytes).toBeLessThan(MOST)
})
