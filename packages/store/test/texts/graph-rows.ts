/** The rows of a graph beside its notes, for the law of texts. */
import type {
  Author,
  Authorship,
  ChangeRecord,
  FileEntry,
  GraphStore,
  IdempotencyRecord,
  NewFile,
  Snapshot,
  Store,
  Writer,
} from '../../src/index.ts'
import { expect } from 'vitest'
import { block, page, T0 } from '../builder.ts'
import { lawOf, without, type TextLaw } from './law.ts'

const MOST = 1_000
const ALL = { limit: MOST, offset: 0 }
const plain = (member: string, n: number): string => `${member} ${n}`
const at = (n: number): number => T0 + n

const graphOf = (store: Store): GraphStore => store.graph('one')

/** The files, oldest first. Both lists have the same ones. */
async function importedFiles(store: Store): Promise<NewFile[]> {
  const { files } = graphOf(store)
  const unlinked = (await files.listUnlinked()).map((file) => without(file, 'belongs')).toSorted(byAge)
  const listed = (await files.list()).toSorted(byAge)
  const imported = new Set(unlinked.map(({ id }) => id))
  const withoutPaths = unlinked.map((file) => without(file, 'path'))
  expect(withoutPaths).toEqual(listed.filter(({ id }) => imported.has(id)))
  return unlinked
}
const byAge = (a: FileEntry, b: FileEntry): number => a.createdAt - b.createdAt

const fileOf = (n: number): NewFile => ({
  id: plain('id', n),
  hash: plain('hash', n),
  name: plain('name', n),
  type: plain('type', n),
  size: 1,
  createdAt: at(n),
  path: plain('path', n),
})

const files = lawOf<NewFile>({
  name: 'files',
  row: fileOf,
  texts: { id: 'key', hash: 'key', name: 'text', type: 'text', path: 'text' },
  put: async (store, file) => graphOf(store).commits.commit({ puts: [], files: [file] }),
  all: importedFiles,
  finds: {
    find: async (store, { id, path }) => withPath(await graphOf(store).files.find(id), path),
    findByHash: async (store, { hash, path }) => withPath(await graphOf(store).files.findByHash(hash), path),
    accountOfFile: async (store, file) => ((await store.accountOfFile(file.id)) === 'one' ? file : undefined),
  },
  changes: {
    removeUnlinked: {
      run: async (store, { id }) => graphOf(store).files.removeUnlinked([id]),
      after: () => undefined,
    },
  },
})

const withPath = (file: Omit<NewFile, 'path'> | undefined, path: string | undefined): NewFile | undefined =>
  file && { ...file, ...(path !== undefined && { path }) }

interface FilePath {
  readonly at: number
  readonly path: string
}

/** Files that no import brought, until a later import finds them at a path. */
const renewedFiles = lawOf<FilePath>({
  name: 'paths of files',
  row: (n) => ({ at: n, path: plain('path', n) }),
  texts: { path: 'text' },
  put: async (store, { at, path }) => {
    const file = without(fileOf(at), 'path')
    await graphOf(store).commits.commitAll([{ puts: [], files: [file] }])
    await graphOf(store).files.renew(file.id, path)
  },
  all: async (store) =>
    (await importedFiles(store)).map(({ createdAt, path }) => ({ at: createdAt - T0, path: path! })),
})

const snapshots = lawOf<Snapshot>({
  name: 'snapshots',
  row: (n) => ({ id: plain('id', n), name: plain('name', n), seq: 0, at: at(n) }),
  texts: { id: 'key', name: 'named' },
  put: async (store, row) => graphOf(store).history.addSnapshot(without(row, 'seq'), MOST),
  all: async (store) => (await graphOf(store).history.snapshots()).toReversed(),
  changes: {
    release: {
      run: async (store, { id }) => graphOf(store).history.release(id),
      after: (row) => row,
    },
    removeSnapshot: {
      run: async (store, { id }) => graphOf(store).history.removeSnapshot(id),
      after: () => undefined,
    },
    forget: {
      run: async (store, { id }) => {
        for (const what of [{ page: id }, { block: id }]) await graphOf(store).history.forget(what)
      },
      after: (row) => row,
    },
  },
})

