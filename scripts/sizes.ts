/**
 * The sizes of the published packages, as a table of docs/packages.md. `npm run sizes` measures them and fails if one
 * differs from the table by more than a tenth. With `--write` it updates the table.
 *
 * The code of a package is its main entry, bundled, minified and compressed. A package for browsers has another size,
 * with everything that it imports: the most that it adds to an app.
 */
import { build } from 'esbuild'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { format, resolveConfig } from 'prettier'
import { ROOT } from './docs.ts'
import { PORTABLE } from './layers.ts'
import { packAll, type Packed } from './pack.ts'

/** The sizes of a package, in kB of 1,000 bytes. */
export interface Sizes {
  readonly name: string
  /** Its own code, compressed. */
  readonly code: number
  /** Its code with everything that it imports, compressed; only of a package that runs in browsers. */
  readonly whole?: number | undefined
  /** The archive that is published. */
  readonly archive: number
}

const DOCUMENT = join(ROOT, 'docs/packages.md')

/** A size may differ from the table by a tenth, and by this many kB in any case. */
const TENTH = 0.1
const SLACK = 0.3

const toKilobytes = (bytes: number): number => Math.round(bytes / 100) / 10

/** Measures the built packages. @returns their sizes by name */
export async function measure(packed: readonly Packed[]): Promise<Sizes[]> {
  const sizes: Sizes[] = []
  for (const { name, path, directory } of packed) {
    const inBrowsers = PORTABLE.includes(name)
    sizes.push({
      name,
      code: await bundled(directory, inBrowsers, 'external'),
      whole: inBrowsers ? await bundled(directory, true, 'bundle') : undefined,
      archive: toKilobytes(statSync(path).size),
    })
  }
  return sizes.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

async function bundled(
  directory: string,
  inBrowsers: boolean,
  packages: 'bundle' | 'external',
): Promise<number> {
  const dist = join(ROOT, directory, 'dist')
  const library = join(dist, 'index.js')
  const { outputFiles } = await build({
    // A program that no code imports has only a main module.
    entryPoints: [existsSync(library) ? library : join(dist, 'main.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: inBrowsers ? 'browser' : 'node',
    packages,
    write: false,
    logLevel: 'silent',
  })
  return toKilobytes(gzipSync(outputFiles[0]!.contents).length)
}

const HEAD = ['package', 'runs in', 'code, kB', 'with all that it imports, kB', 'archive, kB']
const NONE = '–'

/** The table as Markdown. */
export function sizesTable(sizes: readonly Sizes[]): string {
  const rows = sizes.map(({ name, code, whole, archive }) => [
    `\`${name}\``,
    whole === undefined ? 'Node' : 'browsers, Node, Bun, Deno',
    code.toFixed(1),
    whole?.toFixed(1) ?? NONE,
    archive.toFixed(1),
  ])
  return [HEAD, ['---', '---', '--:', '--:', '--:'], ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

const MARKS = /(<!-- sizes: [^\n]* -->\n)([^]*?)(<!-- \/sizes -->)/

/** Reads the table between its marks in a document. */
export function sizesIn(markdown: string): Sizes[] {
  const table = MARKS.exec(markdown)?.[2] ?? ''
  return [...table.matchAll(/^\| `([\w-]+)` *\|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(
    ([, name, code, whole, archive]) => ({
      name: name!,
      code: Number(code),
      whole: whole!.trim() === NONE ? undefined : Number(whole),
      archive: Number(archive),
    }),
  )
}

/** @returns the document with other sizes between its marks */
export const withSizes = (markdown: string, sizes: readonly Sizes[]): string =>
  markdown.replace(MARKS, (_, open: string, __, close: string) => `${open}\n${sizesTable(sizes)}\n\n${close}`)

/** @returns one line for each size that differs from the table */
export function differences(stated: readonly Sizes[], measured: readonly Sizes[]): string[] {
  const byName = new Map(stated.map((sizes) => [sizes.name, sizes]))
  const gone = stated.filter(({ name }) => measured.every((sizes) => sizes.name !== name))
  return [
    ...measured.flatMap((now) => {
      const before = byName.get(now.name)
      if (!before) return [`${now.name} is not in the table.`]
      return (['code', 'whole', 'archive'] as const)
        .filter((kind) => !isNear(before[kind] ?? 0, now[kind] ?? 0))
        .map(
          (kind) => `${now.name}: ${kind} has ${now[kind] ?? 0} kB, and ${before[kind] ?? 0} in the table.`,
        )
    }),
    ...gone.map(({ name }) => `${name} is in the table, and is not published.`),
  ]
}

const isNear = (stated: number, measured: number): boolean =>
  // Tenths have no exact form in binary, so the difference is rounded to one.
  Math.round(Math.abs(measured - stated) * 10) / 10 <= Math.max(SLACK, stated * TENTH)

/** @throws if a size differs from the table of docs/packages.md */
export async function checkSizes(packed: readonly Packed[]): Promise<void> {
  const found = differences(sizesIn(readFileSync(DOCUMENT, 'utf8')), await measure(packed))
  if (found.length > 0)
    throw new Error(
      `${found.join('\n')}\nIf this is meant, run npm run sizes -- --write. Else find the new import.`,
    )
}

async function writeSizes(packed: readonly Packed[]): Promise<void> {
  const text = withSizes(readFileSync(DOCUMENT, 'utf8'), await measure(packed))
  writeFileSync(DOCUMENT, await format(text, { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT }))
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'notegraph-sizes-'))
  try {
    const packed = packAll(folder)
    await (process.argv.includes('--write') ? writeSizes : checkSizes)(packed)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
