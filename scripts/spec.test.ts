/** Each citation of the specification, in a comment or a test name, leads to a rule or a heading of `docs/spec`. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PAGE_TYPES } from '../packages/page-types/src/index.ts'
import { expect, test } from 'vitest'
import { testsByRule } from './rule-tests.ts'
import { citationsIn, seesIn, specNames } from './spec.ts'

const ROOT = join(import.meta.dirname, '..')
const names = specNames()

test.each([
  ['@see decisions 5.1 to 5.3, 6.1', ['decisions 5.1', 'decisions 5.2', 'decisions 5.3', 'decisions 6.1']],
  [
    "@see sync, Routes and The server's rules 2 and 4",
    ['sync, routes', "sync, the server's rules 2", "sync, the server's rules 4"],
  ],
  ['@see service, endpoints 1 to 3 and Write answer', ['service 1', 'service 2', 'service 3']],
  ['@see query, Operands', ['query, operands']],
  ["test('[D1.1, D1.2] names", ['decisions 1.1', 'decisions 1.2']],
  ["test('[sync device 8] siblings", ["sync, the device's rules 8"]],
  ["test('[Q between FIELD] days", ['query, between']],
  ['@see assistants 3.2, 6', ['assistants 3.2', 'assistants 6']],
  ["test('[6, A3.2] tasks", ['service 6', 'assistants 3.2']],
  ['@see searchedWords', []],
])('%s cites %j', (source, expected) => {
  expect(citationsIn('a.ts', `${source}\n`).flatMap((citation) => citation.names)).toEqual(expected)
})

/** All code that git tracks or would add. */
function sources(): { file: string; source: string }[] {
  return execFileSync('git', ['ls-files', 'packages', 'apps', 'scripts', 'bench', 'trial'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) => file.endsWith('.ts') && !file.startsWith('scripts/spec.') && existsSync(join(ROOT, file)),
    )
    .map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
}

test('every citation leads to a rule or a heading', () => {
  const citations = sources().flatMap(({ file, source }) => citationsIn(file, source))
  expect(citations.length).toBeGreaterThan(500)
  const lost = citations.flatMap(({ file, text, names: cited }) =>
    cited.filter((name) => !names.has(name)).map((name) => `${file}: ${text} (${name})`),
  )
  expect(lost).toEqual([])
})

test('every rule of the outliner has a test', () => {
  const tested = testsByRule('O')
  const rules = [...names].filter((name) => /^outliner \d/.test(name)).map((name) => `O${name.slice(9)}`)
  expect(rules.length).toBeGreaterThan(30)
  // `bench outliner` measures how fast it is.
  expect(rules.filter((rule) => !rule.startsWith('O6.') && !tested.has(rule))).toEqual([])
})

/** Standards and documents outside this project. */
const OUTSIDE = /^(https:|RFC \d|OpenID |draft-|docs\/)/

test('every other @see names an outside source, or something that the code declares', () => {
  const declared = new Set(
    sources().flatMap(({ source }) =>
      [...source.matchAll(/\b(?:function|const|class|interface|type) (\w+)/g)].map(([, name]) => name!),
    ),
  )
  const lost = sources().flatMap(({ file, source }) =>
    seesIn(source)
      .filter((text) => !OUTSIDE.test(text) && citationsIn(file, `@see ${text}`).length === 0)
      .filter((text) => !declared.has(/^\w+/.exec(text)?.[0] ?? ''))
      .map((text) => `${file}: ${text}`),
  )
  expect(lost).toEqual([])
})

test('the page of the types says what the registry says', async () => {
  await expect(typesPage()).toMatchFileSnapshot('../docs/spec/types.md')
})

function typesPage(): string {
  const sections = PAGE_TYPES.map(({ type, label, plural, fields }) => {
    const rows = fields.map(({ key, label: name, kind, of, options }) => {
      const detail = of ? `of ${of}` : (options?.join(', ') ?? '')
      return `| \`${key}\` | ${name} | \`${kind}\` | ${detail} |`
    })
    return [
      `## ${type}`,
      '',
      `${label}, plural ${plural}.`,
      '',
      '| key | label | kind | details |',
      '| --- | --- | --- | --- |',
      ...rows,
      '',
    ].join('\n')
  })
  const head = [
    '# Page types',
    '',
    'The types that a page can have, in the order in which they are shown, with their fields. A relation (`ref`) names pages',
    'of the type in its details, and accepts others. A selection (`select`) accepts its options and other words. A label that',
    'is also the key of another type is no clash: lookups stay inside one type.',
    '',
    '',
  ].join('\n')
  return head + sections.join('\n')
}

test.each(['service', 'decisions', 'query', 'types', 'sync', 'operations', 'assistants', 'outliner'])(
  '%s.md is listed on the first page',
  (page) => {
    expect(readFileSync(join(ROOT, 'docs/spec/README.md'), 'utf8')).toContain(`(${page}.md)`)
  },
)
