/** Paths inside a folder: relative to its top, with `/`. */

/** The file name without its ending. */
export const stemOf = (path: string): string => baseOf(path).replace(/\.[^.]+$/u, '')
/** The file name. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
/** The path of the folder; empty at the top. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
/** The ending in lower case, without the dot. */
export const endingOf = (path: string): string => /\.([^./]+)$/u.exec(path)?.[1]?.toLowerCase() ?? ''
/** Whether a path is below a folder. */
export const isInside = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

/** Removes slashes at both ends. */
export function trimSlashes(path: string): string {
  let [from, end] = [0, path.length]
  while (path[from] === '/') from++
  while (end > from && path[end - 1] === '/') end--
  return path.slice(from, end)
}

/** Resolves a path relative to `folder`, with `.` and `..`. Returns `undefined` for a path above the top. */
export function resolvePath(folder: string, relative: string): string | undefined {
  const parts = relative.startsWith('/') || folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** Compares by code units, so that every machine sorts a folder in the same order. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
