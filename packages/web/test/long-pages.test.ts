/** Pages of notes that are very long: each page of HTML stays below 4 MB, and leads on to the rest. */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { beforeAll, expect, test } from 'vitest'
import { NOON, openWeb, type Web } from './open.ts'

const MOST = 4_000_000
const BLOCKS = 100
/** As HTML a tag is sixteen times as long. */
const WORDS = '#a '.repeat(6_000)

let web: Web
beforeAll(async () => {
  web = await openWeb()
  const place = (n: number) => ({ pageId: 'journal-20261120', parentId: null, order: n })
  const props = Array.from({ length: 30 }, (_, n) => [`key-${n}`, WORDS] as const)
  const records: GraphRecord[] = [
    makePage({ id: 'journal-20261120', name: '2026-11-20', props, now: NOON }),
    ...Array.from({ length: BLOCKS }, (_, n) =>
      makeBlock({ id: `b${n}`, content: `TODO n${n}n ${WORDS}`, rev: `r${n}`, now: NOON + n, ...place(n) }),
    ),
  ]
  await web.store.graph('me').commits.commit({ puts: records.map((record) => ({ record, from: 0 })) })
})

test.each([
  ['a page', '/graph/page?name=2026-11-20'],
  ['a day', '/graph/day'],
  ['a search', '/graph/search?q=TODO'],
  ['tasks', '/graph/tasks'],
])('graph: %s of long blocks comes in parts of a few MB, each block once', async (_, first) => {
  const found: string[] = []
  for (let address: string | undefined = first; address !== undefined;) {
    const { status, html } = await web.get(address)
    expect(status).toBe(200)
    expect(html.length).toBeLessThan(MOST)
    expect(found.length).toBeLessThan(BLOCKS)
    // The buttons of a block repeat its words.
    found.push(...(html.match(/(?<!(?:done|Edit|Dates): )n\d+n/g) ?? []))
    address = /class="paging".*?rel="next"\s+href="([^"]+)"/s.exec(html)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(found.toSorted()).toEqual(Array.from({ length: BLOCKS }, (_, n) => `n${n}n`).toSorted())
})
