/** The random tests of the suite with new seeds. `npm test` gives them the same inputs each time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The name beside those of the targets. */
export const PROPERTIES = 'properties'

const ROOT = join(import.meta.dirname, '../..')
const TESTS = '{apps,packages}/*/{src,test}/**/*.test.ts'

/** Whether a module, or one that it imports by a path, imports fast-check or takes the seed of the run itself. */
function usesRandom(path: string, known: Map<string, boolean>): boolean {
  const before = known.get(path)
  if (before !== undefined) return before
  known.set(path, false) // modules may import each other
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const imported = Array.from(text.matchAll(/ from '(\.[^']+\.ts)'/g), ([, to]) => join(dirname(path), to!))
  const uses = /'fast-check'|'NOTEGRAPH_SEED'/.test(text) || imported.some((one) => usesRandom(one, known))
  known.set(path, uses)
  return uses
}

/** The test files with random inputs, relative to the root. */
export function randomTests(): string[] {
  const known = new Map<string, boolean>()
  return globSync(TESTS, { cwd: ROOT })
    .filter((path) => usesRandom(join(ROOT, path), known))
    .toSorted()
}

/** Runs them with one seed after another until the time is over, and at least once. @returns whether all passed */
export async function runProperties(first: number, milliseconds: number): Promise<boolean> {
  const files = randomTests()
  const end = performance.now() + milliseconds
  for (let seed = first; seed === first || performance.now() < end; seed++) {
    const vitest = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...files], {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, NOTEGRAPH_SEED: String(seed) },
    })
    const [code] = (await once(vitest, 'exit')) as [number | null]
    console.log(`${PROPERTIES}: ${files.length} files, seed ${seed}; ${code === 0 ? 'passed' : 'FAILED'}`)
    if (code !== 0) return false
  }
  return true
}
