/** The data folder of an installed program. People run it from any folder, and find the same notes. */
import { posix, win32 } from 'node:path'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The home folder of the user. */
  readonly home: string
}

/** @returns the folder in which the system keeps the data of this user's programs */
export function dataFolder({ platform, env, home }: Machine): string {
  if (platform === 'win32')
    return win32.join(env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local'), 'Notegraph')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Notegraph')
  const given = env['XDG_DATA_HOME'] ?? ''
  // The XDG Base Directory Specification says to ignore a relative path.
  return posix.join(posix.isAbsolute(given) ? given : posix.join(home, '.local', 'share'), 'notegraph')
}
