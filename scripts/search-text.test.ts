/**
 * The search of a site of plain files runs in a browser without modules. So the folding of search and the places of words
 * are one script, which `vitest -u` writes.
 *
 * @module-tag process
 * @module-tag first-ring
 */
import { build } from 'esbuild'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

test('[D5.1] the script of static sites folds as the packages do', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { searchedText, snippetOf, WordsFinder, wordPlaces } from '@notegraph/block-text'",
      resolveDir: resolve(root, 'packages/web'),
    },
    banner: { js: '/* Written by scripts/search-text.test.ts from packages/block-text. */' },
    bundle: true,
    charset: 'utf8',
    conditions: ['notegraph'],
    format: 'iife',
    globalName: 'notegraphText',
    minify: true,
    target: 'es2023',
    write: false,
  })
  const { text } = outputFiles[0]!
  await expect(text).toMatchFileSnapshot(resolve(root, 'packages/web/assets/generated/search-text.js'))
})
