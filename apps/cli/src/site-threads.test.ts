/** Pages of a static site, rendered by threads. @see sharing 4 */
import { partsRenderer, type PageParts, type StaticFrame } from '@notegraph/web'
import { expect, test } from 'vitest'
import { siteThreads } from './site-threads.ts'

const IDS = ['a', 'b', 'c']
const FRAME = {
  site: { slug: 'trip', accountId: 'me', title: 'Trip', rule: { pages: IDS, journals: false }, createdAt: 1 },
  pages: new Map(
    IDS.map((id) => [id, { id, name: id, aliases: [], address: id, createdAt: 1, editedAt: 0 }]),
  ),
  names: new Map(IDS.map((id) => [id, id])),
  pictures: new Map(),
  lookFiles: new Map(),
  assets: [],
  base: undefined,
} satisfies StaticFrame

const VIEW = { own: new Set(), words: new Map(), embeddedBlocks: new Map(), embeddedPages: new Map(), results: new Map(), skipped: new Set(), tables: new Map(), footnotes: [], quotedFrom: new Map(), files: new Map(), origin: undefined, total: 1, shown: 1 } as const // prettier-ignore

function partsOf(id: string): PageParts {
  const page = { id, name: id, type: 'page', view: '{"fields":{},"tags":[],"aliases":[],"props":{}}' }
  const lines = [{ depth: 0, content: `to [[b]] and $a^2$ of **${id}**` }]
  const part = { offset: 0, linkedFrom: ['c'], fileNames: new Map(), view: { ...VIEW, page, lines } }
  return {
    id,
    stem: id,
    before: [],
    parts: [part as unknown as PageParts['parts'][number]],
    files: new Map(),
  }
}

test('[S4] threads give the same bytes as the calling one, and end', async () => {
  const threads = siteThreads(2)
  try {
    const { render } = threads.start(FRAME)
    const here = partsRenderer(FRAME)
    const all = await Promise.all(IDS.map(async (id) => render(partsOf(id))))
    expect(all).toEqual(await Promise.all(IDS.map(async (id) => here(partsOf(id)))))
    expect(all[0]!.map(([path]) => path)).toEqual(['a.html', 'a.md'])
  } finally {
    await threads.end()
  }
})

test('[S4] a page that fails, and a thread that ends, fail the run', async () => {
  const threads = siteThreads(1)
  const { render } = threads.start(FRAME)
  await expect(render({ ...partsOf('a'), id: 'unknown' })).rejects.toThrow(TypeError)
  await threads.end()
  const others = siteThreads(1)
  const unanswered = others.start(FRAME).render(partsOf('a'))
  await others.end()
  await expect(unanswered).rejects.toThrow('a thread that renders pages ended')
})
