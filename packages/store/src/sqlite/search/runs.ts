/** What to look for where a question asks for words, told once: spans and costs ask for it again and again. */
import type { SettledLeaf } from '@notegraph/query'
import { foldRun } from '../query-sql.ts'
import { probesOf, type Probes } from './pieces.ts'

export interface Run extends Probes {
  /** Folded. */
  readonly run: string
}

const told = new WeakMap<object, Run>()

export function runOf(words: Extract<SettledLeaf, { readonly kind: 'words' }>): Run {
  let looked = told.get(words)
  if (!looked) {
    const run = foldRun(words.text)
    told.set(words, (looked = { run, ...probesOf(run) }))
  }
  return looked
}
