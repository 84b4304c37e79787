/** A name server on this machine that answers or keeps silent, as a test says. @see RFC 1035, 4.1 */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** The kind of address of a question. */
const A = 1

/** Answers with addresses of IPv4, with none for a name without any, or not at all. */
export type AnswerName = (name: string, kind: 'A' | 'AAAA') => readonly string[] | undefined

export interface NameServer {
  /** Such as `127.0.0.1:49152`. */
  readonly address: string
  /** The questions that came, such as `A app.example`. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

export async function openNameServer(answer: AnswerName, port = 0, host = '127.0.0.1'): Promise<NameServer> {
  const socket: Socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, { port: to, address }) => {
    const { name, end } = nameIn(question)
    const kind = question.readUInt16BE(end) === A ? 'A' : 'AAAA'
    asked.push(`${kind} ${name}`)
    const found = answer(name, kind)
    if (found) socket.send(reply(question.subarray(0, end + 4), kind === 'A' ? found : []), to, address)
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  return {
    address: `${host}:${socket.address().port}`,
    asked,
    close: async () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

/** The name of the one question, and the place behind it. */
function nameIn(question: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function reply(question: Buffer, addresses: readonly string[]): Buffer {
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x81_80, 2) // an answer without a fault
  header.writeUInt16BE(addresses.length, 6)
  header.fill(0, 8) // no further sections
  const answers = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([header, question.subarray(12), ...answers])
}
