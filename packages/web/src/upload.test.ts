/** A form with a file, whatever else is in it: nobody who sends without an end is listened to without one. */
import { describe, expect, test } from 'vitest'
import { firstFile } from './upload.ts'

const EDGE = '--edge\r\n'
const FILE = `${EDGE}Content-Disposition: form-data; name="archive"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n`
const FIELD = `${EDGE}Content-Disposition: form-data; name="a"\r\n\r\nvalue\r\n`
const END = '\r\n--edge--\r\n'
const MOST = 1_000_000

interface Sent {
  /** The length of the received file; undefined without a file. */
  readonly taken: number | undefined
  /** Bytes that were asked for. */
  readonly read: number
}

/** @param rest sent again and again, without an end */
async function send(start: string, rest?: string): Promise<Sent> {
  let read = 0
  const chunks = (function* () {
    yield start
    if (rest !== undefined) for (;;) yield rest
  })()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = chunks.next()
      if (done === true) return controller.close()
      const bytes = new TextEncoder().encode(value)
      read += bytes.length
      controller.enqueue(bytes)
    },
  })
  const headers = { 'Content-Type': 'multipart/form-data; boundary=edge' }
  const request = new Request('http://x/', { method: 'POST', headers, body, duplex: 'half' })
  const taken = await firstFile(request, MOST, async (bytes) => {
    let length = 0
    for await (const chunk of bytes) {
      length += chunk.length
      if (length > MOST) break
    }
    return length
  }).catch(() => undefined)
  return { taken, read }
}

describe('a form that ends', () => {
  test.each([
    ['a file', `${FILE}bytes${END}`, 5],
    ['a file behind fields', `${FIELD.repeat(8)}${FILE}bytes${END}`, 5],
    ['a file before a field and another file', `${FILE}bytes\r\n${FIELD}${FILE}others${END}`, 5],
    ['a file of as many bytes as it may have', `${FILE}${'x'.repeat(MOST)}${END}`, MOST],
    ['a file of more', `${FILE}${'x'.repeat(MOST + 5)}${END}`, MOST + 1],
    ['no file', `${FIELD}${END}`, undefined],
    ['more fields than it may have before its file', `${FIELD.repeat(20)}${FILE}bytes${END}`, undefined],
    ['a file that breaks off', `${FILE}byt`, undefined],
  ])('%s', async (_, form, length) => expect((await send(form)).taken).toBe(length))
})

describe('[operations] a form without an end is read no further than a form may be long', () => {
  const kilobyte = 'x'.repeat(1_024)
  test.each([
    ['of fields', '', FIELD],
    ['of one field', `${EDGE}Content-Disposition: form-data; name="a"\r\n\r\n`, kilobyte],
    ['of headers', EDGE, `X-Header: ${kilobyte}\r\n`],
    ['of one header', `${EDGE}X-Header: `, kilobyte],
    ['of words before its first part', '', kilobyte],
    ['of files', '', `${FILE}bytes\r\n`],
    ['of a second file', `${FILE}bytes\r\n${FILE}`, kilobyte],
    ['of fields behind its file', `${FILE}bytes\r\n`, FIELD],
    ['of words behind its end', `${FILE}bytes${END}`, kilobyte],
    ['of its file', FILE, kilobyte],
  ])('%s', async (what, start, rest) => {
    const { read } = await send(start, rest)
    expect(read).toBeLessThan((what === 'of its file' ? MOST : 0) + 600_000)
  })
})
