/** @module-tag both-stores */
import { CreatePageAnswer, SetPropertiesAnswer, SetPropertyAnswer } from '@notegraph/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { add, block, page } from '../test/notes.ts'
import { desk, refused, taken, type Desk } from '../test/writes.ts'
import { typesNamed } from './own-types.ts'

let it: Desk
beforeEach(async () => {
  it = await desk()
  await add(
    it.graph,
    page('t1', 'Board game', [
      ['page-type', 'board-game'],
      ['plural', 'Board games'],
    ]),
    block('f1', 't1', '`players` Players (`text`)\nid:: f1', 1),
    block('f2', 't1', '`designer` Designer (`ref` of person)', 2),
    block('f3', 't1', 'Any other text is no field.', 3),
    block('f4', 't1', '`mood` Mood (`select`: Calm, Wild)', 4),
    page('p1', 'Go'),
  )
})

const sets = async (key: string, value: string | null) =>
  it.writes.setProperty(it.caller, 'Go', key, { value })

describe('[V5] a page that describes a type', () => {
  test('gives the type its label, its plural and its fields', async () => {
    const [type] = (await typesNamed(it.graph, ['board game'])).slice(-1)
    expect(type).toEqual({
      type: 'board-game',
      label: 'Board game',
      plural: 'Board games',
      fields: [
        { key: 'players', label: 'Players', kind: 'text' },
        { key: 'designer', label: 'Designer', kind: 'ref', of: 'person' },
        { key: 'mood', label: 'Mood', kind: 'select', options: ['Calm', 'Wild'] },
      ],
    })
  })

  test.each(['board-game', 'Board game', '[[Board Game]]', ' board game '])(
    'makes %j a type that a page can declare',
    async (written) => {
      const answer = taken(SetPropertyAnswer, await sets('type', written))
      expect(answer.page.props).toEqual({ type: 'board-game' })
      expect(answer.page).not.toHaveProperty('declaredType')
    },
  )

  test('has its fields checked, by key or label, in the same call and in later ones', async () => {
    const properties = { Designer: 'Nobody', type: 'Board game', mood: 'CALM' }
    const { keys, page: set } = taken(
      SetPropertiesAnswer,
      await it.writes.setProperties(it.caller, 'Go', { properties }),
    )
    expect(keys).toEqual(['type', 'designer', 'mood'])
    expect(set.props).toEqual({ type: 'board-game', designer: '[[Nobody]]', mood: 'Calm' })
    const later = taken(SetPropertyAnswer, await sets('Designer', 'A, B'))
    expect(later.page.props['designer']).toBe('[[A]], [[B]]')
  })

  test('can be the type of a new page', async () => {
    const body = { name: 'Chess', type: 'board game', properties: { Designer: 'Many' } }
    const { page: made } = taken(CreatePageAnswer, await it.writes.createPage(it.caller, body))
    expect(made.props).toEqual({ type: 'board-game', designer: '[[Many]]' })
  })

  test('is no type any more once the page has gone', async () => {
    const types = 'type takes person, '
    expect((await sets('type', 'board-game')).ok).toBe(true)
    await it.writes.setProperty(it.caller, 'Board game', 'page-type', { value: null })
    expect(refused(await sets('type', 'board game'))).toMatchObject({ error: expect.stringContaining(types) })
    expect((await sets('Designer', 'any words')).ok).toBe(true)
  })

  test('cannot take the place of a type of the registry', async () => {
    await add(
      it.graph,
      page('t2', 'Tome', [['page-type', 'book']]),
      page('t3', 'Person', [['page-type', 'p']]),
    )
    expect(refused(await sets('type', 'tome')).code).toBe('bad_request')
    expect(taken(SetPropertyAnswer, await sets('type', 'Person')).page.declaredType).toBe('person')
  })

  test('is no type without its property, whatever its blocks are', async () => {
    await add(it.graph, page('t4', 'Plan'), block('f9', 't4', '`a` A (`text`)', 1))
    expect(refused(await sets('type', 'plan')).code).toBe('bad_request')
  })
})
