import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { block, NOW, page } from '../test/builders.ts'
import {
  recreatePage,
  heldProp,
  HISTORY,
  journalId,
  nameOf,
  remove,
  reword,
  setProps,
  type PageRecord,
} from './index.ts'

/** Before, at and after the stamps of these records. */
const clocks = fc.integer({ min: NOW - 10, max: NOW + 10 })

describe('[sync server 2] new text', () => {
  test('is later than the current text, whatever the clock says', () => {
    fc.assert(
      fc.property(clocks, (now) => {
        const after = reword(block('old'), 'new', 'r2', now)
        expect(after.words).toEqual({ text: 'new', rev: 'r2', at: Math.max(now, NOW + 1) })
        expect(after.updatedAt).toBe(after.words.at)
        expect(after.hist).toEqual(['r1'])
      }),
    )
  })

  test('keeps the place and its time, and a later place stays the latest change', () => {
    const moved = { ...block('old'), updatedAt: NOW + 500 }
    moved.place = { ...moved.place, at: NOW + 500 }
    const after = reword(moved, 'new', 'r2', NOW)
    expect(after.place).toEqual(moved.place)
    expect(after.updatedAt).toBe(NOW + 500)
  })

  test('keeps 32 revisions', () => {
    let held = block('0')
    for (let n = 1; n <= 40; n++) held = reword(held, `${n}`, `rev-${n}`, NOW)
    expect(held.hist).toHaveLength(HISTORY)
    expect(held.hist.slice(0, 2)).toEqual(['rev-39', 'rev-38'])
  })

  test('restores a deleted block', () => {
    const gone = remove(block('old'), NOW + 50)
    const after = reword(gone, 'new', 'r2', NOW)
    expect(after).not.toHaveProperty('deleted')
    expect(after.words.at).toBe(NOW + 51)
  })
})

describe('[sync server 4] properties', () => {
  test.each([
    [NOW - 5, NOW + 1],
    [NOW, NOW + 1],
    [NOW + 1, NOW + 1],
    [NOW + 5, NOW + 5],
  ])('set at %i carry %i', (now, at) => {
    const after = setProps(page({ mood: 'glad' }), [['mood', 'grave']], now)
    expect(after.props['mood']).toEqual({ v: 'grave', at })
    expect(after.updatedAt).toBe(at)
  })

  test('keep the times of other properties, and the order of the keys', () => {
    const before = page({ a: '1', b: '2' })
    const after = setProps(before, [['b', '3'], ['c', '4']], NOW + 9) // prettier-ignore
    expect(after.props['a']).toBe(before.props['a'])
    expect(Object.keys(after.props)).toEqual(['name', 'a', 'b', 'c'])
  })

  test('that are cleared stay with a time', () => {
    expect(setProps(page({ a: '1' }), [['a', null]], NOW).props['a']).toEqual({ v: null, at: NOW + 1 })
  })

  test('replace any spelling of their key', () => {
    const spelled = page({ Birthday: '1815' })
    const after = setProps(spelled, [['birthday', '1816']], NOW)
    expect(heldProp(after, 'birthday')).toEqual({ v: '1816', at: NOW + 1 })
    expect(heldProp(setProps(spelled, [['birthday', null]], NOW), 'birthday')?.v).toBeNull()
  })

  test('keep the value of any key', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('__proto__', 'constructor', 'toString', '1', 'größe'),
        fc.string(),
        (key, value) => {
          const after = setProps(page(), [[key, value]], NOW)
          expect(heldProp(after, key)?.v).toBe(value)
          expect(heldProp(page(), key)).toBeUndefined()
        },
      ),
    )
  })
})

test('a record is deleted after its latest change', () => {
  fc.assert(
    fc.property(clocks, (now) => {
      const gone = remove(page(), now)
      expect(gone.deleted).toBe(Math.max(now, NOW + 1))
      expect(gone.updatedAt).toBe(gone.deleted)
    }),
  )
})

test('a deleted page that is created again has only a name', () => {
  const day = page({ mood: 'glad' }, { id: journalId(20261120), name: 'Friday', favorite: true })
  const after: PageRecord = recreatePage(remove(day, NOW + 5), '2026-11-20', NOW)
  expect(after).not.toHaveProperty('deleted')
  expect(nameOf(after)).toBe('2026-11-20')
  expect(Object.entries(after.props).filter(([, { v }]) => v !== null)).toHaveLength(1)
  expect(after.updatedAt).toBe(NOW + 6)
})
