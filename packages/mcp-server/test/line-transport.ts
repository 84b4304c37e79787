/** A client of the protocol over lines, in the same process as the server. */
import { PassThrough } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { ok } from '@notegraph/service'
import { expect } from 'vitest'
import { mcpServer, serveInput, subscriptions } from '../src/index.ts'
import { ABOUT, type World } from './world.ts'

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

/**
 * Serves the operator of the server over lines.
 * @returns the end of a client, and a function that ends the connection
 */
export function serveLines(it: World): {
  readonly transport: Transport
  readonly leave: () => Promise<void>
} {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const caller = { ...it.caller, tokenId: 'script', isOperator: true as const }
  const enter = async () => ok({ caller, address: 'a' })
  const served = serveInput(
    (era) => mcpServer(it.deps, ABOUT, enter, { era }),
    input,
    output,
    subscriptions(it.deps, enter),
  )
  return {
    transport: lineTransport(input, output),
    leave: async () => {
      input.end()
      await served
    },
  }
}

/** Waits for a condition. */
export const until = async (isTrue: () => boolean): Promise<void> =>
  expect.poll(isTrue, { interval: 1 }).toBe(true)
