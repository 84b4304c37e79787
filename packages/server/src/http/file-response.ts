/** Sends a file: the requested bytes, with headers that prevent its content from running. */
import { create as contentDisposition } from 'content-disposition'
import { BAD_REQUESTS, type OpenFile } from '@notegraph/service'
import type { FileEntry } from '@notegraph/store'
import { refusalResponse } from './answers.ts'
import type { Ctx } from './context.ts'
import type { OwnHeaders } from './log.ts'
import { readRange } from './range.ts'
import { isCached } from './static-document.ts'

/** Pictures are shown, except SVG, which may contain scripts. Every other file is downloaded. @see decisions 9.5 */
const isShown = (type: string): boolean => /^image\//i.test(type) && !/^image\/svg/i.test(type)

/** The ETag of a file, derived from its bytes. */
const tagOf = ({ hash }: FileEntry): string => `"${hash.slice(0, 32)}"`

const headersOf = (file: FileEntry): OwnHeaders => ({
  'Content-Type': file.type,
  'Content-Disposition': contentDisposition(file.name, {
    type: isShown(file.type) ? 'inline' : 'attachment',
  }),
  'Content-Security-Policy': "sandbox; default-src 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Accept-Ranges': 'bytes',
  ETag: tagOf(file),
})

/** @param own headers of this response, such as the remaining rates */
export async function fileResponse(c: Ctx, { file, bytes }: OpenFile, own: OwnHeaders): Promise<Response> {
  const { size } = file
  if (own['Cache-Control'] !== undefined && isCached(c.req.header('if-none-match'), { etag: tagOf(file) }))
    return notModified({ ...own, ETag: tagOf(file) })
  // If the file changed since the first part, the caller needs the whole file.
  const isSame = (c.req.header('if-range') ?? tagOf(file)) === tagOf(file)
  const range = isSame ? readRange(c.req.header('range'), size) : undefined
  if (range === 'beyond') return beyond({ ...own, 'Content-Range': `bytes */${size}` })
  const headers: Record<string, string> = { ...headersOf(file), ...own }
  headers['Content-Length'] = String(range ? range.last - range.first + 1 : size)
  if (range) headers['Content-Range'] = `bytes ${range.first}-${range.last}/${size}`
  // An unread body would keep the file open.
  const body = c.req.method === 'HEAD' ? null : await bytes(range)
  return new Response(body, { status: range ? 206 : 200, headers })
}

/** The reader may keep the file, and has it. */
const notModified = (headers: OwnHeaders): Response => new Response(null, { status: 304, headers })

/** Status 416 has no error code of its own in the API. */
function beyond(headers: OwnHeaders): Response {
  const { body, headers: own } = refusalResponse(BAD_REQUESTS.range, headers)
  return new Response(body, { status: 416, headers: own })
}
