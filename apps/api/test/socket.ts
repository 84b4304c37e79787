/** A bare socket, to send what no HTTP client would, and to see how a connection ends. */
import { connect, type Socket } from 'node:net'

export interface Exchange {
  /** All that came back until the connection ended. */
  readonly text: string
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** @throws when nothing listens there */
export async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.on('error', reject) // later it says nothing: how it ends is told by what came, and by its close
  })
  return socket
}

/** All that comes until the connection ends. */
export async function rest(socket: Socket): Promise<string> {
  let text = ''
  socket.setEncoding('latin1').on('data', (data: string) => (text += data))
  await new Promise<void>((resolve) => socket.once('close', resolve))
  return text
}

/** @param sent each character a byte */
export async function exchange(port: number, sent: string): Promise<Exchange> {
  const socket = await open(port)
  socket.write(sent, 'latin1')
  return parse(await rest(socket))
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
