/** The requested part of a file. @see RFC 9110, 14 */
import type { ByteRange } from '@notegraph/store'

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * @param range the raw header
 * @param size bytes of the file
 * @returns the part, with both ends inside the file; `beyond` if it begins after the end; undefined for the whole file.
 *   An invalid range, or several ranges, get the whole file.
 */
export function readRange(range: string | undefined, size: number): ByteRange | 'beyond' | undefined {
  const [, from, to] = ONE_RANGE.exec(range?.replaceAll(' ', '') ?? '') ?? []
  if (from === undefined || to === undefined || from + to === '') return undefined
  if (from === '') {
    const count = Math.min(Number(to), size)
    return count === 0 ? 'beyond' : { first: size - count, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return undefined
  return first < size ? { first, last } : 'beyond'
}
