/** Sizes in bytes for people. */
import { numbered } from '@notegraph/service'
import { tenths } from './number.ts'

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** `10 GB`, `1.5 MB`, `12 bytes`; a KB is 1,024 bytes. */
export function byteSize(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1_000 && unit < UNITS.length - 1) {
    value /= 1_024
    unit++
  }
  const isWhole = unit === 0 || value >= 10
  return `${isWhole ? numbered(value) : tenths(value)} ${UNITS[unit]!}`
}
