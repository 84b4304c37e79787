/**
 * Runs an example of a document: writes it to a temporary module in the package of the document, and imports that. So
 * imports resolve as they do for a reader.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { moduleOf } from './program.ts'

/** An example of a document. */
export interface Example {
  /** TypeScript. */
  readonly code: string
  /** The path of the package that resolves the imports. */
  readonly folder: string
}

/** @returns the code of the examples in a document, in its order: its blocks of TypeScript */
export const examplesOf = (markdown: string): string[] =>
  Array.from(markdown.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code]) => code!)

/** @returns the examples of a README in its order */
export function readmeExamples(readme: URL): Example[] {
  const folder = fileURLToPath(new URL('.', readme))
  return examplesOf(readFileSync(readme, 'utf8')).map((code) => ({ code, folder }))
}

/** Imports an example that exports values. @returns its exports */
export async function importExample<Exports>({ code, folder }: Example): Promise<Exports> {
  // Git, and so formatters, ignores this folder. Below `node_modules`, Node would refuse TypeScript.
  const modules = join(folder, '.examples')
  mkdirSync(modules, { recursive: true })
  const file = join(modules, `${randomUUID()}.ts`)
  writeFileSync(file, code)
  try {
    return (await import(pathToFileURL(file).href)) as Exports
  } finally {
    rmSync(file)
  }
}

/** Values that pass between an example and its test. */
export interface RunOptions {
  /** Values for names that the example leaves to its reader, and for globals. */
  readonly given?: Readonly<Record<string, unknown>>
  /** The constants of the example that the test needs. */
  readonly returned?: readonly string[]
}

/** The values of an example. */
export interface RunResult {
  /** For each result that a comment states, the value that the example computes. */
  readonly actual: readonly unknown[]
  /** The stated results, in the same order. */
  readonly stated: readonly unknown[]
  /** The constants in `returned`, by name. */
  readonly values: Readonly<Record<string, unknown>>
}

type Check = (actual: unknown, stated: unknown) => void

/** Runs an example that exports nothing. Fails if the example throws. */
export async function runExample(example: Example, options: RunOptions = {}): Promise<RunResult> {
  const { given = {}, returned = [] } = options
  const code = moduleOf(example.code, Object.keys(given), returned)
  const { run } = await importExample<{
    run: (values: typeof given, check: Check) => Promise<RunResult['values']>
  }>({ ...example, code })
  const actual: unknown[] = []
  const stated: unknown[] = []
  const values = await run(given, (one, other) => {
    actual.push(one)
    stated.push(other)
  })
  return { actual, stated, values }
}
