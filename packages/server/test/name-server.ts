/** A name server on this machine that answers or keeps silent, as a test says. @see RFC 1035, 4.1 */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

/** The kinds of records of a question. */
const KINDS = { A: 1, AAAA: 28, TXT: 16 } as const
type Kind = keyof typeof KINDS

/** A fault of the server. */
export const SERVER_FAULT = 'server fault'

/** Answers with addresses of IPv4 or with texts, with none for a name without any, with a fault, or not at all. */
export type AnswerName = (name: string, kind: Kind) => readonly string[] | typeof SERVER_FAULT | undefined

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
    const code = question.readUInt16BE(end)
    const kind = (Object.keys(KINDS) as Kind[]).find((one) => KINDS[one] === code)!
    asked.push(`${kind} ${name}`)
    const found = answer(name, kind)
    if (found) socket.send(reply(question.subarray(0, end + 4), kind, found), to, address)
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

function reply(question: Buffer, kind: Kind, found: readonly string[] | typeof SERVER_FAULT): Buffer {
  const isFault = found === SERVER_FAULT
  const records = isFault || kind === 'AAAA' ? [] : found
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(isFault ? 0x81_82 : 0x81_80, 2)
  header.writeUInt16BE(records.length, 6)
  header.fill(0, 8) // no further sections
  const answers = records.map((record) => {
    const data = kind === 'A' ? Buffer.from(record.split('.').map(Number)) : textData(record)
    const length = [data.length >> 8, data.length & 255]
    return Buffer.concat([Buffer.from([0xc0, 12, 0, KINDS[kind], 0, 1, 0, 0, 0, 60, ...length]), data])
  })
  return Buffer.concat([header, question.subarray(12), ...answers])
}

/** The most bytes of a part of a text. */
const LONGEST = 255

function textData(text: string): Buffer {
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length || at === 0; at += LONGEST) {
    const part = bytes.subarray(at, at + LONGEST)
    parts.push(Buffer.from([part.length]), part)
  }
  return Buffer.concat(parts)
}
