import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { OUTLINER_STYLE } from '../src/assets.ts'

const FOLDER = new URL('../dist/outliner/', import.meta.url)
const read = (file: string): string => readFileSync(new URL(file, FOLDER), 'utf8')
const gzip = (text: string | Uint8Array): number => gzipSync(text).length

/** A script with those that it loads before it runs. */
function closure(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, other] of read(file).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
    closure(other!, found)
  return found
}

test('[O6.5] until today can be edited, script, style and worker are at most 120 kB', () => {
  const files = readdirSync(FOLDER)
  const manifest = JSON.parse(read('manifest.json')) as Record<string, { file: string; isEntry?: boolean }>
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry === true)!.file
  const worker = files.find((file) => /^engine-worker-.*\.js$/.test(file))!
  const scripts = new Set([...closure(entry), ...closure(worker)])
  const styles = files.filter((file) => file.endsWith('.css'))
  const sizes = [...[...scripts, ...styles].map((file) => gzip(read(file))), gzip(OUTLINER_STYLE.bytes())]
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000)
})
