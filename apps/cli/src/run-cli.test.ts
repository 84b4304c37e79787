/** Failures of the system, in words for the person at the command line. */
import { expect, test } from 'vitest'
import { failureWords } from './run-cli.ts'

const failure = (members: object) => failureWords(Object.assign(new Error('the words of Node'), members))

test.each(['EACCES', 'EPERM'])(
  '[operations] a folder that is closed to the user of the command: %s',
  async (code) => {
    const words = await failure({ code, path: '/home/ada/notes', dest: '/srv/notes' })
    expect(words).toMatch(/^This command runs as (?:the user with the id \d+|a user), who may not use /)
    expect(words).toContain(` /home/ada/notes or /srv/notes (${code}). Change its rights, or`)
  },
)

test.each([
  [{ code: 'EACCES' }, 'the words of Node'], // no file
  [{ code: 'ENOENT', path: '/home/ada/notes' }, 'the words of Node'],
  [{ code: 'ENOSPC', path: '/home/ada/notes' }, 'The disk is full (ENOSPC). Free some space and try again.'],
])('[operations] a failure with %j has the words %j', async (members, words) =>
  expect(await failure(members)).toBe(words),
)
