/** Finds canvases by their paths, and names their pages. */
import { fold } from '@notegraph/block-text'
import { endingOf, stemOf } from './path.ts'

/** Whether a path is that of a canvas. */
export const isCanvas = (path: string): boolean => endingOf(path) === 'canvas'

/**
 * Names the pages of canvases by path. The name is that of the file without its ending, or the path if a note or
 * another canvas has that name.
 */
export function canvasNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const canvases = paths.filter((path) => isCanvas(path))
  if (canvases.length === 0) return new Map()
  const counts = new Map<string, number>()
  for (const path of paths) {
    const name = fold(stemOf(path))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return new Map(canvases.map((path) => [path, counts.get(fold(stemOf(path))) === 1 ? stemOf(path) : path]))
}
