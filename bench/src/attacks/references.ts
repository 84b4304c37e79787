/** An edit of a block that very many others refer to. */
import { randomUUID } from 'node:crypto'
import { makePage } from '@notegraph/graph'
import { blockOf } from '../rows.ts'
import { call, calls, put, type Attack } from './attack.ts'

const REFERRING = 20_000
const ID = randomUUID()

export const references: Attack = {
  name: `B3: edits of a block that ${REFERRING.toLocaleString('en')} others refer to`,
  async prepare(graph) {
    await put(graph, [
      makePage({ id: 'from', name: 'From', now: 1 }),
      blockOf(ID, 'from', 'what they refer to', 0, 1),
    ])
    await put(
      graph,
      Array.from({ length: REFERRING }, (_, n) =>
        blockOf(`from-${n}`, 'from', `see ((${ID})) ${n}`, n + 1, 1),
      ),
    )
  },
  run: (attacker) =>
    calls(10, 1, (n) =>
      call(attacker, `/api/v1/notes/blocks/${ID}`, {
        method: 'PATCH',
        body: JSON.stringify({ text: `what they refer to now ${n} ${'word '.repeat(3_000)}` }),
      }),
    ),
}
