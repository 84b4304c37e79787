/** The file of a secret key: one line, which only its owner may read. */
import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { secretKey, SECRET_KEY_BYTES, type SecretKey } from '../secret-key.ts'
import { syncFolderNow } from './durable.ts'
import { PRIVATE_FILE } from './private.ts'

const LINE = /^ngk_([\w-]{43})\n?$/

/**
 * Reads the key of a file.
 * @returns undefined if there is no file
 * @throws Node's error, or one with a sentence, if the file cannot be read or has no key
 * @example
 * const key = readSecretKey('data.key')
 */
export function readSecretKey(path: string): SecretKey | undefined {
  let text: string
  try {
    text = readFileSync(path, 'latin1')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const [, key] = LINE.exec(text) ?? []
  if (key === undefined) throw new Error('the file has no key, which is one line that begins with ngk_')
  return secretKey(Buffer.from(key, 'base64url'))
}

/**
 * Writes a new key. The file is complete or missing, also after a power cut.
 * @returns false if the file exists
 * @throws Node's error if the file cannot be written
 * @example
 * if (writeSecretKey('data.key')) console.log('Back up data.key.')
 */
export function writeSecretKey(path: string): boolean {
  const written = `${path}.${randomUUID()}.new`
  try {
    const line = `ngk_${randomBytes(SECRET_KEY_BYTES).toString('base64url')}\n`
    writeFileSync(written, line, { mode: PRIVATE_FILE, flag: 'wx', flush: true })
    linkSync(written, path)
    syncFolderNow(dirname(path))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(written, { force: true })
  }
}
