/** A search for one very long word in blocks that almost contain it. */
import { makePage } from '@notegraph/graph'
import { blockOf } from '../rows.ts'
import { call, calls, put, type Attack } from './attack.ts'

const BLOCKS = 55_000
const LONG = 1_000

export const longWord: Attack = {
  name: `B7: ${LONG.toLocaleString('en')} × a, in ${BLOCKS.toLocaleString('en')} long blocks`,
  prepare: (graph) =>
    put(
      graph,
      (function* () {
        yield makePage({ id: 'same', name: 'Same', now: 1 })
        for (let n = 0; n < BLOCKS; n++)
          yield blockOf(`same-${n}`, 'same', `${'a'.repeat(LONG - 1)} ${n} ${'a'.repeat(LONG - 2)}`, n, 1)
      })(),
    ),
  run: (attacker) => calls(30, 4, () => call(attacker, `/api/v1/notes/search?q=${'a'.repeat(LONG)}`)),
}
