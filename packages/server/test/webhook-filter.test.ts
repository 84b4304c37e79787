/** Webhooks that hear of some changes, sent to a real receiver. @see events 2 */
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
    await hook({ token })
    await write()
    expect(it.receiver.received).toHaveLength(count)
  })

  async function write() {
    const { commits } = it.store.graph('me')
    const puts = () => [{ record: block(), from: 0 }]
    const entry = {
      id: 'c1', at: NOON, token: 'Claude', tokenId: 't1', action: 'add_block', summary: 's', page: 'Ada', pageId: 'p1', touched: [],
    } // prettier-ignore
    await commits.commit({ puts: puts(), entry: { entry, most: 0, since: 0 } })
    await commits.commit({ puts: puts(), device: 'phone' })
    await commits.commitAll([{ puts: puts() }])
    await commits.commit({ puts: puts() })
    await it.sender.look()
  }
})
