/**
 * [22] What leads to a page, grouped by the page that has it.
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, type GraphRecord } from '@notegraph/graph'
import { beforeAll, describe, expect, test } from 'vitest'
import { ids, openApi, type Api } from './api.ts'
import { NOON } from './notes.ts'

interface Group {
  readonly id: string
  readonly fields: readonly { readonly key: string }[]
  readonly blocks: readonly { readonly id: string }[]
  readonly unlinked?: readonly { readonly id: string }[]
}

let time = NOON
const page = (id: string, name: string, props: [string, string][] = []): GraphRecord =>
  makePage({ id, name, props, now: time++ })
const block = (id: string, pageId: string, content: string): GraphRecord =>
  makeBlock({ id, content, rev: `r-${id}`, pageId, parentId: null, order: 1, now: time++ })

/** The later a record is, the later its edit. */
const RECORDS: readonly GraphRecord[] = [
  page('mira', 'Mira Holt', [['alias', 'Mira, ミラ, M. H.']]),
  block('mira-self', 'mira', 'Mira Holt is [[Mira]] herself'),
  page('boat', 'Boat', [
    ['type', 'organization'],
    ['founder', '[[mira holt]]'],
    ['tags', 'Mira'],
    ['mood', 'calm'],
  ]),
  block('boat-link', 'boat', 'built by [[MIRA]]'),
  block('boat-word', 'boat', 'Mira painted the hull'),
  block('boat-other', 'boat', 'the [[Mira 2]] is faster than #[[old Mira]]'),
  block('boat-label', 'boat', 'fast: [Mira of old]([[Mira 2]])'),
  page('shed', 'Shed', [['owner', 'Mira Holt']]),
  block('shed-tag', 'shed', 'key at #[[Mira Holt]], ask Mira'),
  block('shed-part', 'shed', 'admiral Miranda'),
  block('shed-word', 'shed', 'mira holt: ropes'),
  page('tea', 'お茶'),
  block('tea-word', 'tea', '昨日ミラとお茶'),
  block('tea-initials', 'tea', 'with (M. H.)'),
  page('journal-20261121', '2026-11-21'),
  page('plan', 'Plan'),
  block('plan-day', 'plan', 'sail on [[Nov 21st, 2026]]'),
  block('plan-iso', 'plan', 'not before 2026-11-21'),
]

let api: Api
beforeAll(async () => {
  api = await openApi()
  const committed = await api.graph.commits.commit({ puts: RECORDS.map((record) => ({ record, from: 0 })) })
  if (!committed.ok) throw new Error(committed.why)
})

/** Each group as its page and the ids of its items. */
const groups = (pages: readonly Group[]) =>
  pages.map(({ id, fields, blocks, unlinked }) => [
    id,
    fields.map(({ key }) => key),
    ids(blocks),
    ...(unlinked ? [ids(unlinked)] : []),
  ])

