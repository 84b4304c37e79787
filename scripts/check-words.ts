/**
 * Keeps faults of wording from growing. It counts retired words in documents, comments, titles of tests and strings that
 * users see. It also counts sentences that open with a clause or are too long, and public exports without a docstring or
 * an example.
 *
 * - `node scripts/check-words.ts` fails if a count of `word-counts.json` grew.
 * - `node scripts/check-words.ts --update` writes the present counts, unless a total grew.
 * - `node scripts/check-words.ts --list packages/query` lists the faults of a package or document.
 *
 * After a conflict in `word-counts.json`, take the file of `main`, then run `--update`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import {
  MAX_SENTENCE_WORDS,
  opensWithClause,
  sentencesOfComment,
  sentencesOfMarkdown,
  wordCount,
} from './prose.ts'
import { publicExports } from './public-exports.ts'
import { retiredIn } from './retired-words.ts'
import { titlesIn } from './test-titles.ts'
import { grown, totals, withoutZeros, type Counts } from './word-counts.ts'

const root = resolve(import.meta.dirname, '..')
const baseline = join(root, 'scripts', 'word-counts.json')

const DOCUMENTS = ['*.md', 'docs/**/*.md', '{packages,apps}/*/README.md', '{bench,evaluation,examples}/*.md']
const SEEN_BY_USERS = [
  'packages/web/src/**/*.ts',
  'packages/service/src/{error-messages,request-errors}.ts',
  'packages/contract/src/**/*.ts',
  'packages/{folder,folder-sync,mcp-server,sync}/src/**/*.ts',
  'apps/cli/src/**/*.ts',
]
const SOURCES = ['{apps,packages}/*/{src,test}/**/*.ts', '{bench,evaluation,scripts,trial}/**/*.ts']

const GROUPS = {
  documents: 'retired words in the document',
  strings: 'retired words in strings that users see',
  comments: 'retired words in comments',
  titles: 'retired words in titles of tests',
  openings: 'sentences that open with a "what", "who", "of", "where" or "which" clause',
  lengths: `sentences of more than ${MAX_SENTENCE_WORDS} words`,
  docstrings: 'public exports without a docstring',
  examples: 'public functions without an @example',
} as const

interface Fault {
  readonly group: keyof typeof GROUPS
  /** Path of a document, or folder of a package. */
  readonly key: string
  readonly path: string
  readonly words: string
}

const files = (patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: root })
    .filter((path) => !/(?:^|\/)(?:node_modules|dist|generated)\//.test(path))
    .toSorted()
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const isTest = (path: string): boolean => /\.test\.ts$|\/test\//.test(path)

/** `packages/web`, or `scripts` for a file of a folder that holds no packages. */
const packageOf = (path: string): string => /^(?:apps|packages)\/[^/]+|^[^/]+/.exec(path)![0]

/** Strings and template parts of a program with a space in them: others are names of code. */
function stringsIn(node: unknown, into: string[]): void {
  if (Array.isArray(node)) for (const one of node) stringsIn(one, into)
  else if (typeof node === 'object' && node !== null) {
    const { type, value } = node as { type?: string; value?: unknown }
    const text = type === 'TemplateElement' ? (value as { raw: string }).raw : value
    if ((type === 'Literal' || type === 'TemplateElement') && typeof text === 'string' && text.includes(' '))
      into.push(text)
    for (const one of Object.values(node)) stringsIn(one, into)
  }
}

/** The texts of a file's comments; line comments on lines that follow each other are one text. */
function commentsIn(source: string, comments: ReturnType<typeof parseSync>['comments']): string[] {
  const texts: string[] = []
  let end = -1
  for (const comment of comments) {
    const continues = comment.type === 'Line' && /^[ \t]*\r?\n[ \t]*$/.test(source.slice(end, comment.start))
    if (continues && end >= 0) texts[texts.length - 1] += `\n${comment.value}`
    else texts.push(comment.value)
    end = comment.type === 'Line' ? comment.end : -1
  }
  return texts
}

function* retired(group: Fault['group'], key: string, path: string, text: string): Generator<Fault> {
  for (const { word, instead } of retiredIn(text))
    yield { group, key, path, words: `“${word}”; write ${instead}` }
}

function* sentences(key: string, path: string, found: readonly string[]): Generator<Fault> {
  for (const words of found) {
    if (opensWithClause(words)) yield { group: 'openings', key, path, words }
    if (wordCount(words) > MAX_SENTENCE_WORDS) yield { group: 'lengths', key, path, words }
  }
}

function* faultsOfSource(path: string, isVisible: boolean): Generator<Fault> {
  const source = read(path)
  const { program, comments } = parseSync(path, source)
  const key = packageOf(path)
  yield* retired('comments', key, path, comments.map(({ value }) => value).join('\n'))
  yield* retired('titles', key, path, titlesIn(program).join('\n'))
  yield* sentences(key, path, commentsIn(source, comments).flatMap(sentencesOfComment))
  if (!isVisible) return
  const strings: string[] = []
  stringsIn(program, strings)
  yield* retired('strings', key, path, strings.join('\n'))
}

function* faultsOfExports(): Generator<Fault> {
  for (const { package: key, name, file: path, isFunction, doc } of publicExports()) {
    if (doc === '') yield { group: 'docstrings', key, path, words: name }
    if (isFunction && !/^\s*\*?\s*@example\b/m.test(doc)) yield { group: 'examples', key, path, words: name }
  }
}

function* allFaults(): Generator<Fault> {
  for (const path of files(DOCUMENTS)) {
    yield* retired('documents', path, path, read(path))
    yield* sentences(path, path, sentencesOfMarkdown(read(path)))
  }
  const visible = new Set(files(SEEN_BY_USERS).filter((path) => !isTest(path)))
  for (const path of files(SOURCES)) yield* faultsOfSource(path, visible.has(path))
  yield* faultsOfExports()
}

function countsOf(faults: readonly Fault[]): Counts {
  const counts: Record<string, Record<string, number>> = {}
  for (const group of Object.keys(GROUPS)) counts[group] = {}
  for (const { group, key } of faults) counts[group]![key] = (counts[group]![key] ?? 0) + 1
  return withoutZeros(counts)
}

const list = (faults: readonly Fault[]): string =>
  faults.map(({ group, path, words }) => `  ${path}: ${group}: ${words}\n`).join('')

const faults = [...allFaults()]
const [mode, key = ''] = process.argv.slice(2)
if (mode === '--list') process.stdout.write(list(faults.filter((fault) => fault.key === key)))
else {
  const present = countsOf(faults)
  const before = JSON.parse(readFileSync(baseline, 'utf8')) as Counts
  const growths = mode === '--update' ? grown(totals(before), totals(present)) : grown(before, present)
  for (const { group, key: where, from, to } of growths) {
    process.stderr.write(`${where}: ${to} ${GROUPS[group as keyof typeof GROUPS]}, ${from} before.\n`)
    process.stderr.write(list(faults.filter((fault) => fault.group === group && fault.key === where)))
  }
  if (growths.length > 0) process.exitCode = 1
  else if (mode === '--update') writeFileSync(baseline, `${JSON.stringify(present, undefined, 2)}\n`)
}