/** No list has the holds of restores. */
const holds = lawOf<{ readonly id: string }>({
  name: 'holds of restores',
  row: (n) => ({ id: plain('id', n) }),
  texts: { id: 'key' },
  put: async (store, { id }) => {
    const seq = await graphOf(store).history.hold({ id, at: T0 })
    if (seq !== 0) throw new Error('the present states are not held')
  },
  all: async (_, put) => put,
  changes: {
    release: { run: async (store, { id }) => graphOf(store).history.release(id), after: (row) => row },
  },
})

const entries = lawOf<ChangeRecord>({
  name: 'change list',
  row: (n) => ({
    id: plain('id', n),
    at: at(n),
    token: plain('token', n),
    tokenId: plain('token id', n),
    action: plain('action', n),
    summary: plain('summary', n),
    page: plain('page', n),
    pageId: plain('page id', n),
    blockId: plain('block id', n),
    touched: [],
    state: 'open',
  }),
  texts: {
    id: 'key',
    token: 'text',
    tokenId: 'text',
    action: 'text',
    summary: 'note',
    page: 'note',
    pageId: 'text',
    blockId: 'text',
  },
  json: (text) => ({ touched: [{ kind: 'property', id: text, key: text, before: text, after: [text] }] }),
  put: async (store, row) =>
    graphOf(store).commits.commit({
      puts: [],
      entry: { entry: without(row, 'state'), most: 0, since: 0 },
    }),
  all: async (store) => listed(store),
  finds: {
    find: async (store, { id }) => graphOf(store).changes.find(id),
    'list by token': async (store, { token }) => onlyOne(store, { token }),
    'list by the id of a token': async (store, { tokenId }) => onlyOne(store, { tokenId: tokenId! }),
    'list by page': async (store, { pageId }) => onlyOne(store, { pageId }),
    'list without a token': async (store, row) => {
      const { changes } = graphOf(store)
      const { changes: others } = await changes.list({ since: 0, notTokenId: row.tokenId! }, ALL)
      const [all, isOther] = [await changes.list({ since: 0 }, ALL), others.some(({ id }) => id === row.id)]
      return others.length === all.total - 1 && !isOther ? row : undefined
    },
  },
  changes: {
    'commit that reverts': {
      run: async (store, { id }) => graphOf(store).commits.commit({ puts: [], reverts: id }),
      after: (row) => ({ ...row, state: 'reverted' }),
    },
    // Entries that are not open stay as they are.
    keep: {
      run: async (store, { id, token, at }) => {
        await graphOf(store).changes.keep({ ids: [id] }, 0)
        await graphOf(store).changes.keep({ token, until: at }, 0)
      },
      after: (row) => row,
    },
    see: {
      run: async (store, { id }) => graphOf(store).changes.see([id], 0),
      after: (row) => ({ ...row, seenAt: 0 }),
    },
  },
})

/** The entries, oldest first. Both lists have the same ones. */
async function listed(store: Store): Promise<ChangeRecord[]> {
  const { changes } = graphOf(store)
  const whole = await changes.listWithItems({ since: 0 }, ALL)
  const short = await changes.list({ since: 0 }, ALL)
  expect(short.changes).toEqual(whole.changes.map((entry) => without(entry, 'touched')))
  return whole.changes.toReversed()
}

type Filter = Omit<Parameters<GraphStore['changes']['list']>[0], 'since'>

async function onlyOne(store: Store, filter: Filter): Promise<ChangeRecord | undefined> {
  const { changes } = await graphOf(store).changes.listWithItems({ since: 0, ...filter }, ALL)
  return changes.length > 1 ? expect.fail('more than one entry') : changes[0]
}

type Answer = IdempotencyRecord & { readonly key: string }

const answers = lawOf<Answer>({
  name: 'idempotency records',
  row: (n) => ({ key: plain('key', n), request: plain('request', n), answer: plain('answer', n), at: T0 }),
  texts: { key: 'key', request: 'text', answer: 'text' },
  put: async (store, { answer, ...record }) =>
    graphOf(store).commits.commit({ puts: [], idempotency: { ...record, since: 0, answer: () => answer } }),
  all: async (store, put) => Promise.all(put.map(async ({ key }) => answerOf(store, key))),
  finds: { findIdempotencyRecord: async (store, { key }) => answerOf(store, key) },
})

