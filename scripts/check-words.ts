/**
 * Holds the use of retired words from growing: in documents, in strings that a user sees, and in comments. The counts
 * of `retired-words.json` may only fall. `--update` writes the present counts, unless a total grew.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { countRetired, grown, retiredIn, totals, type Counts } from './retired-words.ts'

const root = resolve(import.meta.dirname, '..')
const baseline = join(root, 'scripts', 'retired-words.json')

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/*/README.md']
const SEEN_BY_USERS = [
  'packages/web/src/**/*.ts',
  'packages/service/src/words*.ts',
  'packages/contract/src/**/*.ts',
  'packages/mcp-server/src/**/*.ts',
  'apps/cli/src/**/*.ts',
]
const SOURCES = ['{apps,packages}/*/{src,test}/**/*.ts', '{bench,evaluation,scripts}/**/*.ts']

const files = (patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: root })
    .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path))
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

const counts: Counts = { documents: {}, strings: {}, comments: {} }
const details: string[] = []

function add(group: keyof Counts, key: string, path: string, text: string): void {
  const found = retiredIn(text)
  counts[group][key] = (counts[group][key] ?? 0) + found.length
  if (group !== 'comments')
    details.push(...found.map(({ word, instead }) => `${path}: “${word}”; write ${instead}`))
}

for (const path of files(DOCUMENTS)) add('documents', path, path, read(path))
const visible = new Set(files(SEEN_BY_USERS).filter((path) => !isTest(path)))
for (const path of files(SOURCES)) {
  const { program, comments } = parseSync(path, read(path))
  add('comments', packageOf(path), path, comments.map(({ value }) => value).join('\n'))
  if (!visible.has(path)) continue
  const strings: string[] = []
  stringsIn(program, strings)
  add('strings', packageOf(path), path, strings.join('\n'))
}

const present = countRetired(counts)
const before = JSON.parse(readFileSync(baseline, 'utf8')) as Counts
const isUpdate = process.argv.includes('--update')
const faults = isUpdate ? grown(totals(before), totals(present)) : grown(before, present)
for (const { group, key, from, to } of faults) {
  process.stderr.write(`${key}: ${to} retired words in ${group}, ${from} before.\n`)
  for (const line of details.filter((one) => one.startsWith(key))) process.stderr.write(`  ${line}\n`)
}
if (faults.length > 0) process.exitCode = 1
else if (isUpdate) writeFileSync(baseline, `${JSON.stringify(present, undefined, 2)}\n`)
