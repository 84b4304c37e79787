/** The folders in which each system keeps the files of a user's programs. */
import { posix, win32 } from 'node:path'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** The home folder of the user. */
  readonly home: string
}

/** The folder of the notes. People run an installed program from any folder, and find the same notes. */
export function dataFolder({ platform, env, home }: Machine): string {
  if (platform === 'win32') return win32.join(localAppData(env, home), 'Notegraph')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Notegraph')
  return posix.join(absolute(env['XDG_DATA_HOME']) ?? posix.join(home, '.local', 'share'), 'notegraph')
}

/** The folder of files that the program can make again. Only the user may write to it. */
export function cacheFolder({ platform, env, home }: Machine): string {
  // Beside the folder of the notes, not inside.
  if (platform === 'win32') return win32.join(localAppData(env, home), 'Notegraph Cache')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'Notegraph')
  return posix.join(absolute(env['XDG_CACHE_HOME']) ?? posix.join(home, '.cache'), 'notegraph')
}

const localAppData = (env: Machine['env'], home: string): string =>
  env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local')

/** The XDG Base Directory Specification says to ignore a relative path. */
const absolute = (path: string = ''): string | undefined => (posix.isAbsolute(path) ? path : undefined)
