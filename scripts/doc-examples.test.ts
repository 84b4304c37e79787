/** The examples of docstrings: each one parses and calls its function, and those of pure packages state true results. */
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { programOf, runExample } from '../packages/example-tests/src/index.ts'
import { examplesIn, syntaxErrors } from './doc-examples.ts'
import { PURE } from './layers.ts'
import { packageEntries, publicExports } from './public-exports.ts'

const ROOT = resolve(import.meta.dirname, '..')

test.each([
  ['Adds.\n * @example\n * add(1, 2) // 3\n * @returns a sum', ['add(1, 2) // 3']],
  ['Adds.\n * @example\n * ```ts\n * add(1,\n *   2)\n * ```', ['add(1,\n  2)']],
  ['Adds.', []],
])('examples in %j: %j', (doc, examples) => expect(examplesIn(doc)).toEqual(examples))

const examples = publicExports().flatMap(({ package: folder, name, isFunction, doc }) =>
  examplesIn(doc).map((code) => ({ folder, name, isFunction, code })),
)

test.each(examples)('the example of $name in $folder parses and uses $name', ({ name, code }) => {
  expect(syntaxErrors(code)).toEqual([])
  expect(code).toMatch(new RegExp(`\\b${name}\\b`))
})

describe('results that examples of pure packages state', async () => {
  const pure = [...packageEntries().values()].filter(({ folder }) =>
    PURE.includes(folder.replace('packages/', '')),
  )
  const exported = await Promise.all(
    pure.map(async ({ folder, file }) => ({
      folder,
      all: (await import(join(ROOT, file))) as Readonly<Record<string, unknown>>,
    })),
  )
  /** The exports of every pure package; those of the example's own package come first. */
  const scopeOf = (folder: string): Readonly<Record<string, unknown>> =>
    Object.assign(
      {},
      ...exported.map(({ all }) => all),
      ...exported.filter((one) => one.folder === folder).map(({ all }) => all),
    )

  const stating = examples.filter(
    ({ folder, code }) => PURE.includes(folder.replace('packages/', '')) && programOf(code) !== code,
  )
  test.each(stating)('$folder: $name', async ({ folder, code }) => {
    const { actual, stated } = await runExample(
      { code, folder: join(ROOT, folder) },
      { given: scopeOf(folder) },
    )
    expect(stated).not.toEqual([])
    expect(actual).toEqual(stated)
  })
})
