/**
 * Measures whether each idea has one home: `node scripts/measure-structure.ts [REVISION or FOLDER…]` prints a table with
 * a column for each, by default for this checkout. `--list` adds the places of the first row, and the short files.
 *
 * A folder is a checkout that is set up. Only there can requests run, so a revision has no rows of them. The rules of
 * counting are textual, and each is said beside its function.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from './docs.ts'

/** Text by path, from the top of the checkout. */
export type Files = ReadonlyMap<string, string>

/** Code, and the printed schemas of databases. Generated code is not in git, so it does not count. */
const CODE = /^(?:packages|apps|bench|evaluation|examples|trial|scripts)\/.*\.(?:tsx?|mts|mjs)$/
const TABLES = /^packages\/store.*\/schema\/.*\.(?:txt|sql)$/
const TEST = /\.test\.tsx?$|\/test\/|^packages\/[\w-]+-tests\//

const isSource = (path: string): boolean => CODE.test(path) && !TEST.test(path)

/** Lines of a text, without the empty string after the last. */
const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n')

function linesIn(files: Files, within: (path: string) => boolean): number {
  let lines = 0
  for (const [path, text] of files) if (within(path)) lines += linesOf(text).length
  return lines
}

/** Blanks comments and keeps the numbers of lines. An address in a string keeps its slashes. */
const withoutComments = (text: string): string =>
  text
    .replaceAll(/^ *\/\*\*[^]*?\*\/$/gm, (comment) => comment.replaceAll(/[^\n]/g, ''))
    .replaceAll(/^ *\/\/.*$/gm, '')

/** The members of a webhook beside `url`: as it is stored and shown, and as it is sent. `_` and case make no difference. */
const SHAPES: readonly (readonly string[])[] = [
  'secret formersecret formeruntil filter withblocks dueat failingsince offat offwhy'.split(' '),
  'page tag type query by token blocks'.split(' '),
]
/** A place that has so many of them lists them; one that has fewer only uses some. */
const LISTED = 5

/**
 * Finds the places that declare the shape of a webhook. A place is a statement at the top of a module, or a printed
 * schema as a whole. The word webhook is in its text or path, and it has `url` and {@link LISTED} more members of a shape.
 * @returns `path:line` of each
 */
export function webhookShapes(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!isSource(path) && !TABLES.test(path)) return []
    const places = TABLES.test(path) ? [{ line: 1, text }] : statementsOf(withoutComments(text))
    return places
      .filter((place) => /webhook/i.test(path + place.text) && listsMembers(place.text))
      .map(({ line }) => `${path}:${line}`)
  })
}

function listsMembers(text: string): boolean {
  const words = new Set(text.match(/\w+/g)?.map((word) => word.replaceAll('_', '').toLowerCase()))
  return (
    words.has('url') &&
    SHAPES.some((members) => members.filter((member) => words.has(member)).length >= LISTED)
  )
}

/** The statements of a module: each begins with a word at the start of a line. */
function statementsOf(text: string): { readonly line: number; text: string }[] {
  const statements: { readonly line: number; text: string }[] = []
  for (const [index, line] of text.split('\n').entries())
    if (/^[a-z]/i.test(line)) statements.push({ line: index + 1, text: line })
    else if (statements.length > 0) statements.at(-1)!.text += `\n${line}`
  return statements
}

const SHORT = 30

/** Files of source with fewer than 30 lines that only one other file of source imports. */
export function shortWithOneImporter(files: Files): string[] {
  const importers = new Map<string, number>()
  for (const [path, text] of files) {
    if (!isSource(path)) continue
    const targets = [...text.matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/g)].map(([, to]) =>
      join(dirname(path), to!),
    )
    for (const target of new Set(targets)) importers.set(target, (importers.get(target) ?? 0) + 1)
  }
  return [...importers]
    .filter(([path, count]) => count === 1 && isSource(path) && linesOf(files.get(path) ?? '').length < SHORT)
    .map(([path]) => path)
    .filter((path) => files.has(path))
}

const RUN = 6

/**
 * Counts lines of source that repeat six or more lines in a row of the same file or another. The first place does not
 * count. Imports, comments, empty lines and indents do not count.
 */
