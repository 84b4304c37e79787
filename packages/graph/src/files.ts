/**
 * Files in text. Rows list files by id, and readers see their names. No visible or searchable text contains an id. Most
 * text has no file, which one check for the path detects.
 *
 * @see decisions 2.8
 */
import { fileIds, mayNameFile, nameFiles, type VisibleText } from '@notegraph/block-text'
import type { DeriveEnv } from './env.ts'

const NONE: readonly string[] = []

/** Lists the ids of all files that a text addresses. Each id appears once. */
export function filesIn(text: string, env: DeriveEnv): readonly string[] {
  if (!mayNameFile(text)) return NONE
  const ids = fileIds(text, env.origin)
  return ids.length > 1 ? [...new Set(ids)] : ids
}

/** Replaces the address of each file with its name. */
export function named(text: string, env: DeriveEnv): string {
  return mayNameFile(text) ? nameFiles(text, (id) => env.file(id), env.origin) : text
}

/** Replaces file addresses in each text. Returns the same list without such addresses. */
export function allNamed(texts: readonly string[], env: DeriveEnv): readonly string[] {
  return texts.some((text) => mayNameFile(text)) ? texts.map((text) => named(text, env)) : texts
}

/** Replaces file addresses in a visible text and moves its references to their new positions. */
export function shownNamed(shown: VisibleText, env: DeriveEnv): VisibleText {
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
