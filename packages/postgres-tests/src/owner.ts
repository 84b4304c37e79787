/** PostgreSQL refuses to run as root. A run as root starts the server as another user of the machine. */
import { readFileSync } from 'node:fs'

export interface Owner {
  readonly uid: number
  readonly gid: number
}

/** Debian's package creates the first; every system has the second. */
const USERS = ['postgres', 'nobody']

/**
 * The user that runs the server.
 * @param uid This process's user; undefined on a system without users.
 * @returns undefined if this process may run the server itself
 * @throws if root finds no other user
 */
export function serverOwner(
  uid: number | undefined = process.getuid?.(),
  passwd: string = uid === 0 ? readFileSync('/etc/passwd', 'utf8') : '',
): Owner | undefined {
  if (uid !== 0) return undefined
  const entries = passwd.split('\n').map((line) => line.split(':'))
  for (const user of USERS) {
    const entry = entries.find(([name]) => name === user)
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error(
    'PostgreSQL does not run as root. Create a user named postgres, or run the tests as a user.',
  )
}
