/**
 * Webhooks that hear of some changes, sent to a real receiver. @see events 2
 *
 * @module-tag both-stores
 */
import { makeBlock, makePage, type BlockRecord, type GraphRecord } from '@notegraph/graph'
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

  /** A webhook with the tag `work` hears of a block or page that changed and has it, before or after. */
  describe('by a tag, after', () => {
    const change = async (id: string, edit: (record: GraphRecord) => GraphRecord) => {
      const graph = it.store.graph('me')
      const { record, seq } = (await graph.records.find(id))!
      const done = await graph.commits.commit({ puts: [{ record: edit(record), from: seq }] })
      expect(done.ok).toBe(true)
    }
    const ofBlock = (edit: (block: BlockRecord) => BlockRecord) => (record: GraphRecord) => {
      if (record.kind !== 'block') throw new Error('no block')
      return edit(record)
    }
    const text = (value: string) =>
      ofBlock((block) => ({ ...block, words: { ...block.words, text: value, rev: `${block.words.rev}+` } }))
    const moved = (pageId: string) => ofBlock((block) => ({ ...block, place: { ...block.place, pageId } }))
    const prop = (key: string, value: string | null) => (record: GraphRecord) => ({
      ...record,
      props: { ...record.props, [key]: { v: value, at: NOON + 1 } },
    })
    const gone = (record: GraphRecord) => ({ ...record, deleted: NOON + 1 })

    const marked = 'with'
    const without = 'without'
    const cases: [string, string, (record: GraphRecord) => GraphRecord, unknown[]][] = [
      ['a block without it moves onto a page whose block has it', 'far', moved('p1'), []],
      ['a block without it leaves a page whose block has it', without, moved('p3'), []],
      ['a property of a page whose block has it', 'p1', prop('mood', 'good'), []],
      ['a page whose block has it is deleted', 'p1', gone, []],
      ['a block gets it', without, text('now #Work'), ['p1 written: without written']],
      ['a block loses it', marked, text('no more'), ['p1 written: with written']],
      ['a block with it is edited', marked, text('#work again'), ['p1 written: with written']],
      [
        'a block with it moves',
        marked,
        moved('p3'),
        ['p3 written: with written', 'p1 written: with deleted'],
      ],
      ['a block with it is deleted', marked, gone, ['p1 written: with deleted']],
      ['a page gets it', 'p1', prop('tags', 'work'), ['p1 written: ']],
      ['a page loses it', 'p2', prop('tags', null), ['p2 written: ']],
      ['a page with it is deleted', 'p2', gone, ['p2 deleted: ']],
      ['a block of a page with it', 'plain', text('edited'), ['p2 written: plain written']],
    ]
    test.each(cases)('%s', async (_, id, edit, expected) => {
      const at = (name: string, pageId: string, content: string) =>
        makeBlock({ id: name, content, rev: name, pageId, parentId: null, order: 1, now: NOON })
      await add(
        at(marked, 'p1', 'x #work'),
        at(without, 'p1', 'x'),
        at('plain', 'p2', 'x'),
        at('far', 'p3', 'x'),
      )
      await hook({ tag: 'Work' })
      await change(id, edit)
      await it.sender.look()
      const heard = it.receiver.received.flatMap(({ message }) => message.data.pages)
      expect(
        heard.map(
          (page) =>
            `${page.id} ${page.kind}: ${page.blocks.map((block) => `${block.id} ${block.kind}`).join()}`,
        ),
      ).toEqual(expected)
    })

    test('a block gets an alias of it', async () => {
      await add(makePage({ id: 'p4', name: 'Work', props: [['alias', 'Job']], now: NOON }))
      await hook({ tag: 'work' })
      const one = block('x #job')
      await add(one)
      await it.sender.look()
      await change(one.id, text('x'))
      await it.sender.look()
      expect(it.receiver.received).toHaveLength(2)
    })
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
