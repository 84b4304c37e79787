/** A target of fuzzing: the form of its inputs, and the laws that every input must keep. */
import type fc from 'fast-check'

export interface Target {
  /** Names the target on the command line, its module in `targets`, and its folder in `corpus`. */
  readonly name: string
  /** Inputs that are well formed more often than not. */
  readonly grammar: fc.Arbitrary<Uint8Array>
  /** The target's own signs, which mutations insert. */
  readonly tokens: readonly string[]
  /** Throws if a law does not hold for the input. Any bytes are a valid argument. */
  check(input: Uint8Array): void | Promise<void>
  /** Forgets what earlier inputs left behind; a target without state leaves this out. */
  fresh?(): void
}

/** The bytes of a text. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The text of any bytes: what is not UTF-8 becomes U+FFFD. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
