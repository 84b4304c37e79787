import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Whether a path is that of a folder, or below it. */
export function isWithin(path: string, folder: string): boolean {
  const below = relative(resolve(folder), resolve(path))
  return below.split(sep)[0] !== '..' && !isAbsolute(below)
}
