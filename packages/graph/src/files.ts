/**
 * Files in text: read by their ids here, named to readers. An id never gets into anything that is shown or searched.
 * Most text holds none, and is told apart by one look for the path.
 *
 * @see decisions 2.8
 */
import { fileIds, mayNameFile, nameFiles, type Shown } from '@notegraph/block-text'
import type { DeriveEnv } from './env.ts'

const NONE: readonly string[] = []

/** The ids of all files whose addresses stand in the text, each once. */
export function filesIn(text: string, env: DeriveEnv): readonly string[] {
  if (!mayNameFile(text)) return NONE
  const ids = fileIds(text, env.origin)
  return ids.length > 1 ? [...new Set(ids)] : ids
}

/** The text with each file's name in place of its address. */
export function named(text: string, env: DeriveEnv): string {
  return mayNameFile(text) ? nameFiles(text, (id) => env.file(id), env.origin) : text
}

/** Each text with its files named; the same list where there are none. */
export function allNamed(texts: readonly string[], env: DeriveEnv): readonly string[] {
  return texts.some((text) => mayNameFile(text)) ? texts.map((text) => named(text, env)) : texts
}

/** Shown text with its files named. References keep standing at their places, which move along. */
export function shownNamed(shown: Shown, env: DeriveEnv): Shown {
  if (!mayNameFile(shown.text)) return shown
  let text = ''
  let from = 0
  const blockRefs = shown.blockRefs.map(({ start, end, id }) => {
    text += named(shown.text.slice(from, start), env)
    const moved = { start: text.length, end: text.length + end - start, id }
    text += shown.text.slice(start, end)
    from = end
    return moved
  })
  return { text: text + named(shown.text.slice(from), env), blockRefs, marks: shown.marks }
}