export function repeatedLines(files: Files): number {
  const seen = new Set<string>()
  let repeated = 0
  for (const [path, text] of files) {
    if (!isSource(path)) continue
    const lines = withoutComments(text)
      .replaceAll(/^(?:import|export) [^'`(=]*? from '[^']*'$/gm, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    let counted = 0
    for (let at = 0; at + RUN <= lines.length; at++) {
      const run = lines.slice(at, at + RUN).join('\n')
      if (seen.has(run)) {
        repeated += at + RUN - Math.max(at, counted)
        counted = at + RUN
      }
      seen.add(run)
    }
  }
  return repeated
}

const countOf = (files: Files, pattern: RegExp): number =>
  [...files.keys()].filter((path) => pattern.test(path)).length

const CLIENT = /^packages\/client\/(?:src|gen)\/(?!.*\.test\.ts$)/
const ACCOUNT_SQL = /^packages\/store(?:-postgres)?\/src\/(?:sqlite\/)?account(?:s|-sql)\/(?!.*\.test\.ts$)/
const MIGRATION = /\/schema\/(?:\w+\/)?\d{4}-[\w-]+\.ts$/

/** @returns the count of each row of the table that needs only files */
export function measure(files: Files): Record<string, number> {
  return {
    'declarations of the shape of a webhook': webhookShapes(files).length,
    'lines of `client` by hand, with its generator': linesIn(files, (path) => CLIENT.test(path)),
    'lines of account SQL, both databases': linesIn(files, (path) => ACCOUNT_SQL.test(path)),
    'migrations, both databases': countOf(files, MIGRATION),
    'files of source': [...files.keys()].filter(isSource).length,
    'lines of source': linesIn(files, isSource),
    'lines of tests': linesIn(files, (path) => CODE.test(path) && TEST.test(path)),
    'files under 30 lines with one importer': shortWithOneImporter(files).length,
    'lines of source that repeat, six or more in a row': repeatedLines(files),
  }
}

/** The requests of the table, of those that `bench/src/trace.ts` sends. */
const TRACED = ['GET page', 'GET search', 'POST block', 'POST outline', 'MCP add_block', 'POST push']

/** Runs the requests in a checkout that is set up. @returns `files, functions` of each */
function trace(folder: string): Record<string, string> {
  const temporary = mkdtempSync(join(tmpdir(), 'notegraph-trace-'))
  try {
    const record = join(temporary, 'costs.json')
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--conditions=notegraph', join(folder, 'bench/src/trace.ts'), '--write', '--record', record],
      { cwd: folder, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`bench/src/trace.ts failed in ${folder}. Is it set up?\n${stderr}`)
    const costs = JSON.parse(readFileSync(record, 'utf8')) as Record<
      string,
      { files: number; functions: number }
    >
    return Object.fromEntries(
      TRACED.flatMap((name) => {
        const cost = costs[name]
        return cost ? [[`files and functions of ${name}`, `${cost.files}, ${cost.functions}`]] : []
      }),
    )
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

/** The files that git has in a checkout. */
function filesIn(folder: string, paths: readonly string[]): Files {
  const wanted = paths.filter(
    (path) => (CODE.test(path) || TABLES.test(path)) && existsSync(join(folder, path)),
  )
  return new Map(wanted.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 })

function filesOf(of: string): Files {
  if (existsSync(of) && statSync(of).isDirectory()) return filesIn(of, git(of, 'ls-files').trim().split('\n'))
  const temporary = mkdtempSync(join(tmpdir(), 'notegraph-structure-'))
  try {
    const archive = join(temporary, 'revision.tar')
    git(ROOT, 'archive', '--output', archive, of)
    execFileSync('tar', ['-xf', archive, '-C', temporary])
    return filesIn(temporary, git(ROOT, 'ls-tree', '-r', '--name-only', of).trim().split('\n'))
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { list: { type: 'boolean' } },
    allowPositionals: true,
  })
  const columns = (positionals.length > 0 ? positionals : [ROOT]).map((of) => {
    const files = filesOf(of)
    if (values.list)
      console.log([of, ...webhookShapes(files), '', ...shortWithOneImporter(files), ''].join('\n'))
    const measured: Record<string, number | string> = measure(files)
    if (!existsSync(of)) return { of, measured }
    return { of: git(of, 'rev-parse', '--short=8', 'HEAD').trim(), measured: { ...measured, ...trace(of) } }
  })
  const names = new Set(columns.flatMap(({ measured }) => Object.keys(measured)))
  const rows = [
    ['measure', ...columns.map(({ of }) => of)],
    ['---', ...columns.map(() => '--:')],
    ...[...names].map((name) => [
      name,
      ...columns.map(({ measured }) => measured[name]?.toLocaleString('en') ?? '–'),
    ]),
  ]
  console.log(rows.map((row) => `| ${row.join(' | ')} |`).join('\n'))
}
