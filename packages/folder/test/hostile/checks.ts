/**
 * The requirements of every reader for any text: it never throws, returns only text that every store accepts, and takes
 * linear time.
 */
import { growth } from '@notegraph/example-tests/growth'
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

/** @param units the characters of a short text */
export const growthOf = ({ read, repeated }: HostileReader, unit: string, units: number): number =>
  growth(
    (times) =>
      (repeated.open ?? '') + unit.repeat(Math.ceil(units / unit.length) * times) + (repeated.close ?? ''),
    (texts) => {
      for (const text of texts) read(text)
    },
  )

/** A unit of several pieces, to be repeated. */
export const unitOf = (reader: HostileReader, seed: number): string =>
  hostile(randomFrom(seed), reader.repeated.units, 4).slice(0, 200)
