/**
 * `kill -9` of a device at any moment of a sync: it comes back and converges, no text is lost and none is doubled. A few
 * rounds here; `NOTEGRAPH_KILL_ROUNDS=100 vitest run apps/cli/test/sync-kill.test.ts` does a hundred.
 */
import { expect, test } from 'vitest'
import { start } from './run.ts'
import { startSynced, type SyncedFolder } from './synced.ts'

const ROUNDS = Number(process.env['NOTEGRAPH_KILL_ROUNDS'] ?? 3)
const PAGES = 4

const page = (n: number) => `pages/Page ${n}.md`

/** A line is added on top, one in the middle, and one of before says more. */
function edited(text: string, mark: string): string {
  const lines = text.split('\n').filter(Boolean)
  const middle = Math.floor(lines.length / 2)
  if (lines[middle] !== undefined) lines[middle] += ` more-${mark}`
  return [
    `- top-${mark}`,
    ...lines.slice(0, middle + 1),
    `\t- under-${mark}`,
    ...lines.slice(middle + 1),
    '',
  ].join('\n')
}

const marks = (texts: readonly string[]) =>
  texts.flatMap((text) => text.match(/(?:top|under|more)-\w+/g) ?? []).toSorted()
const pagesOf = (folder: SyncedFolder) => Array.from({ length: PAGES }, (_, n) => folder.read(page(n)))

test(
  'a device that is killed again and again loses nothing and doubles nothing',
  async () => {
    const server = await startSynced()
    const [a, b] = [await server.folder('a'), await server.folder('b')]
    for (let n = 0; n < PAGES; n++) a.write(page(n), `- first line ${n}\n`)
    await a.synced()
    await b.synced()
    const typed: string[] = []
    const began = performance.now()
    await start(['sync', a.at, '--once'], server.env(a.session)).ended
    const whole = performance.now() - began
    let killed = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const [folder, who] of [
        [a, 'a'],
        [b, 'b'],
      ] as const) {
        // Each has pages of its own, and both have the last one.
        const n = round % 3 === 2 ? PAGES - 1 : (round + (who === 'a' ? 0 : 1)) % (PAGES - 1)
        const mark = `${who}${round}`
        folder.write(page(n), edited(folder.read(page(n)), mark))
        typed.push(`top-${mark}`, `under-${mark}`, `more-${mark}`)
      }
      await b.synced()
      const running = start(['sync', a.at], server.env(a.session))
      // From before the program looks at anything to some time after both are in step.
      await new Promise((resolve) => {
        setTimeout(resolve, whole * (0.4 + Math.random()))
      })
      if (running.child.exitCode === null) killed++
      running.child.kill('SIGKILL')
      await running.ended
    }
    for (const folder of [a, b, a, b]) await folder.synced()
    expect(killed).toBe(ROUNDS)
    expect(pagesOf(a)).toEqual(pagesOf(b))
    const kept = marks(pagesOf(a))
    expect(new Set(typed.filter((mark) => !kept.includes(mark)))).toEqual(new Set())
    // What is added stands once; words of a clash stand once in each version.
    const added = kept.filter((mark) => !mark.startsWith('more'))
    expect(added).toEqual([...new Set(added)])
    await server.stop()
  },
  120_000 + ROUNDS * 30_000,
)