async function answerOf(store: Store, key: string): Promise<Answer | undefined> {
  const found = await graphOf(store).commits.findIdempotencyRecord(key)
  return found && { key, ...found }
}

/** Commits take a number if they write. */
const putPage = (n: number) => ({ record: page(`p${n}`, `Page ${n}`), from: 0 })

const authors = (['commit', 'commitAll'] as const).map((method) =>
  lawOf<Authorship>({
    name: `authors of ${method}`,
    row: (n) => ({ kind: 'token', id: plain('id', n), name: plain('name', n), at: at(n) }),
    texts: { id: 'key', name: 'text' },
    put: async (store, by) => {
      const { commits } = graphOf(store)
      const commit = { puts: [putPage(by.at - T0)], by }
      return method === 'commit' ? commits.commit(commit) : commits.commitAll([commit])
    },
    all: async (store) => {
      const { commits, history } = graphOf(store)
      const numbers = Array.from({ length: await commits.head() }, (_, i) => i + 1)
      const known = await history.authorships(numbers)
      return numbers.map((seq) => known.get(seq))
    },
  }),
)

/** The author of a state that a commit replaced. */
const statesBy = lawOf<Author & { readonly at: number }>({
  name: 'authors of kept states',
  row: (n) => ({ kind: 'token', id: plain('id', n), name: plain('name', n), at: at(n) }),
  texts: { id: 'key', name: 'text' },
  put: async (store, by) => {
    const { commits } = graphOf(store)
    const put = putPage(by.at - T0)
    const first = await commits.commit({ puts: [put], by })
    if (first.ok) await commits.commit({ puts: [{ ...put, from: first.seq }], by: { ...by, id: 'other' } })
  },
  all: async (store, put) =>
    Promise.all(
      put.map(async ({ at }) => {
        const [state] = await graphOf(store).history.listByPage(`p${at - T0}`, MOST)
        return state && { ...state.by!, at: state.at }
      }),
    ),
})

type NamedWriter = Required<Extract<Writer, { readonly kind: 'token' }>> & { readonly n: number }

const writers = lawOf<NamedWriter>({
  name: 'writers in the outbox',
  row: (n) => ({ kind: 'token', id: plain('id', n), name: plain('name', n), n }),
  texts: { id: 'key', name: 'text' },
  put: async (store, { n, ...writer }) => {
    const { commits, outbox } = graphOf(store)
    await outbox.open()
    return commits.commit({ puts: [putPage(n)], writer })
  },
  all: async (store) => {
    const { entries } = await graphOf(store).outbox.read(0, MOST)
    return entries.map(
      ({ by, pages: [written] }) => ({ ...by, n: Number(written!.id.slice(1)) }) as NamedWriter,
    )
  },
})

interface Push {
  readonly n: number
  readonly device: string
}

const devices = lawOf<Push>({
  name: 'devices that push',
  row: (n) => ({ n, device: plain('device', n) }),
  texts: { device: 'text' },
  put: async (store, { n, device }) => {
    const { commits } = graphOf(store)
    if (n === 0) await commits.commit({ puts: [putPage(0)] })
    return commits.commit({ puts: [{ record: block(`b${n}`, 'p0', 'x', { order: n }), from: 0 }], device })
  },
  all: async (store, put) =>
    Promise.all(put.map(async ({ device }) => ({ n: (await ownOf(store, device))!, device }))),
  finds: {
    writtenByOthers: async (store, push) => {
      const n = await ownOf(store, push.device)
      return n === undefined ? undefined : { ...push, n }
    },
  },
})

/** The block that a device pushed: the only one that others did not write. */
async function ownOf(store: Store, device: string): Promise<number | undefined> {
  const { blocks, feed } = graphOf(store)
  const all = await blocks.listByPage('p0', ALL)
  const others = (await feed.writtenByOthers(['p0'], { seq: 0, device }, MOST)).get('p0')!
  const own = all.blocks.map(({ id }) => id).filter((id) => !others.includes(id))
  if (own.length > 1) expect.fail('more than one block')
  return own[0] === undefined ? undefined : Number(own[0].slice(1))
}

/** The laws of all rows of a graph beside its notes. */
export const GRAPH_LAWS: readonly TextLaw[] = [
  files,
  renewedFiles,
  snapshots,
  holds,
  entries,
  answers,
  ...authors,
  statesBy,
  writers,
  devices,
]
