/** Answers of a huge page, requested by many connections that do not read them and by some that do. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { makePage } from '@notegraph/graph'
import { blockOf } from '../rows.ts'
import { call, calls, FROM, put, statuses, type Attack } from './attack.ts'

const CONNECTIONS = 118
/** Milliseconds without a read. */
const SILENCE = 15_000
/** Milliseconds to read an available answer. */
const PATIENCE = 2_000
const BLOCKS = 1_000
const WORDS = 'word '.repeat(12_000)
const PATH = '/api/v1/notes/pages/Huge?limit=1000'

async function* huge() {
  yield makePage({ id: 'huge', name: 'Huge', now: 1 })
  for (let n = 0; n < BLOCKS; n++) yield blockOf(`huge-${n}`, 'huge', `${n} ${WORDS}`, n, 1)
}

const prepare: Attack['prepare'] = async (graph) => {
  const records = []
  for await (const record of huge()) records.push(record)
  await put(graph, records, 100)
}

export const unread: Attack = {
  name: `B1: ${CONNECTIONS} reads of a page of 60 MB that nobody reads`,
  prepare,
  async run({ url, token, signal }) {
    const { hostname, port } = new URL(url)
    const came = new Map<string, number>()
    const note = (what: string) => came.set(what, (came.get(what) ?? 0) + 1)
    const headers = Object.entries({ Host: hostname, Authorization: `Bearer ${token}`, ...FROM })
    const sockets = Array.from({ length: CONNECTIONS }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.pause()
      socket.write(
        `GET ${PATH} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      )
      return socket
    })
    await wait(SILENCE, undefined, { signal })
    const firsts = sockets.map(async (socket) => {
      const first = Promise.race([once(socket, 'data'), once(socket, 'close'), wait(PATIENCE)])
      socket.resume()
      const [data] = ((await first) ?? []) as unknown[]
      socket.destroy()
      note(Buffer.isBuffer(data) ? data.toString('latin1', 9, 12) : 'none')
    })
    await Promise.all(firsts)
    return statuses(came)
  },
}

export const read: Attack = {
  name: 'B1: 118 reads of the same page, eight at a time',
  prepare,
  run: (attacker) => calls(CONNECTIONS, 8, (n) => call(attacker, `${PATH}&offset=${(n * 30) % BLOCKS}`)),
}