describe('[A4.3] the links of a page', () => {
  test.each(['Mira Holt', 'mira', 'ミラ', ' M. H. '])(
    'of %s, by field and by block, by page',
    async (name) => {
      const { status, body } = await api.get(`/pages/${encodeURIComponent(name)}/links`)
      expect(status).toBe(200)
      expect(body['page']).toMatchObject({ id: 'mira', name: 'Mira Holt' })
      expect(groups(body['pages'])).toEqual([
        ['boat', ['founder', 'tags'], ['boat-link']],
        ['shed', [], ['shed-tag']],
      ])
      expect(body['pages'][0].fields).toEqual([
        { key: 'founder', label: 'Founder', value: '[[mira holt]]' },
        { key: 'tags', value: 'Mira' },
      ])
      expect(body).toMatchObject({
        counts: { fields: 1, blocks: 2 },
        total: 3,
        next: null,
        truncated: false,
      })
      expect(body['counts']).not.toHaveProperty('unlinked')
    },
  )

  test('with unlinked=true, also blocks with a name as whole words and without a link', async () => {
    const { body } = await api.get('/pages/mira/links?unlinked=true')
    expect(groups(body['pages'])).toEqual([
      ['boat', ['founder', 'tags'], ['boat-link'], ['boat-label', 'boat-word']],
      ['shed', [], ['shed-tag'], ['shed-word']],
      ['tea', [], [], ['tea-initials', 'tea-word']],
    ])
    expect(body).toMatchObject({ counts: { fields: 1, blocks: 2, unlinked: 5 }, total: 8, next: null })
  })

  test('unlinked=false is the default', async () => {
    expect((await api.get('/pages/mira/links?unlinked=false')).text).toBe(
      (await api.get('/pages/mira/links')).text,
    )
  })

  test.each([1, 2, 3, 5])(
    'windows of %i are the whole list: fields, blocks, mentions, each latest first',
    async (limit) => {
      const seen: Group[] = []
      let offset: number | null = 0
      while (offset !== null) {
        const { body } = await api.get(`/pages/mira/links?unlinked=true&limit=${limit}&offset=${offset}`)
        expect(body).toMatchObject({ counts: { fields: 1, blocks: 2, unlinked: 5 }, total: 8 })
        seen.push(...body['pages'])
        offset = body['next'] as number | null
      }
      const all = (of: (group: Group) => readonly string[]): string[] => seen.flatMap(of)
      expect(all(({ fields }) => fields.map(({ key }) => key))).toEqual(['founder', 'tags'])
      const blocks = ['shed-tag', 'boat-link']
      const unlinked = ['tea-initials', 'tea-word', 'shed-word', 'boat-label', 'boat-word']
      // Within a window, the items of a page are together.
      const sorted = (list: readonly string[]) => (limit === 1 ? list : list.toSorted())
      expect(sorted(all((group) => ids(group.blocks)))).toEqual(sorted(blocks))
      expect(sorted(all((group) => ids(group.unlinked ?? [])))).toEqual(sorted(unlinked))
    },
  )

  test('nothing is beyond its end', async () => {
    const { body } = await api.get('/pages/mira/links?offset=50')
    expect(body).toMatchObject({ pages: [], total: 3, next: null })
  })

  test.each(['2026-11-21', 'tomorrow', '%2B1d', 'saturday', 'Nov%2021st%2C%202026'])(
    'of a day: %s',
    async (day) => {
      const { body } = await api.get(`/pages/${day}/links?unlinked=true`)
      expect(body['page']).toMatchObject({ id: 'journal-20261121', day: 20261121 })
      expect(groups(body['pages'])).toEqual([['plan', [], ['plan-day'], ['plan-iso']]])
    },
  )

  test('of a page that nothing leads to', async () => {
    expect((await api.get('/pages/tea/links')).status).toBe(404)
    const { body } = await api.get(`/pages/${encodeURIComponent('お茶')}/links`)
    expect(body).toMatchObject({ pages: [], counts: { fields: 0, blocks: 0 }, total: 0, next: null })
  })

  test.each([
    ['Analytical%20Engine', 'No page is called "Analytical Engine".'], // linked, but not there
    ['yesterweek', 'No page is called "yesterweek".'],
  ])('404 for %s, as reading the page', async (name, error) => {
    const reply = await api.get(`/pages/${name}/links`)
    expect(reply).toMatchObject({ status: 404, body: { error, code: 'not_found' } })
    expect(reply.body).toEqual((await api.get(`/pages/${name}`)).body)
  })

  test.each(['2026-11-23', '%2B3d', 'monday'])(
    '404 for the day %s, with the search for its links',
    async (name) => {
      const { status, body } = await api.get(`/pages/${name}/links`)
      expect(status).toBe(404)
      expect(body['hint']).toBe(
        'The day 2026-11-23 has no page yet. Search for [[2026-11-23]] to find what links it.',
      )
    },
  )

  test.each([
    ['unlinked=yes', 'unlinked takes true or false, not "yes".'],
    ['limit=0', 'limit takes a whole number from 1 to 1000, not "0".'],
    ['offset=-1', `offset takes a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not "-1".`],
  ])('400 for %s', async (query, error) =>
    expect(await api.get(`/pages/mira/links?${query}`)).toMatchObject({ status: 400, body: { error } }),
  )
})
