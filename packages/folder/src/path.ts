/** Paths inside a folder: relative to its top, with `/`. */

export const stemOf = (path: string): string => baseOf(path).replace(/\.[^.]+$/u, '')
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
/** Lower case, without the dot. */
export const endingOf = (path: string): string => /\.([^./]+)$/u.exec(path)?.[1]?.toLowerCase() ?? ''
export const isInside = (path: string, folder: string): boolean => path.startsWith(`${folder}/`)

/** Without slashes at its ends. */
export function trimSlashes(path: string): string {
  let [from, end] = [0, path.length]
  while (path[from] === '/') from++
  while (end > from && path[end - 1] === '/') end--
  return path.slice(from, end)
}

/** A path beside a file of `folder`, with `.` and `..` followed; `undefined` where it leaves the top. */
export function resolvePath(folder: string, relative: string): string | undefined {
  const parts = relative.startsWith('/') || folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** By code units, so that every machine lists a folder alike. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
