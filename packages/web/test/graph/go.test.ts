/** The page behind the quick switcher, and the list of keys, as they are without a script. */
import { beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from '../../src/pages/index.ts'
import type { Web } from '../open.ts'
import { openNotes } from './notes.ts'

let web: Web
beforeAll(async () => {
  ;({ web } = await openNotes())
})

const choices = async (q?: string): Promise<string[]> => {
  const { html } = await web.get(`/graph/go${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`)
  const list = /<ul[^>]*data-choices>(.*?)<\/ul>/s.exec(html)![1]!
  return Array.from(list.matchAll(/<a [^>]*>(.*?)<\/a>/gs), ([, words]) =>
    words!
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

describe('go to page', () => {
  test.each<[string | undefined, string[]]>([
    [undefined, ['وصفات Page', 'Friday, 20 November 2026 Journal day', 'Night boat Page', 'Ada Person']],
    ['boat', ['Night boat Page', 'Ada Person', 'Search notes for “boat”']],
    ['bateau', ['Night boat Page · also called Bateau de nuit', 'Search notes for “bateau”']],
    ['2026-11-22', ['Sunday, 22 November 2026 Day', 'Search notes for “2026-11-22”']],
    ['  ', ['وصفات Page', 'Friday, 20 November 2026 Journal day', 'Night boat Page', 'Ada Person']],
    ['<b>', ['Search notes for “&lt;b&gt;”']],
  ])('lists for %j, best names first', async (q, expected) => {
    expect(await choices(q)).toEqual(expected)
  })

  test('says what the list is', async () => {
    expect((await web.get('/graph/go')).text).toContain('Favorites and recent pages')
    expect((await web.get('/graph/go?q=zzz')).text).toContain('No pages match.')
  })

  test('is bounded, however many pages match and however long the words are', async () => {
    for (let n = 0; n < 14; n++) await web.writes.createPage(await openCaller(), { name: `Harbour ${n}` })
    expect(await choices('harbour')).toHaveLength(13)
    expect((await web.get('/graph/go?q=harbour')).text).toContain('14 pages, the best 12 first')
    expect((await web.get(`/graph/go?q=${'x'.repeat(5_000)}`)).html).toContain(`value="${'x'.repeat(1_000)}"`)
  })

  test('every page leads there, with and without a script', async () => {
    const { html } = await web.get('/settings/devices')
    expect(html).toMatch(/<a class="go" href="\/graph\/go" data-switcher/)
    expect(html).toMatch(/<a class="keys-link" href="\/graph\/keys" data-keys/)
  })

  const openCaller = async () => {
    const account = (await web.store.accounts.find('me'))!
    return { account, plan: 'active', tokenId: 't', tokenName: 'T', scope: 'write', zone: 'UTC' } as const
  }
})

describe('keyboard shortcuts', () => {
  test('lists the key of every page that has one, each letter once', async () => {
    const { text, html } = await web.get('/graph/keys')
    const letters = PAGES.flatMap(({ key, title }) => (key === undefined ? [] : [[key, title] as const]))
    expect(new Set(letters.map(([letter]) => letter)).size).toBe(letters.length)
    for (const [letter, title] of letters) {
      expect(text).toContain(`g then ${letter} Open ${title}`)
      expect(html).toContain(`data-key="${letter}"`)
    }
  })
})
