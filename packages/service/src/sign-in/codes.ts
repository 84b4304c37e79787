/**
 * Codes that sign in once, short enough to type on another device. Such a code is easier to guess than a secret. So it works
 * for minutes only, an address has few tries, and the store has its hash under a key.
 * @see decisions 9.7, 9.11
 */
import { createHmac, randomInt } from 'node:crypto'
import { hashSecret, type Store } from '@notegraph/store'

/** No vowels, so that no code is a word; no letter that resembles another. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const FORM = new RegExp(`^[${LETTERS}]{${LENGTH}}$`)

/** Makes a code of eight letters. */
export const makeCode = (): string =>
  Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]!).join('')

/**
 * Reads a code as people type it: in any case, with blanks and dashes.
 * @returns undefined for another text
 * @example
 * readCode('bcdf-ghjk') // 'BCDFGHJK'
 */
export function readCode(text: string): string | undefined {
  const letters = text.slice(0, 64).replaceAll(/[\s-]/g, '').toUpperCase()
  return FORM.test(letters) ? letters : undefined
}

/**
 * A code as people read it.
 * @example
 * shownCode('BCDFGHJK') // 'BCDF-GHJK'
 */
export const shownCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`

/** The hash of a code. Without the key, nobody finds the code of a stolen store by trying all of them. */
export const hashOfCode = async ({ audit }: Pick<Store, 'audit'>, code: string): Promise<string> =>
  hashSecret(
    createHmac('sha256', await audit.key())
      .update(`sign-in code ${code}`)
      .digest('hex'),
  )
