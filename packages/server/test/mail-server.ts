/** A real mail server on this machine, which takes or refuses messages. */
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A message as it arrived. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** By name in lower case, unfolded. */
  readonly headers: Readonly<Record<string, string>>
  /** All that follows the headers, without the encoding for transport. */
  readonly body: string
}

export interface MailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** Refuses from now on with a code and words, at the recipient or after the message; undefined takes all. */
  refuse(
    fault:
      { readonly code: number; readonly words: string; readonly at: 'recipient' | 'message' } | undefined,
  ): void
  /** Ends connections during the next message, without an answer. */
  cutOff(): void
  close(): Promise<void>
}

type Refusal = Parameters<MailServer['refuse']>[0]

/** The caller closes it. */
export async function openMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let refusal: Refusal
  let isCut = false
  const faultAt = (at: 'recipient' | 'message'): Error | null =>
    refusal?.at === at ? Object.assign(new Error(refusal.words), { responseCode: refusal.code }) : null
  async function take(...[stream, session, done]: Parameters<NonNullable<SMTPServerOptions['onData']>>) {
    const raw = await text(stream)
    if (isCut) {
      for (const connection of server.connections) connection._socket.destroy()
      return
    }
    const fault = faultAt('message')
    const { mailFrom, rcptTo } = session.envelope
    const from = mailFrom === false ? '' : mailFrom.address
    if (!fault) received.push({ from, to: rcptTo.map(({ address }) => address), ...partsOf(raw) })
    done(fault)
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 0,
    onRcptTo: (_address, _session, done) => done(faultAt('recipient')),
    onData: (stream, session, done) => void take(stream, session, done),
  })
  server.on('error', () => {}) // a client that is cut off
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  const close = async (): Promise<void> =>
    new Promise((resolve) => {
      server.close(resolve)
    })
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse: (next) => {
      refusal = next
    },
    cutOff: () => {
      isCut = true
    },
    close,
  }
}

function partsOf(raw: string): Pick<ReceivedMail, 'headers' | 'body'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ])
  return { headers: Object.fromEntries(headers) as Record<string, string>, body: decoded(rest.join('\n\n')) }
}

/** Quoted-printable as text. */
function decoded(body: string): string {
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?:=[\dA-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('=', ''), 'hex').toString())
  return bytes
}
