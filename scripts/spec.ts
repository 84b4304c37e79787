/** The rules and headings of `docs/spec`, and the places in the code that cite them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../docs/spec')

/** Pages of the specification. Any other `@see` names code or an outside source. */
const PAGES = [
  'service',
  'decisions',
  'query',
  'types',
  'sync',
  'operations',
  'assistants',
  'events',
  'sharing',
  'history',
  'outliner',
] as const
export type SpecPage = (typeof PAGES)[number]

/** The page of a rule, by the letter of its citation. */
const RULES: Readonly<Record<string, SpecPage>> = {
  D: 'decisions',
  A: 'assistants',
  V: 'events',
  S: 'sharing',
  H: 'history',
  O: 'outliner',
}
const LETTER = `[${Object.keys(RULES).join('')}]`
const RULE_LINE = new RegExp(`^\\*\\*(${LETTER})(\\d[\\d.]*)\\*\\*`)
const RULE_TAG = new RegExp(`^${LETTER}?\\d[\\d.]*(, ${LETTER}?\\d[\\d.]*)*$`)
const TAG = new RegExp(
  `['"\`]\\[((?:${LETTER}\\d|Q |sync |sync,|service,|operations\\b|limits\\]|errors\\]|lists\\]|types\\]|\\d)[^\\][]*)\\] `,
  'g',
)

/**
 * Every name that cites a rule, in lower case: `decisions 2.9`, `sync, routes`, `sync, the server's rules 5`, `query,
 * between`.
 */
export function specNames(): ReadonlySet<string> {
  const names = new Set<string>()
  for (const page of PAGES) {
    names.add(page)
    let heading = ''
    let level = ''
    for (const line of readFileSync(join(FOLDER, `${page}.md`), 'utf8').split('\n')) {
      const head = /^(#{2,3}) (?:(\d+)\. )?(.+)$/.exec(line)
      const item = /^ *(\d+[a-z]?)\. /.exec(line)
      const rule = RULE_LINE.exec(line)
      if (head) {
        level = head[2] ?? ''
        heading = head[3]!.toLowerCase()
        for (const part of heading.split(/: |, | and /)) names.add(`${page}, ${part}`)
        names.add(`${page}, ${heading}`)
        if (level) names.add(`${page} ${level}`).add(`${page}, ${level}. ${heading}`)
      } else if (rule) names.add(`${RULES[rule[1]!]} ${rule[2]}`)
      else if (item) names.add(`${page}, ${heading} ${item[1]}`)
      else if (page === 'query' && line.startsWith('| ')) addOperands(line, names)
    }
  }
  return names
}

function addOperands(line: string, names: Set<string>): void {
  const cell = line.split('|')[1]!
  for (const [, operator] of cell.matchAll(/`\(([a-z-]+)/g)) names.add(`query, ${operator}`)
  for (const [, kind] of cell.matchAll(/\((string|link)\)/g)) names.add(`query, ${kind}`)
  if (cell.includes('`word`')) names.add('query, word')
}

export interface Citation {
  /** The path from the top of the checkout. */
  readonly file: string
  readonly text: string
  /** The cited names, in the form of `specNames`. */
  readonly names: readonly string[]
}

/** The text after each `@see`. */
export const seesIn = (source: string): string[] =>
  [...source.matchAll(/@see (.+?)(?: *\*\/|$)/gm)].map(([, text]) => text!)

/** The citations in one source file: in `@see`, and in the brackets at the start of a test name. */
export function citationsIn(file: string, source: string): Citation[] {
  const sees = seesIn(source)
  const tags = file.endsWith('.ts') ? [...source.matchAll(TAG)].map(([, tag]) => tag!) : []
  return [
    ...sees.flatMap((text) => {
      const names = namesOfSee(text)
      return names ? [{ file, text, names }] : []
    }),
    ...tags.flatMap((text) => {
      const names = namesOfTag(text)
      return names ? [{ file, text, names }] : []
    }),
  ]
}

const SECTIONS: Readonly<Record<string, string>> = {
  limits: 'service, limits',
  errors: 'service, errors',
  lists: 'service, list envelope',
  types: 'types',
  sync: 'sync',
  operations: 'operations',
}

function namesOfTag(tag: string): string[] | undefined {
  // A table fills in the rest.
  if (tag.includes('%') || tag.includes('$')) return undefined
  const section = SECTIONS[tag]
  if (section) return [section]
  if (RULE_TAG.test(tag)) return tag.split(', ').map(ruleOfTag)
  const q = /^Q (.+?)(: .*)?$/.exec(tag)
  if (q) return [`query, ${q[1]!.split(' ')[0]!.toLowerCase()}`]
  const sync = /^sync (server|device|idea) (\d+[a-z]?)$/.exec(tag)
  if (sync) return [syncRule(sync[1]!, sync[2]!)]
  return [tag.toLowerCase()]
}

const ruleOfTag = (rule: string): string => {
  const page = RULES[rule[0]!]
  return page ? `${page} ${rule.slice(1)}` : `service ${rule}`
}

const syncRule = (kind: string, number: string): string =>
  kind === 'idea' ? `sync, ideas ${number}` : `sync, the ${kind}'s rules ${number}`

/** @returns undefined if the text cites no page of the specification */
function namesOfSee(text: string): string[] | undefined {
  const names = text.split('; ').flatMap((part) => {
    const page = PAGES.find(
      (known) => part === known || part.startsWith(`${known} `) || part.startsWith(`${known}, `),
    )
    if (!page) return []
    const rest = part.slice(page.length).replace(/^,? /, '')
    if (rest === '') return [page]
    if (Object.values(RULES).includes(page)) return numbers(rest).map((number) => `${page} ${number}`)
    return sections(page, rest)
  })
  return names.length > 0 ? names : undefined
}

/** Each number in `1.2, 2.5`, `5.1 to 5.3`, `8 and 9`. */
function numbers(text: string): string[] {
  return text
    .split(/, | and /)
    .filter((part) => /^\d/.test(part))
    .flatMap((part) => {
      const range = /^(?:(\d+)\.)?(\d+) to (?:\d+\.)?(\d+)$/.exec(part)
      if (!range) return [part.replace(/[^\d.].*$/, '').replace(/\.$/, '')]
      const [, section, from, to] = range
      const count = Number(to) - Number(from) + 1
      return Array.from({ length: count }, (_, n) => `${section ? `${section}.` : ''}${Number(from) + n}`)
    })
}

/** Each section in `Routes and The server's rules 2, 4`, `endpoints 1 to 7`, `Limits`. */
function sections(page: string, text: string): string[] {
  const endpoints = /^endpoints? (.+)$/.exec(text)
  if (endpoints)
    return numbers(endpoints[1]!.replace(/ and [A-Z].*$/, '')).map((number) => `${page} ${number}`)
  let last = ''
  return text
    .replaceAll(/,? and (?=[A-Z])/g, ', ')
    .split(', ')
    .flatMap((part) => {
      const numbered = /^(\D+?) (\d.*)$/.exec(part)
      if (numbered) {
        last = `${page}, ${numbered[1]!.toLowerCase()}`
        return numbers(numbered[2]!).map((number) => `${last} ${number}`)
      }
      if (/^\d/.test(part))
        return numbers(part).map((number) => (last ? `${last} ${number}` : `${page} ${number}`))
      return [`${page}, ${part.toLowerCase()}`]
    })
}
