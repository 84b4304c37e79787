/**
 * Sends lines of text as the caller reads them. It makes the next line when the one before it has left. So a stream of any
 * length takes the memory of one or two lines.
 */
import { PassThrough, pipeline, Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import { LEVEL } from './gzip.ts'

/** Bytes that are written at a time, which shows whether the caller reads. */
const PIECE = 65_536

export interface LineStreamOptions {
  /** Whether the caller accepts gzip. */
  readonly zips: boolean
  /** Called once, after the last line, an error, or the end of the connection. */
  readonly closed: () => void
}

export interface LineStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Breaks the connection before the last line. */
  readonly cut: (reason: Error) => void
}

export function lineStream(lines: AsyncIterable<string>, { zips, closed }: LineStreamOptions): LineStream {
  // Each piece can be unpacked as soon as it was sent, so a stream that is cut has whole lines.
  const output = zips ? createGzip({ level: LEVEL, flush: constants.Z_SYNC_FLUSH }) : new PassThrough()
  pipeline(Readable.from(piecesOf(lines)), output, () => closed())
  return {
    body: Readable.toWeb(output) as ReadableStream<Uint8Array<ArrayBuffer>>,
    cut: (reason) => void output.destroy(reason),
  }
}

async function* piecesOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const line of lines) {
    const bytes = Buffer.from(`${line}\n`)
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
  }
}
