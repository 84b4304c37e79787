/**
 * Fails a test file that uses a program without saying so in its first comment: it would run in the wrong ring. A set-up
 * file of vitest.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll } from 'vitest'

/** The channel on which a use is heard, and the tags that allow it. */
const USES: Readonly<Record<string, readonly string[]>> = {
  child_process: ['process', 'postgres', 'browser'],
  'notegraph:browser-test': ['browser'],
  'notegraph:postgres-test': ['postgres', 'both-stores'],
}

const used = new Set<string>()
const listeners = Object.keys(USES).map((name) => [name, () => void used.add(name)] as const)
for (const [name, listener] of listeners) subscribe(name, listener)

// oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures a hook needs
afterAll(({}, { file }) => {
  for (const [name, listener] of listeners) unsubscribe(name, listener)
  for (const name of used) {
    const tags = USES[name]!
    if (!file.tags?.some((tag) => tags.includes(tag)))
      throw new Error(`The first comment of ${file.name} must say \`@module-tag ${tags[0]}\`: it uses that.`)
  }
})
