import { readInput } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'
import { dayOf, readDayTerm } from '@notegraph/query'
import type { Engine } from '@notegraph/sync'

/** Adds what a person typed, such as `TODO call` with `DEADLINE: friday` on the next line. */
export async function addTyped(engine: Engine, pageId: string, typed: string) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const readDay = (written: string) => {
    const term = readDayTerm(written)
    return term && dayOf(term, dayAt(Date.now(), timeZone))
  }
  const read = readInput(typed, { readDay, files: true }) // `files`: also the link of `attach`
  return read.ok ? engine.addBlock({ pageId }, read.content) : read // `fault` says what is wrong
}
