import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkLinearizable, recordHistory, type Operation } from './linearizability.ts'

/** `w1` writes 1 and `r1` reads it, from the first number to the second; a missing end is an unknown outcome. */
const op = (what: string, start: number, end?: number, register = 'x'): Operation => ({
  register,
  kind: what.startsWith('w') ? 'write' : 'read',
  value: what.slice(1),
  start,
  end,
})

const verdict = (...operations: Operation[]) => checkLinearizable(operations, { initial: () => '0' })

describe('a history', () => {
  test.each<[string, boolean, Operation[]]>([
    ['without operations', true, []],
    ['that reads the value before it', true, [op('r0', 1, 2)]],
    ['that reads a value that nobody wrote', false, [op('r9', 1, 2)]],
    ['that reads what was written', true, [op('w1', 1, 2), op('r1', 3, 4)]],
    ['that reads an older value after the answer of a write', false, [op('w1', 1, 2), op('r0', 3, 4)]],
    ['that reads an older value during a write', true, [op('w1', 1, 4), op('r0', 2, 3)]],
    ['that reads a newer value during a write', true, [op('w1', 1, 4), op('r1', 2, 3)]],
    [
      'that reads the newer value and then the older, during one write',
      false,
      [op('w1', 1, 6), op('r1', 2, 3), op('r0', 4, 5)],
    ],
    [
      'in which two readers see two writes at once in two orders',
      false,
      [op('w1', 1, 9), op('w2', 2, 10), op('r1', 3, 4), op('r2', 5, 6), op('r1', 7, 8)],
    ],
    [
      'in which writes at once come in the order of their answers, or the other',
      true,
      [op('w1', 1, 4), op('w2', 2, 3), op('r1', 5, 6)],
    ],
    ['whose write of an unknown outcome is read later', true, [op('w1', 1), op('r0', 2, 3), op('r1', 9, 10)]],
    ['whose write of an unknown outcome is never read', true, [op('w1', 1), op('r0', 2, 3), op('r0', 4, 5)]],
    [
      'whose write of an unknown outcome is read and then gone',
      false,
      [op('w1', 1), op('r1', 2, 3), op('r0', 4, 5)],
    ],
    ['of two registers', true, [op('w1', 1, 2), op('r0', 3, 4, 'y')]],
    [
      'with a fault in one of two registers',
      false,
      [op('r0', 1, 2), op('w1', 1, 2, 'y'), op('r0', 3, 4, 'y')],
    ],
  ])('%s: %j', (_, expected, operations) => {
    expect(verdict(...operations).ok).toBe(expected)
  })

  test('that fails is reported with its register, the longest order, and what cannot follow', () => {
    const [write, stale] = [op('w1', 1, 2), op('r0', 3, 4)]
    expect(verdict(op('r0', 1, 2, 'y'), write, stale)).toEqual({
      ok: false,
      register: 'x',
      order: [write],
      next: [stale],
    })
  })

  test('that needs too long a search throws instead of passing', () => {
    const writes = Array.from({ length: 14 }, (_, n) => op(`w${n}`, n, 100))
    expect(() =>
      checkLinearizable([...writes, op('r99', 200, 201)], { initial: () => '0', most: 1_000 }),
    ).toThrow('too long')
  })

  test('of thousands of operations by a few clients is checked', () => {
    const operations = Array.from({ length: 3_000 }, (_, n) => [
      op(`w${n}`, 10 * n, 10 * n + 12),
      op(`r${n}`, 10 * n + 4, 10 * n + 8),
    ]).flat()
    expect(verdict(...operations)).toEqual({ ok: true })
  })
})

/** The steps of a client: when it waits, and whether it reads. */
const clients = fc.array(
  fc.array(fc.tuple(fc.boolean(), fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 6 }),
  { minLength: 1, maxLength: 4 },
)

/** Turns of the event loop, so that clients take turns as the example says. */
async function pause(turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) await Promise.resolve()
}

/** @param lag how many writes a read may miss */
async function run(steps: readonly (readonly (readonly [boolean, number, number])[])[], lag: number) {
  const history = recordHistory()
  const values = ['0']
  await Promise.all(
    steps.map(async (own, client) => {
      for (const [n, [isRead, before, after]] of own.entries()) {
        const value = `${client}.${n}`
        if (isRead)
          await history.read('x', async () => {
            await pause(before)
            const read = values.at(-1 - Math.min(lag, values.length - 1))!
            await pause(after)
            return read
          })
        else
          await history.write('x', value, async () => {
            await pause(before)
            values.push(value)
            await pause(after)
            return true
          })
      }
    }),
  )
  return checkLinearizable(history.operations, { initial: () => '0' })
}

test('every history of one register passes, however its operations overlap', async () => {
  await fc.assert(
    fc.asyncProperty(clients, async (steps) => {
      expect(await run(steps, 0)).toEqual({ ok: true })
    }),
  )
})

test('a register whose reads miss the last write is found', async () => {
  const found = await fc.check(
    fc.asyncProperty(clients, async (steps) => (await run(steps, 1)).ok),
    { numRuns: 500 },
  )
  expect(found.failed).toBe(true)
})
