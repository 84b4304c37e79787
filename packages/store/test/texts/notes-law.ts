/** The law of texts for notes: records, what is derived from them, and searches by them. */
import { fold, normalizeLines } from '@notegraph/block-text'
import { isRecordId, makeShape, nameOf, type GraphRecord, type PageRecord } from '@notegraph/graph'
import type { Query } from '@notegraph/query'
import { readNotes, search, type Asked } from '@notegraph/search'
import { expect } from 'vitest'
import { UnstorableText, type GraphStore, type Put, type Store } from '../../src/index.ts'
import { block, page, T0 } from '../builder.ts'
import { committed } from '../change-builder.ts'
import type { TextLaw } from './law.ts'

const ALL = { limit: Infinity, offset: 0 }
const MOST = 10_000
const ASKED: Asked = { today: 20260101, zone: 'UTC' }
const DAYS = { today: ASKED.today, startOf: () => T0 }

/** To count the words of a longer text takes long. It is in the main parts alone. */
const LONG = 2_000

/** Records with a text in one part each. */
function partsWith(text: string, n: number): GraphRecord[] {
  const [bare, plain] = [page(`q${n}`, `Q ${n}`), block(`b${n}`, `p${n}`, 'x')]
  const shape = makeShape({ id: `s${n}`, text, rev: 'r', pageId: `p${n}`, order: 1, props: {}, now: T0 })
  const device = { text: 'x', rev: 'r2', at: T0, device: text }
  const main = [{ ...page(`p${n}`, text, [['k', text]]), createdAt: T0 + n }, block(`c${n}`, `p${n}`, text)]
  if (text.length > LONG) return main
  return [
    ...main,
    { ...bare, props: { ...bare.props, [text]: { v: 'x', at: T0 } } },
    { ...bare, id: `r${n}`, props: { ...bare.props, k: { v: [{ [text]: text }], at: T0 } } },
    { ...bare, id: `u${n}`, [`x${text}`]: 'x' },
    { ...bare, id: `v${n}`, x: [text] } as unknown as PageRecord,
    { ...plain, versions: [device] },
    { ...plain, id: `d${n}`, versions: [{ ...device, text, device: 'phone' }] },
    { ...plain, id: `e${n}`, words: { ...plain.words, text: `k:: ${text}` } },
    shape,
  ]
}

const putOf = (record: GraphRecord): Put => ({ record, from: 0 })

async function refused(graph: GraphStore, record: GraphRecord): Promise<void> {
  const commit = { puts: [putOf(record)] }
  await expect(graph.commits.commit(commit)).rejects.toThrow(UnstorableText)
  await expect(graph.commits.commitAll([commit])).rejects.toThrow(UnstorableText)
}

/** Ids of blocks, by which searches are compared. */
const idsOf = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id)

const idsIn = async (found: Promise<readonly { readonly id: string }[]>): Promise<string[]> =>
  idsOf(await found)
const idOf = async (found: Promise<{ readonly id: string } | undefined>): Promise<string | undefined> =>
  (await found)?.id

/** Questions that find notes by a text. */
const questions = (text: string): Query[] => {
  const leaves: Query[] = [
    { kind: 'words', text, at: 0 },
    { kind: 'words', text, whole: true, at: 0 },
    { kind: 'ref', name: text, at: 0 },
    { kind: 'page', name: text, at: 0 },
    { kind: 'namespace', name: text, at: 0 },
    { kind: 'page-tags', tags: [text], at: 0 },
    { kind: 'property', key: 'k', value: text, at: 0 },
    { kind: 'page-property', key: 'k', value: text, at: 0 },
    { kind: 'property', key: 'k', value: text, link: true, at: 0 },
    { kind: 'page-property', key: 'k', value: text, link: true, at: 0 },
    { kind: 'page-property', key: text, at: 0 },
  ]
  return [...leaves, { kind: 'not', operand: leaves[0]!, at: 0 }]
}

