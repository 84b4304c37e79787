/**
 * Parses values on the command line. A value that can never be valid is a usage error, found before the store opens.
 */
import { readIsoDay } from '@notegraph/block-text'
import type { Right } from '@notegraph/contract'
import { isRecordId, isZone } from '@notegraph/graph'
import { InvalidArgumentError, Option } from 'commander'

export const accountOption = (): Option =>
  new Option('--account <id>', 'id of the account').makeOptionMandatory()

export const zoneOption = (what: string): Option =>
  new Option('--zone <zone>', `${what}, an IANA name such as Europe/Berlin`).argParser((text: string) => {
    if (!isZone(text)) throw new InvalidArgumentError('Use an IANA name such as Europe/Berlin.')
    return text
  })

/** Parses the id of a new account. */
export function newIdArgument(text: string): string {
  if (!isRecordId(text)) throw new InvalidArgumentError('Use 1 to 64 characters of A-Z a-z 0-9 . _ -')
  return text
}

/** Parses a day as `YYYY-MM-DD`. */
export function dayArgument(text: string): string {
  if (readIsoDay(text) === undefined)
    throw new InvalidArgumentError('Use a day on the calendar such as 2026-11-20.')
  return text
}

/** Parses a day as `YYYY-MM-DD`, at most today. @returns the start of the day in UTC, in milliseconds since 1970 */
export function pastDayArgument(text: string): number {
  const at = Date.parse(dayArgument(text))
  if (at > Date.now()) throw new InvalidArgumentError('Use today or an earlier day.')
  return at
}

/** The contract is not loaded for the parsing of a command line. */
const RIGHTS: Readonly<Record<Right, true>> = { organize: true, publish: true }
const NAMES = Object.keys(RIGHTS)

export const mayOption = (): Option =>
  new Option(
    '--may <rights>',
    `rights beside reading and writing, with commas: ${NAMES.join(', ')}`,
  ).argParser(rightsArgument)

/** Parses rights, such as `organize,publish`. */
function rightsArgument(text: string): Right[] {
  const names = text.split(',')
  if (!names.every((name): name is Right => Object.hasOwn(RIGHTS, name)))
    throw new InvalidArgumentError(`Use ${NAMES.join(' or ')}, or both with a comma.`)
  return names
}

export function bytesArgument(text: string): number {
  const bytes = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(bytes))
    throw new InvalidArgumentError('Use a whole number of bytes.')
  return bytes
}

/** Parses a time of minutes, hours or days, such as `3d`. @returns milliseconds, at most `most` days */
export const validArgument =
  (most: number) =>
  (text: string): number => {
    const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? []
    const milliseconds = Number(count) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[unit as 'm' | 'h' | 'd']
    if (!(milliseconds <= most * 86_400_000))
      throw new InvalidArgumentError(`Use a time such as 30m, 12h or 3d, at most ${most}d.`)
    return milliseconds
  }

/** Parses a whole number of at least 1. */
export function countArgument(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Use a whole number of at least 1.')
  return Number(text)
}

/** Parses the number of items to skip. */
export function offsetArgument(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Use a whole number.')
  return Number(text)
}

/** Parses the number of a commit. */
export function commitArgument(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Use a number from `notegraph history`.')
  return Number(text)
}

/** Parses a port; 0 picks a free port. */
export function portArgument(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('Use a port from 0 to 65535.')
  return port
}

/** Parses an address on the web. @returns the address without a slash at its end */
export function webAddressArgument(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('Use an http or https address without a query.')
  return url.href.replace(/\/$/, '')
}

/** Parses a path. The command checks whether the folder exists. */
export function folderArgument(text: string): string {
  if (text === '') throw new InvalidArgumentError('Name a folder.')
  return text
}

export function wordsArgument(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('The text is empty.')
  return text
}
