/**
 * The benchmarks: `notegraph bench [NAMES…] [--json]`. Each prints its ratio to a floor of the same run, and the
 * target. The exit code is 1 if a ratio is below its target.
 *
 * `--blocks N` sets the size of the search graphs, and `--data FOLDER` caches them. `--only WORDS` runs the rows of the
 * load and side-by-side benchmarks, or the parts of the ablation and the outliner, whose names contain the words. `--data` also
 * caches the notes of `transfer`, and `--only archive` leaves its command line out. The ablation, `side-by-side`, `outliner`,
 * `transfer`, and `scale`, which needs PostgreSQL, run only by name. So does `compare`, which compares the most used paths with
 * the revision `--base` on the notes of `--graph FOLDER`. `--keys N` types fewer keys into the outliner.
 */
import { parseArgs } from 'node:util'
import { ABLATION_SIZES, ablationRatios } from './src/ablation.ts'
import { accountsRatios } from './src/accounts.ts'
import { attackRatios } from './src/attack.ts'
import { blockTextRatios } from './src/block-text.ts'
import { compareRatios } from './src/compare.ts'
import { httpRatios } from './src/http.ts'
import { importRatios } from './src/import.ts'
import { liveRatios } from './src/live.ts'
import { mcpRatios } from './src/mcp.ts'
import type { Ratio } from './src/measure.ts'
import { outlinerRatios } from './src/outliner.ts'
import { outlinerEngineRatios } from './src/outliner-engine.ts'
import { SEARCH_SIZES, searchRatios } from './src/search.ts'
import { sideBySideRatios } from './src/side-by-side.ts'
import { syncRatios } from './src/sync.ts'
import { transferRatios } from './src/transfer.ts'
import { webRatios } from './src/web.ts'
import { writeRatios } from './src/write.ts'

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'boolean' },
    blocks: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string' },
    base: { type: 'string' },
    graph: { type: 'string' },
    keys: { type: 'string' },
  },
  allowPositionals: true,
})

const BENCHMARKS: Readonly<Record<string, () => Promise<Ratio[]>>> = {
  'block-text': blockTextRatios,
  import: importRatios,
  transfer: () => transferRatios(values.data, values.only),
  write: writeRatios,
  http: httpRatios,
  web: webRatios,
  search: () =>
    searchRatios({
      ...(values.blocks !== undefined && { blocks: values.blocks }),
      ...(values.data !== undefined && { data: values.data }),
    }),
  ablation: () =>
    ablationRatios({
      ...(values.blocks !== undefined && { blocks: values.blocks }),
      ...(values.data !== undefined && { data: values.data }),
      ...(values.only !== undefined && { only: values.only }),
    }),
  mcp: mcpRatios,
  live: liveRatios,
  sync: syncRatios,
  'outliner-engine': outlinerEngineRatios,
  outliner: () =>
    outlinerRatios({
      ...(values.keys !== undefined && { keys: Number(values.keys) }),
      ...(values.only !== undefined && { only: values.only }),
    }),
  accounts: accountsRatios,
  load: () => attackRatios(values.only),
  scale: async () => (await import('./src/scale.ts')).scaleRatios(),
  'side-by-side': () => sideBySideRatios(values.only),
  compare: () =>
    compareRatios({
      base: values.base ?? 'main',
      graph: values.graph ?? refuse('compare needs a folder of notes: --graph FOLDER.'),
      only: values.only,
    }),
}

/** They take long, or need another program or notes. */
const BY_NAME: ReadonlySet<string> = new Set([
  'ablation',
  'scale',
  'compare',
  'side-by-side',
  'outliner',
  'transfer',
])
const unknown = positionals.find((name) => !(name in BENCHMARKS))
if (unknown !== undefined)
  refuse(`there is no benchmark ${unknown}; there are ${Object.keys(BENCHMARKS).join(', ')}.`)
const sizes = positionals.includes('ablation') ? ABLATION_SIZES : SEARCH_SIZES
if (values.blocks !== undefined && !sizes.includes(values.blocks))
  refuse(`--blocks takes ${sizes.join(' or ')}, not ${values.blocks}.`)

const results: Ratio[] = []
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (positionals.length > 0 ? !positionals.includes(name) : BY_NAME.has(name)) continue
  for (const result of await run()) {
    results.push(result)
    if (!values.json) print(result)
  }
}
if (values.json) console.log(JSON.stringify({ results }))
process.exitCode = results.every(({ ratio, target }) => ratio >= target) ? 0 : 1

function refuse(words: string): never {
  console.error(`notegraph: ${words}`)
  process.exit(2)
}

function print({ name, of, to, ratio, target, notes }: Ratio): void {
  const verdict = ratio >= target ? 'ok' : 'BELOW'
  console.log(`${name}\n  ${ratio.toFixed(2)} of ${to} (${of}); meant to be ${target} or more: ${verdict}`)
  if (notes) console.log(`  ${notes}`)
}