export const notesLaw: TextLaw = {
  name: 'notes',
  async check(store, texts) {
    const graph = store.graph('one')
    const { records, pages, blocks, feed, commits, maintenance } = graph
    const kept = texts.filter((text) => text.isWellFormed())
    const all = kept.flatMap(partsWith)
    expect(await commits.commit({ puts: all.map(putOf) })).toMatchObject({ ok: true })
    for (const [n, text] of texts.entries())
      if (!text.isWellFormed())
        for (const record of partsWith(text, texts.length + n)) await refused(graph, record)
    expect(await commits.head()).toBe(1)

    const json = all.map((record) => JSON.stringify(record))
    const { records: read } = await feed.read({ seq: 0, n: 0 }, { records: MOST, bytes: Infinity })
    expect(read.map((doc) => JSON.stringify(JSON.parse(doc))).toSorted()).toEqual(json.toSorted())
    const found = await Promise.all(all.map(async ({ id }) => records.find(id)))
    expect(found.map((one) => JSON.stringify(one?.record))).toEqual(json)
    expect(await maintenance.check()).toEqual([])

    const named = all.filter((record) => record.kind === 'page')
    await Promise.all(
      kept.map(async (text, n) => {
        const [ofId, ofName, onIt] = await Promise.all([
          pages.find(`p${n}`),
          pages.findByName(fold(text)),
          blocks.find(`c${n}`),
        ])
        expect(ofId?.name).toBe(text)
        expect(ofName?.id).toBe(named.find((record) => fold(nameOf(record)) === fold(text))?.id)
        expect(onIt).toMatchObject({ content: normalizeLines(text), pageName: text })
      }),
    )

    const notes = readNotes(all)
    await Promise.all(
      texts.flatMap(questions).map(async (query) => {
        const { blocks: found } = await graph.search.find(query, DAYS, ALL, MOST)
        const expected = search(notes, query, ASKED).blocks.map(({ record }) => record)
        expect([query, idsOf(found)]).toEqual([query, idsOf(expected)])
      }),
    )
    await Promise.all(texts.map(async (text) => checkLists(graph, text, kept)))
  },
}

/** Lists of pages by a text. Other suites check which pages are in them; here a text that no page has finds none. */
async function checkLists(
  { pages, search }: GraphStore,
  text: string,
  kept: readonly string[],
): Promise<void> {
  const where = { kind: 'words', text, at: 0 } as const
  const [tasks, similar, ...lists] = await Promise.all([
    search.listTasks({ status: 'all', where }, ALL),
    pages.similarNames(fold(text), 5),
    pages.list({ words: fold(text) }, ALL),
    pages.list({ tag: text }, ALL),
    pages.list({ property: { key: 'k', value: text } }, ALL),
    pages.list({ property: { key: text } }, ALL),
    pages.list({ namespace: text }, ALL),
    pages.list({ linkedTo: text, sort: 'links' }, ALL),
    pages.listNaming(text, ALL),
  ])
  if (!text.isWellFormed()) expect([tasks, ...lists].every(({ total }) => total === 0)).toBe(true)
  const n = kept.indexOf(text)
  if (n >= 0 && text.trim() !== '') expect(idsOf(lists[0].pages)).toContain(`p${n}`)
  expect(similar.every((name) => typeof name === 'string')).toBe(true)
}

