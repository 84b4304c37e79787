/**
 * Two browsers and an assistant edit the same two pages with random commands, cuts of the network and crashes. In the end all
 * agree, and each caret was where it was. Every word that was stored is somewhere, unless somebody who saw it took it away.
 */
import type { Engine, WordedRecord } from '@notegraph/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSync, type SyncApi } from './syncing.ts'
import { PAGES, typist, type KeyStep, type Network, type Typist } from './outliner-typist.ts'

/** Words of one letter, which no caret can part. */
const wordOf = (n: number): string => String.fromCodePoint(0x4e00 + n)
const WORD = /[\u4e00-\u9fff]/g
/** Syncs after the last step, until nothing is left to send. */
const MOST_SYNCS = 12
const MOST_BLOCKS = 200

type Step =
  | ({ readonly do: 'keys'; readonly who: 0 | 1 } & KeyStep)
  | { readonly do: 'network'; readonly who: 0 | 1; readonly network: Network }
  | { readonly do: 'crash'; readonly who: 0 | 1 }
  | { readonly do: 'sync'; readonly who: 0 | 1 }
  | {
      readonly do: 'assistant'
      readonly what: 'add' | 'edit' | 'delete'
      readonly page: 0 | 1
      readonly at: number
    }

const who = fc.constantFrom(0 as const, 1 as const)
/** Most steps are on the same page. */
const page = fc.constantFrom(0 as const, 0 as const, 1 as const)
const command = fc.constantFrom<KeyStep['command'][]>(
  ...([
    'type',
    'type',
    'type',
    'type',
    'paste',
    'split',
    'split',
    'nest',
    'unnest',
    'joinUp',
    'joinDown',
  ] as const),
  ...(['moveUp', 'moveDown', 'moveOver', 'cycleMarker', 'addLast', 'delete', 'undo', 'redo'] as const),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('keys' as const),
      who,
      window: who,
      page,
      command,
      at: fc.nat(20),
      caret: fc.oneof(fc.constant(0), fc.nat(30), fc.constant(10_000)),
      isStale: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sync' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
      who,
      network: fc.constantFrom<Network[]>('on', 'cut', 'deaf'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('assistant' as const),
      what: fc.constantFrom('add' as const, 'add' as const, 'edit' as const, 'delete' as const),
      page,
      at: fc.nat(20),
    }),
  },
)

const wordsIn = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((text) => text.match(WORD) ?? []))

/** The words of a block, and those that wait to be settled. */
const textsIn = ({ words, versions = [] }: WordedRecord): string[] => [
  words.text,
  ...versions.map(({ text }) => text),
]

/** The texts of everything that is alive on a device, with the versions of conflicts. */
async function allTexts(engine: Engine): Promise<string[]> {
  const texts: string[] = []
  for await (const batch of engine.records())
    for (const record of batch) if (record.kind !== 'page') texts.push(...textsIn(record))
  return texts
}

async function shownOn(engine: Engine): Promise<string[][]> {
  const pages = await Promise.all(PAGES.map(async (id) => engine.blocks(id)))
  return pages.map((blocks) =>
    blocks.map(({ record, depth }) => `${'  '.repeat(depth)}${record.id} ${record.words.text}`),
  )
}

interface Assistant {
  /** @returns the word if the server stored it; else the words that it saw and took away */
  act(
    act: Extract<Step, { readonly do: 'assistant' }>,
    word: string,
  ): Promise<{ stored?: string; taken?: Set<string> }>
  /** The lines of each page. */
  lines(): Promise<string[][]>
}

