/**
 * A bundle holds only what it imports. A statement at the top of a module that a bundler takes for an effect (a call, a
 * `new Map` of something) would bring along all that it names.
 */
import { build } from 'esbuild'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const packages = resolve(import.meta.dirname, '../packages')

/** What is built, as a bundler for browsers takes it: in KB, compressed. */
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
  ['sync', 'systemSurroundings', 1],
] as const)('%s: %s alone takes less than %d KB', async (name, imported, most) => {
  expect(await weigh(name, imported)).toBeLessThan(most)
})
