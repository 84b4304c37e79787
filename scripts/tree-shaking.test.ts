/**
 * A bundle contains only the code that it imports. A statement at the top of a module with a possible side effect, such
 * as a call or `new Map(…)`, would keep everything that it names.
 *
 * @module-tag process
 * @module-tag first-ring
 */
import { build } from 'esbuild'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const packages = resolve(import.meta.dirname, '../packages')

/** The size of a bundle for browsers, compressed, in KB. */
async function weigh(name: string, imported: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${imported} } from './${name}/dist/index.js'`,
      resolveDir: packages,
    },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  return gzipSync(outputFiles[0]!.contents).length / 1000
}

test.each([
  ['graph', 'outline', 3],
  ['graph', 'orderBetween', 1],
  ['graph', 'isRecordId', 1],
  ['block-text', 'fold', 1],
  ['block-text', 'readDay', 1],
  ['page-types', 'PAGE_TYPE_IDS', 1],
  ['sync', 'fetchTransport', 3],
  ['sync', 'systemEnvironment', 1],
] as const)('%s: %s alone takes less than %d KB', async (name, imported, most) => {
  expect(await weigh(name, imported)).toBeLessThan(most)
})