async function assistantAt(api: SyncApi): Promise<Assistant> {
  const { token } = await api.operators.createToken('me', {
    name: 'Claude',
    scope: 'write',
    may: ['organize'],
  })
  const call = { token, unchecked: true } as const
  const read = async (name: string) =>
    (await api.get(`/pages/${name}?limit=${MOST_BLOCKS}`, call)).body['blocks'] as {
      id: string
      content: string
    }[]
  /** A deleted block goes with the other texts that wait to be settled. */
  const textsOf = async (blocks: readonly { id: string }[]): Promise<string[]> => {
    const records = await Promise.all(blocks.map(async ({ id }) => api.held(id)))
    return records.flatMap((record) => (record && record.kind !== 'page' ? textsIn(record) : []))
  }
  return {
    async act({ what, page: n, at }, word) {
      const name = PAGES[n]
      const blocks = await read(name)
      const one = blocks[at % Math.max(1, blocks.length)]
      if (what === 'add' || !one) {
        const { status } = await api.post(`/pages/${name}/blocks`, { text: word }, call)
        return status < 300 ? { stored: word } : {}
      }
      if (what === 'edit') {
        const { status } = await api.patch(`/blocks/${one.id}`, { text: `${one.content} ${word}` }, call)
        return status < 300 ? { stored: word } : {}
      }
      const before = await textsOf(blocks)
      const { status } = await api.post(`/blocks/${one.id}/delete`, {}, call)
      if (status >= 300) return {}
      const left = wordsIn(await textsOf(await read(name)))
      return { taken: new Set([...wordsIn(before)].filter((gone) => !left.has(gone))) }
    },
    lines: async () => {
      const pages = await Promise.all(PAGES.map(read))
      return pages.map((blocks) => blocks.map(({ id, content }) => `${id} ${content}`))
    },
  }
}

async function settle(typists: readonly Typist[]): Promise<void> {
  for (const one of typists) one.network = 'on'
  for (let i = 0; i < MOST_SYNCS; i++) for (const one of typists) await one.sync()
}

async function play(steps: readonly Step[]): Promise<void> {
  const api = await openSync()
  const second = await api.operators.createSession('me', { device: 'Laptop' })
  const request = async (url: string, init: RequestInit) => api.app.request(url, init)
  const now = (): number => ++api.clock.now
  const typists = [
    await typist({ name: 'one', session: api.session, request, now }),
    await typist({ name: 'two', session: second.session, request, now }),
  ]
  const [one] = typists
  await one!.engine.edit([
    ...PAGES.map((id) => ({ do: 'openPage', name: id, id }) as const),
    {
      do: 'addBlock',
      id: '00000000-0000-4000-8000-000000000001',
      where: { pageId: PAGES[0] },
      text: 'first',
    },
  ])
  await settle(typists)
  const assistant = await assistantAt(api)
  const stored = new Set<string>()
  const taken = new Set<string>()
  for (const [n, act] of steps.entries()) {
    const word = wordOf(n)
    if (act.do === 'assistant') {
      const result = await assistant.act(act, word)
      if (result.stored !== undefined) stored.add(result.stored)
      for (const gone of result.taken ?? []) taken.add(gone)
      continue
    }
    const typing = typists[act.who]!
    if (act.do === 'network') typing.network = act.network
    else if (act.do === 'crash') await typing.crash()
    else if (act.do === 'sync') await typing.sync()
    else {
      const before = wordsIn(await allTexts(typing.engine))
      const kept = await typing.step(act, word)
      for (const one of wordsIn([kept ?? ''])) stored.add(one)
      if (!TAKES.has(act.command)) continue
      const after = wordsIn(await allTexts(typing.engine))
      for (const gone of before) if (!after.has(gone)) taken.add(gone)
    }
  }
  await settle(typists)
  const [first, other] = await Promise.all(typists.map(async ({ engine }) => shownOn(engine)))
  expect(other).toEqual(first)
  expect(typists.map(({ engine: { state } }) => [state.status, state.pending, state.refused])).toEqual([
    ['idle', 0, 0],
    ['idle', 0, 0],
  ])
  expect(await assistant.lines()).toEqual(first!.map((lines) => lines.map((line) => line.trimStart())))
  const ids = first!.flat().map((line) => line.trimStart().split(' ')[0])
  expect(new Set(ids).size).toBe(ids.length)
  const there = wordsIn(await allTexts(one!.engine))
  expect([...stored].filter((word) => !there.has(word) && !taken.has(word))).toEqual([])
  expect(typists.flatMap(({ jumps }) => jumps)).toEqual([])
  for (const typing of typists) await typing.end()
}

/** Commands with which a person takes words away. */
const TAKES: ReadonlySet<string> = new Set(['delete', 'undo', 'redo'] satisfies KeyStep['command'][])

test('[O1.3, O3.2, O4.1, O4.2] two random typists and an assistant agree in the end, no stored word is lost, and carets stay', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }), play), {
    numRuns: Number(process.env['NOTEGRAPH_ROUNDS'] ?? 12),
  })
})
