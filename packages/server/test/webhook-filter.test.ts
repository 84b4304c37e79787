/**
 * Webhooks that hear of some changes, sent to a real receiver. @see events 2
 *
 * @module-tag both-stores
 */
import { makePage } from '@notegraph/graph'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOON } from './notes.ts'
import { useSending } from './sending-webhooks.ts'

const it = useSending()
const { add, block, hook } = it

describe('[V2] a filter', () => {
  const tagged = makePage({ id: 'p2', name: 'Plan', props: [['tags', 'work']], now: NOON })
  const person = makePage({ id: 'p3', name: 'Bob', props: [['type', 'person']], now: NOON })
  beforeEach(async () => add(tagged, person))

  test.each([
    ['a page', { page: 'p2' }, ['p2']],
    ['a tag', { tag: 'WORK' }, ['p2', 'p1']],
    ['a type', { type: 'person' }, ['p3']],
    ['a query', { query: '(task TODO)' }, ['p3']],
    ['nothing', {}, ['p2', 'p3', 'p1', 'p1']],
  ])('by %s', async (_, filter, pages) => {
    await hook(filter)
    await add(block('plain', 'p2'))
    await add(block('TODO call', 'p3'))
    await add(block('about #work'))
    await add(block('no more'))
    await it.sender.look()
    expect(it.receiver.received.flatMap(({ message }) => message.data.pages.map(({ id }) => id))).toEqual(
      pages,
    )
  })

  test('by a query for today, which begins in the zone of the account', async () => {
    const me = await it.me()
    await it.store.accounts.update(me, { ...me, zone: 'Pacific/Auckland' })
    const scheduled = ['2026-11-20 Fri', '2026-11-21 Sat'].map((day) =>
      block(`TODO call\nSCHEDULED: <${day}>`, 'p2'),
    )
    await hook({ query: '(between scheduled today today)', blocks: true })
    await add(...scheduled)
    await it.sender.look()
    const blocks = it.receiver.received.flatMap(({ message }) =>
      message.data.pages.flatMap((page) => page.blocks),
    )
    expect(blocks.map(({ id }) => id)).toEqual([scheduled[1]!.id])
  })

  test.each([
    ['tokens', ['token']],
    ['devices', ['device']],
    ['imports', ['import']],
    ['owner', ['owner']],
    [undefined, ['token', 'device', 'import', 'owner']],
  ] as const)('by the writers %s', async (by, kinds) => {
    await hook(by && { by })
    await write()
    expect(it.receiver.received.map(({ message }) => message.data.by!.kind)).toEqual(kinds)
  })

  test.each([
    ['t1', 1],
    ['t2', 0],
  ])('by the token %s', async (token, count) => {
    await it.store.tokens.create({
      id: token,
      accountId: 'me',
      hash: token,
      name: 'Claude',
      scope: 'write',
      createdAt: NOON,
    })
    await hook({ token })
    await write()
    expect(it.receiver.received).toHaveLength(count)
  })

  async function write() {
    const { commits } = it.store.graph('me')
    const puts = () => [{ record: block(), from: 0 }]
    await commits.commit({ puts: puts(), by: { kind: 'token', id: 't1', name: 'Claude', at: NOON } })
    await commits.commit({ puts: puts(), by: { kind: 'device', id: 'd1', name: 'Phone', at: NOON } })
    await commits.commitAll([{ puts: puts() }])
    await commits.commit({ puts: puts(), by: { kind: 'person', id: 'me', name: '', at: NOON } })
    await it.sender.look()
  }
})
