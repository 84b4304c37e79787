/** The corpus: for each target a folder of inputs that once broke a law, or that mutations begin with. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const CORPUS = join(import.meta.dirname, 'corpus')

/** The inputs of a target, by file name. */
export function corpusOf(target: string): readonly (readonly [name: string, input: Uint8Array])[] {
  const folder = join(CORPUS, target)
  return readdirSync(folder)
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, name))] as const)
}

/** Keeps an input that breaks a law. @returns the path of its file, from the current folder */
export function keep(target: string, input: Uint8Array): string {
  const folder = join(CORPUS, target)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `found-${createHash('sha256').update(input).digest('hex').slice(0, 8)}`)
  writeFileSync(path, input)
  return relative('.', path)
}