/** The law of texts for the ids of records. */
export const recordIdsLaw: TextLaw = {
  name: 'ids of records',
  async check(store, texts) {
    const graph = store.graph('one')
    const { records, pages, blocks, feed, history, commits } = graph
    const ids = texts.filter(isRecordId)
    await commits.commit({
      puts: [page('home', 'Home'), ...ids.map((id) => block(id, 'home', 'x'))].map(putOf),
    })
    const by = { kind: 'person', id: 'me', name: '', at: T0 } as const
    const again = ids.map((id) => ({ record: block(id, 'home', 'y'), from: 1 }))
    await commits.commit({ puts: again, by })

    const seq = await commits.head()
    for (const text of texts) {
      const own = ids.includes(text) ? [text] : []
      const isOwn = own.length > 0
      const prefixed = ids.filter((id) => id.startsWith(text)).toSorted()
      const after = { seq: 0, device: 'none' }
      const reads: readonly (readonly [read: Promise<unknown>, answer: unknown])[] = [
        [idOf(blocks.find(text)), own[0]],
        [idsIn(blocks.findMany([text, text])), own],
        [blocks.subtree(text, MOST).then((found) => found?.total), isOwn ? 1 : undefined],
        [blocks.ancestors([text], MOST), []],
        [blocks.nested([text], { ceiling: 1, most: 1 }), [{ count: 0, blocks: [] }]],
        [blocks.listByPage('home', ALL, { under: text }), { blocks: [], total: 0 }],
        [blocks.shortIds([text], 64), [text.slice(0, 64)]],
        [idsIn(blocks.listByPrefix(text, MOST)), prefixed],
        [records.find(text).then((found) => found?.record.id), own[0]],
        [records.findMany([text]).then((found) => found.map(({ record }) => record.id)), own],
        [idOf(history.recordAt(text, 1)), own[0]],
        [idsIn(history.recordsAt([text], 1)), own],
        [idsIn(history.listByRecords([text], MOST)), own],
        // No page has the id of a block.
        [pages.find(text), undefined],
        [pages.list({ ids: [text] }, ALL), { pages: [], total: 0 }],
        [blocks.listByPage(text, ALL), { blocks: [], total: 0 }],
        [blocks.listParents(text), []],
        [blocks.orderRange(text), undefined],
        [records.listByPage(text), []],
        [records.latestOnPage(text), 0],
        [records.listPages(text, MOST).then((found) => found.length), isOwn ? 0 : 1],
        [history.listByPage(text, MOST), []],
        [history.pageAt(text, 1), []],
        [history.lastAuthorship(text, 0), undefined],
        [feed.page(text, { records: MOST, bytes: Infinity }), undefined],
        [feed.writtenByOthers([text], after, MOST), new Map([[text, []]])],
        [commits.commit({ puts: [], show: { pageId: text } }), { ok: true, seq, shown: {} }],
        [commits.commit({ puts: [], pages: [text] }), { ok: false, why: 'changed_meanwhile' }],
        [commits.commit({ puts: [], reverts: text }), { ok: false, why: 'not_open' }],
      ]
      expect(await Promise.all(reads.map(async ([read]) => read))).toEqual(reads.map(([, answer]) => answer))
      const { shown } = await committed(graph, { puts: [], show: { blockId: text } })
      expect(shown.block?.id).toBe(own[0])

      if (isRecordId(text)) continue
      const one = block('new', 'home', 'x')
      await refused(graph, { ...one, id: text })
      await refused(graph, { ...one, place: { ...one.place, pageId: text } })
      await refused(graph, { ...one, place: { ...one.place, parentId: text } })
      await refused(graph, { ...page('new', 'New'), id: text })
    }
    expect((await blocks.listByPage('home', ALL)).total).toBe(ids.length)
  },
}

const NOTHING_ENDED = { browsers: 0, devices: 0, apps: 0, links: 0, tokens: 0, shares: 0, sites: 0 }

