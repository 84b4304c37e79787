import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { envOf, NOW, page } from '../test/builders.ts'
import { recreatePage, setProps } from './edit.ts'
import { keysInOrder } from './key-order.ts'
import { makePage } from './make.ts'
import { derivePage } from './page-row.ts'
import { isOwnersKey, PAGE_ORDER, type PageRecord } from './record.ts'

/** In the form of a store and of a device. */
const stored = (record: PageRecord): PageRecord => JSON.parse(JSON.stringify(record)) as PageRecord
const made = (keys: readonly string[]): PageRecord =>
  stored(makePage({ id: 'p1', name: 'Page', props: keys.map((key) => [key, `of ${key}`]), now: NOW }))
const ownKeys = ({ props }: PageRecord): string[] => keysInOrder(props).filter(isOwnersKey)
const orderOf = ({ props }: PageRecord) => props[PAGE_ORDER]?.v

describe('[D3.4] props are in the order in which their keys were first written', () => {
  test('the view uses this order and hides the stored order', () => {
    expect(derivePage(made(['beta', '3', '20']), envOf()).view).toContain(
      '"props":{"beta":"of beta","3":"of 3","20":"of 20"},',
    )
  })

  test.each([
    [['b', 'a'], undefined],
    [['3', '20', 'beta'], undefined], // the order of an object
    [
      ['20', '3'],
      ['20', '3'],
    ],
    [
      ['beta', '3'],
      ['beta', '3'],
    ],
    [
      ['03', '3'],
      ['03', '3'],
    ],
    [['beta', '-1', '1.5'], undefined],
  ])('a page made with %j keeps the order as %j', (keys, order) => {
    expect(orderOf(made(keys))).toEqual(order)
    expect(ownKeys(made(keys))).toEqual(keys)
  })

  test('a new key comes last, and an existing key keeps its place', () => {
    const first = stored(setProps(page({ beta: 'x' }), [['3', 'x']], NOW + 1))
    const second = stored(setProps(first, [['alpha', 'x']], NOW + 2))
    expect(second.props[PAGE_ORDER]).toEqual({ v: ['beta', '3'], at: NOW + 1 })
    const third = stored(
      setProps(
        second,
        [
          ['20', 'x'],
          ['3', 'y'],
          ['1', 'x'],
        ],
        NOW + 3,
      ),
    )
    expect(ownKeys(third)).toEqual(['beta', '3', 'alpha', '20', '1'])
    expect(third.updatedAt).toBe(NOW + 3)
    expect(ownKeys(stored(setProps(third, [['beta', null]], NOW + 4)))).toEqual(ownKeys(third))
  })

  test('the order is later than the one before, whatever the clock says', () => {
    const later = setProps(
      made(['beta', '3']),
      [
        ['7', 'x'],
        ['2', 'x'],
      ],
      NOW - 5,
    )
    expect(later.props[PAGE_ORDER]).toEqual({ v: ['beta', '3', '7', '2'], at: NOW + 1 })
    expect(later.updatedAt).toBe(NOW + 1)
  })

  test('a page created again keeps the order', () => {
    const again = stored(recreatePage({ ...made(['beta', '3']), deleted: NOW }, 'Page', NOW))
    expect(ownKeys(setProps(again, [['3', 'x']], NOW + 9))).toEqual(['beta', '3'])
  })

  test.each([null, 'beta', 7, { 0: 'beta' }, ['beta', 5, 'beta', 'gone', '__proto__', ':kind', 'name']])(
    'an order of %j from a device does no harm',
    (v) => {
      const record = stored({ ...page({ 3: 'x', beta: 'x' }) })
      const keys = ownKeys({ ...record, props: { ...record.props, [PAGE_ORDER]: { v, at: NOW } } })
      expect(keys).toEqual(Array.isArray(v) ? ['beta', '3'] : ['3', 'beta'])
    },
  )

  test('keys added by an older device come last', () => {
    const { props, ...record } = made(['beta', '3'])
    expect(
      ownKeys({ ...record, props: { ...props, 1: { v: 'x', at: NOW }, zeta: { v: 'x', at: NOW } } }),
    ).toEqual(['beta', '3', '1', 'zeta'])
  })

  test('property: the order is the same for keys set one by one or together', () => {
    const key = fc.oneof(fc.nat(40).map(String), fc.constantFrom('a', 'b', '01', '__proto__', '4294967295'))
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(key, { maxLength: 4 })), (writes) => {
        const first = new Set<string>()
        let record = page()
        for (const [i, keys] of writes.entries()) {
          record = stored(
            setProps(
              record,
              keys.map((one) => [one, 'x']),
              NOW + i,
            ),
          )
          for (const one of keys) first.add(one)
        }
        expect(ownKeys(record)).toEqual([...first])
      }),
    )
  })
})
