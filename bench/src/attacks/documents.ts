/** Large answers without a huge page: conflicts with long versions, and the documents of the API. */
import { makePage } from '@notegraph/graph'
import { blockOf } from '../rows.ts'
import { call, calls, FROM, put, type Attack } from './attack.ts'

const BLOCKS = 150
const VERSIONS = 15
const WORDS = 'word '.repeat(12_000)

export const conflicts: Attack = {
  name: `B6: the list of conflicts, of ${BLOCKS} blocks with 140 MB of versions`,
  prepare: (graph) =>
    put(
      graph,
      (function* () {
        yield makePage({ id: 'torn', name: 'Torn', now: 1 })
        for (let n = 0; n < BLOCKS; n++) {
          const versions = Array.from({ length: VERSIONS }, (_, i) => ({
            text: `${i} ${WORDS}`,
            rev: `torn-${n}-${i}`,
            at: i + 2,
            device: `device ${i}`,
          }))
          yield { ...blockOf(`torn-${n}`, 'torn', `${n} ${WORDS}`, n, 1), versions }
        }
      })(),
      20,
    ),
  run: (attacker) =>
    calls(40, 4, () => call(attacker, '/api/sync/conflicts?limit=1000', { as: attacker.session })),
}

export const openDocuments: Attack = {
  name: 'B6: 3,000 reads of the documents of the API, which nothing counts',
  run: ({ url, signal }) =>
    calls(3_000, 16, (n) =>
      fetch(`${url}${n % 2 === 0 ? '/api/v1/openapi.json' : '/api/v1/settings/openapi.json'}`, {
        headers: FROM,
        signal,
      }),
    ),
}
