/** Hashes passwords at a small cost in the tests of a file. `shares.test.ts` has the real cost, which takes half a second. */
import crypto, { type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

const COST = 2 ** 10

type Hash = (
  password: string,
  salt: Uint8Array,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, hash: Buffer) => void,
) => void

export interface Passwords {
  /** Keeps hashes waiting. @returns lets them go on */
  hold(): () => void
}

/** Call it where the tests of a file begin. */
export function useCheapPasswords(): Passwords {
  const { scrypt } = crypto
  let held = Promise.resolve()
  const cheap: Hash = (password, salt, length, { N = COST, ...options }, done) =>
    void held.then(() => scrypt(password, salt, length, { ...options, N: Math.min(N, COST) }, done))
  const use = (one: Hash | typeof scrypt) => {
    Object.assign(crypto, { scrypt: one })
    syncBuiltinESMExports()
  }
  beforeAll(() => use(cheap))
  afterAll(() => use(scrypt))
  return {
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
}
