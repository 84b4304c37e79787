/** What every reader does with every text: it throws nothing, gives nothing that no store takes, and takes linear time. */
import { hostile, randomFrom } from './strings.ts'
import { textsOf, type HostileReader } from './readers.ts'

/** @returns what is wrong, with the seed of the text; nothing where all is well */
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

/** Processor time of this thread, in milliseconds: what else the machine does counts nothing. */
function timeOf(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const TIMES = 16
/** One pass takes as long over one long text as over as many short ones; a quadratic scan takes 16 times as long. */
export const TOO_MUCH = 5
const TRIES = 12
/** Below it, in milliseconds, the clock of a thread tells noise. */
const LEAST = 4

/** How many times longer one text of 16 times the length takes than 16 short ones. @param units characters of a short one */
export function growth({ read, repeated }: HostileReader, unit: string, units: number): number {
  const { open = '', close = '' } = repeated
  const count = Math.ceil(units / unit.length)
  const short = open + unit.repeat(count) + close
  const long = open + unit.repeat(count * TIMES) + close
  read(short)
  const least = { short: Infinity, long: Infinity }
  let ratio = Infinity
  for (let n = 0; n < TRIES && ratio >= TOO_MUCH; n++) {
    const shorts = timeOf(() => {
      for (let i = 0; i < TIMES; i++) read(short)
    })
    least.short = Math.min(least.short, shorts)
    least.long = Math.min(
      least.long,
      timeOf(() => read(long)),
    )
    ratio = least.long / Math.max(least.short, LEAST)
  }
  return ratio
}

/** A unit of several pieces, to be repeated. */
export const unitOf = (reader: HostileReader, seed: number): string =>
  hostile(randomFrom(seed), reader.repeated.units, 4).slice(0, 200)
