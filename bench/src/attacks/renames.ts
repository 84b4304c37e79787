/** Renames of a page that very many blocks refer to: each rewrites them all in one change. */
import { makePage } from '@notegraph/graph'
import { blockOf } from '../rows.ts'
import { call, calls, put, type Attack } from './attack.ts'

/** As many as one rename may rewrite. */
const REFERRING = 5_000
const NAMES = ['First name', 'Second name']

export const renames: Attack = {
  name: `B3: renames of a page that ${REFERRING.toLocaleString('en')} blocks refer to`,
  prepare: (graph) =>
    put(graph, [
      makePage({ id: 'named', name: NAMES[0]!, now: 1 }),
      makePage({ id: 'naming', name: 'Naming', now: 1 }),
      ...Array.from({ length: REFERRING }, (_, n) =>
        blockOf(`naming-${n}`, 'naming', `see [[${NAMES[0]}]] ${n}`, n + 1, 1),
      ),
    ]),
  run: (attacker) =>
    calls(6, 1, (n) =>
      call(attacker, `/api/v1/notes/pages/${encodeURIComponent(NAMES[n % 2]!)}/rename`, {
        method: 'POST',
        body: JSON.stringify({ to: NAMES[(n + 1) % 2] }),
      }),
    ),
}
