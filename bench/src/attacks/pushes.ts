/** Pushes of deeply nested records: under one another, and within one record. */
import { makePage } from '@notegraph/graph'
import { blockOf } from '../rows.ts'
import { call, calls, put, type Attack, type Attacker } from './attack.ts'

const LEVELS = 10_000
const RECORDS = 500

async function epochOf(attacker: Attacker): Promise<number> {
  const answer = await call(attacker, '/api/sync?limit=1', { as: attacker.session })
  return ((await answer.json()) as { epoch: number }).epoch
}

function push(attacker: Attacker, epoch: number, records: string): Promise<Response> {
  const body = `{"epoch":${epoch},"device":"bench","records":[${records}]}`
  return call(attacker, '/api/sync', { method: 'POST', body, as: attacker.session })
}

const item = (record: object): string =>
  JSON.stringify({ record, dirty: ['words', 'place'], seen: [], drops: [] })

export const deepPushes: Attack = {
  name: `B5: pushes of ${RECORDS} blocks under ${LEVELS.toLocaleString('en')} levels`,
  async prepare(graph) {
    await put(graph, [makePage({ id: 'deep', name: 'Deep', now: 1 })])
    await put(
      graph,
      (function* () {
        for (let n = 0; n < LEVELS; n++) {
          const block = blockOf(`deep-${n}`, 'deep', `level ${n}`, 1, 1)
          const parentId = n === 0 ? null : `deep-${n - 1}`
          yield { ...block, place: { ...block.place, parentId } }
        }
      })(),
    )
  },
  async run(attacker) {
    const epoch = await epochOf(attacker)
    return calls(10, 2, (n) => {
      const records = Array.from({ length: RECORDS }, (_, i) => {
        const block = blockOf(`under-${n}-${i}`, 'deep', 'x', i, Date.now())
        return item({ ...block, place: { ...block.place, parentId: `deep-${LEVELS - 1}` } })
      })
      return push(attacker, epoch, records.join())
    })
  },
}

export const nestedPushes: Attack = {
  name: 'B5: pushes of arrays that nest as deeply as a megabyte allows',
  async run(attacker) {
    const epoch = await epochOf(attacker)
    return calls(20, 2, (n) => {
      const block = JSON.stringify(blockOf(`nested-${n}`, 'nowhere', 'x', 1, Date.now()))
      const depth = 500_000
      const record = `${block.slice(0, -1)},"extra":${'['.repeat(depth)}${']'.repeat(depth)}}`
      return push(attacker, epoch, `{"record":${record},"dirty":["words","place"],"seen":[],"drops":[]}`)
    })
  },
}
