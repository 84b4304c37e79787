/** The inputs of a run: those of the grammar, and mutations of them and of the corpus. A seed decides all of them. */
import fc from 'fast-check'
import { bytesOf, type Target } from './target.ts'

/** The longest input in bytes. */
export const LONGEST = 65_536
/** Inputs that are generated at a time, which costs less than one by one. */
const BATCH = 100

type Mutation = (bytes: Uint8Array) => Uint8Array

/** Half of the inputs come from the grammar, half are mutations. The generator never ends. */
export function* inputsOf(
  target: Pick<Target, 'grammar' | 'tokens'>,
  corpus: readonly Uint8Array[],
  seed: number,
): Generator<Uint8Array, never, undefined> {
  for (let batch = 0; ; batch++) {
    const options = { seed: seed + batch, numRuns: BATCH }
    const written = fc.sample(target.grammar, options).map((bytes) => bytes.subarray(0, LONGEST))
    yield* written
    yield* fc.sample(mutated([...corpus, ...written], target.tokens), options)
  }
}

/** One of the given inputs after one to four mutations. */
function mutated(pool: readonly Uint8Array[], tokens: readonly string[]): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(
      fc.constantFrom(...pool),
      fc.array(mutation(pool, tokens), { minLength: 1, maxLength: 4, size: 'max' }),
    )
    .map(([bytes, steps]) => steps.reduce((now, step) => step(now).subarray(0, LONGEST), bytes))
}

/** A place as a share of the input's length. */
const place = fc.noBias(fc.nat(9_999)).map((part) => part / 10_000)
const at = (bytes: Uint8Array, share: number): number => Math.floor(bytes.length * share)

function mutation(pool: readonly Uint8Array[], tokens: readonly string[]): fc.Arbitrary<Mutation> {
  const other = fc.constantFrom(...pool)
  const token = fc.oneof(fc.constantFrom(...tokens).map(bytesOf), fc.uint8Array({ maxLength: 4 }))
  const range = fc.tuple(place, place).map((ends) => ends.toSorted((a, b) => a - b))
  return fc.oneof(
    fc.tuple(place, fc.nat(7)).map(([where, bit]) => flip(where, bit)),
    fc.tuple(place, token).map(([where, bytes]) => insert(where, bytes)),
    place.map((end) => (bytes: Uint8Array) => bytes.subarray(0, at(bytes, end))),
    range.map(([from, to]) => remove(from!, to!)),
    fc.tuple(range, fc.integer({ min: 2, max: 4_096 })).map(([[from, to], times]) => {
      return repeat(from!, to!, times)
    }),
    fc.tuple(place, other, place).map(([where, bytes, from]) => {
      return insert(where, bytes.subarray(at(bytes, from)))
    }),
  )
}

const flip =
  (where: number, bit: number): Mutation =>
  (bytes) =>
    bytes.length === 0 ? bytes : bytes.with(at(bytes, where), bytes[at(bytes, where)]! ^ (1 << bit))

const insert =
  (where: number, part: Uint8Array): Mutation =>
  (bytes) =>
    Buffer.concat([bytes.subarray(0, at(bytes, where)), part, bytes.subarray(at(bytes, where))])

const remove =
  (from: number, to: number): Mutation =>
  (bytes) =>
    Buffer.concat([bytes.subarray(0, at(bytes, from)), bytes.subarray(at(bytes, to))])

/** Repeats a part up to the longest input: what a quadratic scan costs shows in a long input. */
const repeat =
  (from: number, to: number, times: number): Mutation =>
  (bytes) => {
    const part = bytes.subarray(at(bytes, from), at(bytes, to))
    const most = Math.floor(LONGEST / Math.max(1, part.length))
    const parts = Array.from({ length: Math.min(times, most) }, () => part)
    return Buffer.concat([bytes.subarray(0, at(bytes, from)), ...parts, bytes.subarray(at(bytes, to))])
  }
