/**
 * Repeats test files beside busy processes, to find those that fail by chance:
 * `npm run repeat -- [--times 30] [--busy 4] [--tag browser …] [FILE …]`. Each round runs the files in a random order, and
 * random tests with a new seed. A round that fails ends the run, and its seed is printed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { testFiles, type Tag } from './test-rings.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '30' },
    busy: { type: 'string', default: '4' },
    tag: { type: 'string', multiple: true, default: [] },
  },
})
const root = join(import.meta.dirname, '..')
const tagged = testFiles(root).filter(({ tags }) => values.tag.some((tag) => tags.includes(tag as Tag)))
const files = [...positionals, ...tagged.map(({ path }) => path)]
if (files.length === 0) {
  console.error('Name test files, or --tag browser, process or postgres.')
  process.exit(2)
}

const SPIN = 'for (;;) if (process.ppid === 1) process.exit()'
const load = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ['-e', SPIN], { stdio: 'ignore' }),
)
process.once('exit', () => load.forEach((child) => child.kill()))

for (let round = 1; round <= Number(values.times); round++) {
  const seed = String(Math.floor(Math.random() * 2 ** 31))
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', `--sequence.seed=${seed}`, ...files],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...process.env, NOTEGRAPH_SEED: seed, NOTEGRAPH_TEST_ORDER: 'random' },
    },
  )
  console.log(`${round}: ${stdout.trimEnd().split('\n').at(-1)}`)
  if (status === 0) continue
  console.log(`${stdout}\nRound ${round} failed, with NOTEGRAPH_SEED=${seed}.`)
  process.exit(1)
}
process.exit()
