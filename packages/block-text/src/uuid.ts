/** UUIDs in text: 32 hexadecimal digits in five groups, in any case. */
import { isDigit } from './char.ts'

/** The length of a UUID in UTF-16 units. */
export const UUID_LENGTH = 36
const DASH = 0x2d

/** Whether a UUID begins at `at`. */
export function isUuidAt(text: string, at: number): boolean {
  if (at + UUID_LENGTH > text.length) return false
  for (let i = 0; i < UUID_LENGTH; i++) {
    const unit = text.charCodeAt(at + i)
    const dash = i === 8 || i === 13 || i === 18 || i === 23
    if (dash ? unit !== DASH : !isHex(unit)) return false
  }
  return true
}

function isHex(unit: number): boolean {
  const lower = unit | 0x20
  return isDigit(unit) || (lower >= 0x61 && lower <= 0x66)
}
