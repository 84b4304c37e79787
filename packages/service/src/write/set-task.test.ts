import { MARKERS } from '@notegraph/block-text'
import { BlockWritten, TASK_STATES } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { add, block, NOON, page } from '../../test/notes.ts'
import { desk, refused, taken, type Desk } from '../../test/writes.ts'

let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(it.graph, page('p1', 'List'))
})

type State = (typeof TASK_STATES)[number]

const sets = async (state: State) => taken(BlockWritten, await it.writes.setTask(it.caller, 'b1', { state }))

describe('[10] every state is reached from every state', () => {
  const froms = ['', ...MARKERS.map((marker) => `${marker} `)]
  test.each(froms.flatMap((from) => TASK_STATES.map((state) => [from, state] as const)))(
    'from %j to %s',
    async (from, state) => {
      await add(it.graph, block('b1', 'p1', `## ${from}[#A] tea\nkey:: value`))
      const marker = state.toUpperCase()
      const answer = await sets(state)
      const changed = from.trim() !== marker
      expect(answer).toMatchObject({ ok: true, changed, ids: { pageId: 'p1', blockId: 'b1' } })
      expect(answer.block).toMatchObject({ marker, priority: 'A', heading: 2, properties: { key: 'value' } })
      expect(answer.block.content).toBe(`## ${marker} [#A] tea\nkey:: value`)
      expect(await it.graph.changes.countOpen(0)).toBe(changed ? 1 : 0)
      expect(await it.graph.commits.head()).toBe(changed ? 3 : 2)
    },
  )
})

test('[10] the words get a new revision, and the old one is remembered', async () => {
  await add(it.graph, block('b1', 'p1', 'tea'))
  await sets('todo')
  const { record } = (await it.graph.records.find('b1'))!
  expect(record).toMatchObject({
    hist: ['rev-b1'],
    words: { text: 'TODO tea', at: NOON + 2 },
    updatedAt: NOON + 2,
  })
  expect(record.kind === 'block' && record.words.rev).toMatch(/^[0-9a-f-]{36}$/)
})

test('[10] a block that holds a file can be a task', async () => {
  await add(it.graph, block('b1', 'p1', '![x](/api/files/abc)'))
  expect((await sets('todo')).block.content).toBe('TODO [file: unknown]')
})

test.each(['nobody', '', 'p1', 'gone'])('[10] the block %j is not there: 404', async (id) => {
  await add(it.graph, block('gone', 'nowhere', 'x'))
  const result = await it.writes.setTask(it.caller, id, { state: 'done' })
  expect(refused(result)).toEqual({ code: 'not_found', what: 'block', name: id })
})

describe('[10] a block of any length can be a task, since an import takes longer ones than the API', () => {
  test.each([
    [19_996, '', 'todo', 'TODO '],
    [20_000, '', 'canceled', 'CANCELED '],
    [30_000, '', 'todo', 'TODO '],
    [30_000, 'TODO ', 'done', 'DONE '],
    [30_000, 'TODO ', 'waiting', 'WAITING '],
    [2 ** 20, 'key:: value\n', 'todo', 'TODO\nkey:: value\n'],
  ] as const)('%i characters after %j set to %s begin with %j', async (length, before, state, after) => {
    const words = 'x'.repeat(length)
    await add(it.graph, block('b1', 'p1', before + words))
    const answer = await sets(state)
    expect(answer.changed).toBe(true)
    expect(answer.block.content === after + words).toBe(true)
    expect((await sets(state)).changed).toBe(false)
  })
})
