/** Symbolic links in a folder. A folder from somebody else may contain links to any file of this machine. */
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'

/** The message for a link that is not followed. */
export const LEADS_OUT = 'This link leads out of the folder. Add --follow-links to follow it.'

/**
 * Whether a path is outside of a folder. Both are real paths, without links.
 *
 * @example
 * leadsOut('/home/ann/notes', '/home/ann/notes/pages/Home.md') // false
 */
export function leadsOut(folder: string, path: string): boolean {
  const from = relative(folder, path)
  return from === '..' || from.startsWith(`..${sep}`) || isAbsolute(from)
}

/**
 * Finds the target of a link. A broken link counts as a file, so that reading it fails and is reported.
 *
 * @example
 * await linkOf('/home/ann/notes/none') // { kind: 'file' }
 */
export async function linkOf(
  path: string,
): Promise<{ readonly kind: 'file' | 'folder' | 'other'; readonly target?: string }> {
  try {
    const [found, target] = [await stat(path), await realpath(path)]
    return { kind: found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other', target }
  } catch {
    return { kind: 'file' }
  }
}
