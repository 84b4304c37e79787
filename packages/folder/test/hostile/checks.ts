/**
 * The requirements of every reader for any text: it never throws, returns only text that every store accepts, and takes
 * linear time.
 */
import { hostile, randomFrom } from './strings.ts'
import { textsOf, type HostileReader } from './readers.ts'

/**
 * @returns the faults with the seed of the text; empty without faults
 */
export function faultOf(reader: HostileReader, seed: number): string | undefined {
  const text = reader.text(randomFrom(seed))
  try {
    const bad = reader
      .read(text)
      .flatMap(textsOf)
      .find((one) => one.includes('\0') || !one.isWellFormed())
    const isClean = text.isWellFormed()
    if (bad === undefined || (!isClean && !bad.includes('\0'))) return undefined
    return `${reader.name}, seed ${seed}: gave ${JSON.stringify(bad.slice(0, 200))} of ${JSON.stringify(text)}`
  } catch (error) {
    return `${reader.name}, seed ${seed}: threw ${String(error)} on ${JSON.stringify(text.slice(0, 2_000))}`
  }
}

/** The processor time of this thread in milliseconds, so that other programs do not matter. */
function timeOf(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const TIMES = 16
/** One pass takes as long over one long text as over as many short ones; a quadratic scan takes 16 times as long. */
export const TOO_MUCH = 5
/** So many of the short texts are read; their time counts as that of all. */
const SAMPLE = 4
const TRIES = 12
/** Shorter times, in milliseconds, are noise. */
const LEAST = 4

/**
 * The ratio of the times for one text of 16 times the length and for 16 short ones. A long text that is read faster than
 * the noise allows needs no comparison: its ratio is no larger than the one returned.
 *
 * @param units the characters of a short text
 */
export function growth({ read, repeated }: HostileReader, unit: string, units: number): number {
  const { open = '', close = '' } = repeated
  const count = Math.ceil(units / unit.length)
  const short = open + unit.repeat(count) + close
  const long = open + unit.repeat(count * TIMES) + close
  const least = { short: Infinity, long: Infinity }
  const measure = (text: string, times: number): number =>
    timeOf(() => {
      for (let i = 0; i < times; i++) read(text)
    })
  let ratio = Infinity
  for (let n = 0; n < TRIES && ratio >= TOO_MUCH; n++) {
    least.long = Math.min(least.long, measure(long, 1))
    if (least.long < TOO_MUCH * LEAST) return least.long / LEAST
    least.short = Math.min(least.short, measure(short, SAMPLE) * (TIMES / SAMPLE))
    ratio = least.long / Math.max(least.short, LEAST)
  }
  return ratio
}

/** A unit of several pieces, to be repeated. */
export const unitOf = (reader: HostileReader, seed: number): string =>
  hostile(randomFrom(seed), reader.repeated.units, 4).slice(0, 200)
