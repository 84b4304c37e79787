/**
 * `kill -9` of a device at any moment of a sync. After a restart it converges, loses no text and duplicates none. The
 * default is a few rounds; `NOTEGRAPH_KILL_ROUNDS=100 vitest run apps/cli/test/sync-kill.test.ts` runs a hundred.
 *
 * @module-tag process
 */
import { expect, test } from 'vitest'
import { start } from './run.ts'
import { startSynced, type SyncedFolder } from './synced.ts'

const ROUNDS = Number(process.env['NOTEGRAPH_KILL_ROUNDS'] ?? 3)
const PAGES = 4
const GOLDEN_RATIO = 1.618_034

const page = (n: number) => `pages/Page ${n}.md`

/**
 * Adds a line at the top and one in the middle, and extends an existing line. If two versions are shown, it adds lines
 * around them, because an edit between the marks needs a person.
 */
function edited(text: string, mark: string): { readonly text: string; readonly typed: readonly string[] } {
  const lines = text.split('\n').filter(Boolean)
  const [top, under] = [`top-${mark}`, `under-${mark}`]
  if (text.includes('<<<<<<<'))
    return { text: [`- ${top}`, ...lines, `- ${under}`, ''].join('\n'), typed: [top, under] }
  const middle = Math.floor(lines.length / 2)
  lines[middle] += ` more-${mark}`
  const all = [`- ${top}`, ...lines.slice(0, middle + 1), `\t- ${under}`, ...lines.slice(middle + 1), '']
  return { text: all.join('\n'), typed: [top, under, `more-${mark}`] }
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
        // Each device edits its own pages, and both edit the last one.
        const n = round % 3 === 2 ? PAGES - 1 : (round + (who === 'a' ? 0 : 1)) % (PAGES - 1)
        const mark = `${who}${round}`
        const edit = edited(folder.read(page(n)), mark)
        folder.write(page(n), edit.text)
        typed.push(...edit.typed)
      }
      await b.synced()
      const running = start(['sync', a.at], server.env(a.session))
      // The kill comes between the start and some time after both are in sync. The rounds spread evenly over that time.
      await new Promise((resolve) => {
        setTimeout(resolve, whole * (0.4 + ((round * GOLDEN_RATIO) % 1)))
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
    // Each added text occurs once, except in the versions of a conflict.
    const standing = pagesOf(a).map((text) => text.replaceAll(/=======[^]*?>>>>>>>/g, ''))
    const added = marks(standing).filter((mark) => !mark.startsWith('more'))
    expect(added).toEqual([...new Set(added)])
    await server.stop()
  },
  120_000 + ROUNDS * 30_000,
)