/** Reads and writes by the id of an account, each with its answer for an account that does not exist. */
const BY_ACCOUNT: readonly (readonly [(store: Store, id: string) => unknown, answer: unknown])[] = [
  [async (store, id) => store.hasGraph(id), false],
  [async (store, id) => store.removeGraph(id), undefined],
  [async (store, id) => store.accounts.find(id), undefined],
  [async (store, id) => store.accounts.remove(id), false],
  [async (store, id) => store.accounts.endAccess(id, T0), NOTHING_ENDED],
  [async (store, id) => store.accounts.planChanges(id), []],
  [async (store, id) => store.tokens.list(id), []],
  [async (store, id) => store.tokens.revoke('t', T0, id), undefined],
  [async (store, id) => store.sessions.list(id), []],
  [async (store, id) => store.browsers.list(id), []],
  [async (store, id) => store.browsers.end(id, 'b', T0), false],
  [async (store, id) => store.identities.list(id), []],
  [async (store, id) => store.connectedApps.list(id, T0), []],
  [async (store, id) => store.connectedApps.end('a', id), undefined],
  [async (store, id) => store.passkeys.list(id), []],
  [async (store, id) => store.shares.list(id), []],
  [async (store, id) => store.shares.listOpen(id, T0), []],
  [async (store, id) => store.shares.end(id, 's', T0), undefined],
  [async (store, id) => store.sites.list(id), []],
  [async (store, id) => store.sites.end(id, 's', T0), undefined],
  [async (store, id) => store.webhooks.find(id, 'w'), undefined],
  [async (store, id) => store.webhooks.list(id), []],
  [async (store, id) => store.webhooks.switchOff(id, 'w', T0), false],
  [async (store, id) => store.webhooks.switchOn(id, 'w', { epoch: 1, seq: 1, part: 0 }), false],
  [async (store, id) => store.webhooks.remove(id, 'w'), false],
  [async (store, id) => store.webhooks.pending(id, 'w'), undefined],
  [
    async (store, id) => store.webhooks.deliveries(id, 'w', { limit: 1, offset: 0 }),
    { deliveries: [], total: 0 },
  ],
  [async (store, id) => store.webhooks.findDelivery(id, 'd'), undefined],
  [async (store, id) => store.webhooks.removeDeliveries(id, ['d']), 0],
  [async (store, id) => store.webhooks.release({ accountId: id, id: 'w', holder: 'me' }), undefined],
  [async (store, id) => store.plugins.find(id, 'p'), undefined],
  [async (store, id) => store.plugins.findByUrl(id, 'u'), undefined],
  [async (store, id) => store.plugins.list(id), []],
  [async (store, id) => store.plugins.remove(id, 'p'), undefined],
  [async (store, id) => store.looks.last(id), undefined],
  [async (store, id) => store.digests.find(id), undefined],
  [async (store, id) => store.digests.pushKeys(id), undefined],
  [async (store, id) => store.digests.ways(id), []],
  [async (store, id) => store.digests.removeWay(id, 'w'), false],
  [async (store, id) => store.imports.find(id), undefined],
  [async (store, id) => store.restores.find(id), undefined],
  [async (store, id) => store.sweeps.begin(id), undefined],
  [async (store, id) => store.sweeps.end(id), undefined],
  [async (store, id) => store.audit.list(id, { limit: 1, offset: 0 }), { entries: [], total: 0 }],
  [async (store, id) => store.audit.latest(id, { events: ['sign_in'], since: 0, limit: 1 }), []],
]

/** The law of texts for the ids of accounts. */
export const accountIdsLaw: TextLaw = {
  name: 'ids of accounts',
  async check(store, texts) {
    await store.audit.add(
      { at: T0, event: 'sign_in_refused', by: 'nobody' },
      { before: 0, most: 9, mostRefused: 9, mostOfSites: 9 },
    )
    for (const text of texts) {
      let calls = 0
      const unwatch = store.watch(text, () => calls++)
      const answers = await Promise.all(BY_ACCOUNT.map(async ([run]) => run(store, text)))
      expect(answers).toEqual(BY_ACCOUNT.map(([, answer]) => answer))
      unwatch()
      if (isRecordId(text)) continue
      expect(calls).toBe(0)
      expect(() => store.graph(text)).toThrow(UnstorableText)
      await expect(store.looks.note(text, T0)).rejects.toThrow(UnstorableText)
      await expect(store.sweeps.note(text)).rejects.toThrow(UnstorableText)
      const digest = { accountId: text, isOn: true, hour: 7 }
      await expect(store.digests.save(digest)).rejects.toThrow(UnstorableText)
    }
  },
}

/** Each check of rates has a time of its own, because a store never deletes counts at once. */
let rateTime = T0

/** The law of texts for rates, which count by every text. */
export const ratesLaw: TextLaw = {
  name: 'rates',
  async check({ rates }, texts) {
    const now = (rateTime += 600_000)
    const uses = texts.flatMap((text) => [
      { rate: { name: 'texts', limit: 1, window: 60_000 }, key: text },
      { rate: { name: text, limit: 1, window: 60_000 }, key: 'key' },
      { rate: { name: `${text} key`, limit: 1, window: 60_000 }, key: '' },
    ])
    expect(await rates.take(uses, now)).toBeUndefined()
    expect((await rates.rooms(uses, now)).every(({ left }) => left === 0)).toBe(true)
    for (const use of uses) expect(await rates.count(use, now + 60_000)).toBe(false)
    for (const use of uses) expect(await rates.count(use, now + 60_001)).toBe(true)
  },
}
