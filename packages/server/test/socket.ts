/** A bare socket that sends what no HTTP client would, and sees how a connection ends. */
import { connect, type Socket } from 'node:net'
import { expectDescribed } from './described.ts'

export interface Exchange {
  /** All text received until the connection ended. */
  readonly text: string
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** @throws if no server listens there */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.on('error', reject) // later errors are ignored: the received text and the close show how it ended
  })
  return socket
}

/** Reads until the connection ends. */
export async function rest(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (data: string) => (text += data))
  await new Promise<void>((resolve) => socket.once('close', resolve))
  return text
}

/**
 * Sends text and reads all answers; the answer to a valid request is checked against the description of the API.
 * @param sent one byte for each character
 */
export async function exchange(port: number, sent: string): Promise<Exchange> {
  const socket = await open(port)
  socket.write(sent, 'latin1')
  const came = parse(await rest(socket))
  const [, method, target] = /^([A-Z]+) (\/\S*) HTTP\/1/.exec(sent) ?? []
  const answers = came.text.match(/HTTP\/1\.1 \d{3} /g)?.length
  if (method !== undefined && target !== undefined && answers === 1) {
    const { status, headers, body } = came
    expectDescribed({ method, target, status, headers: new Headers([...headers]), text: body })
  }
  return came
}

export function parse(text: string): Exchange {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { text, status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4) }
}
