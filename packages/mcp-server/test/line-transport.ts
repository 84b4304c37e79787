/** A client of the protocol over lines, in the same process as the server. */
import type { PassThrough } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'

/** The end of a client at a server over lines. */
export function lineTransport(input: PassThrough, output: PassThrough): Transport {
  let text = ''
  const transport: Transport = {
    async start() {
      output.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (text + chunk).split('\n')
        text = lines.pop()!
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as JSONRPCMessage)
      })
    },
    send: async (message) => void input.write(`${JSON.stringify(message)}\n`),
    close: async () => transport.onclose?.(),
  }
  return transport
}

/** Waits for a condition, however long that takes. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue())
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
}
