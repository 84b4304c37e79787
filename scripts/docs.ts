/**
 * Reads the Markdown of the repository for tests: links, headings, paths in code spans, and the picture of the layers.
 */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LAYERS, PURE } from './layers.ts'

export const ROOT: string = resolve(import.meta.dirname, '..')

/** Every path that git tracks or would add, and each folder of one, from the top of the checkout. */
export function repositoryPaths(): ReadonlySet<string> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const paths = new Set<string>()
  for (const file of listed.trim().split('\n'))
    for (let path = file; path !== '.' && !paths.has(path); path = dirname(path)) paths.add(path)
  return paths
}

/** Markdown with each fenced block and each comment blanked. */
const withoutFences = (markdown: string): string =>
  markdown.replaceAll(/^(`{3,}|~{3,}).*\n[^]*?^\1`*$/gm, '').replaceAll(/<!--[^]*?-->/g, '')

const withoutCode = (markdown: string): string => withoutFences(markdown).replaceAll(/(`+)[^]*?\1/g, '')

/** Link and picture targets of a document, except URLs. */
export function linksIn(markdown: string): string[] {
  const text = withoutCode(markdown)
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)]
  const references = [...text.matchAll(/^\[[^\]]+\]: +(\S+)$/gm)]
  return [...inline, ...references].map(([, to]) => to!).filter((to) => !/^(?:[a-z]+:|\/)/i.test(to))
}

/** Creates the function that gives the headings of one document their anchors, as GitHub derives them. */
export function anchorMaker(): (heading: string) => string {
  const counts = new Map<string, number>()
  return (heading) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const count = counts.get(slug) ?? 0
    counts.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

/** Anchors of the headings of a document. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const anchorOf = anchorMaker()
  const headings = withoutFences(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)
  return new Set(Array.from(headings, ([, heading]) => anchorOf(heading!)))
}

/** Code spans that look like a path from the top of the repository. A star matches any name. */
export function pathsIn(markdown: string): string[] {
  return [...withoutFences(markdown).matchAll(/`([^`\n]+)`/g)]
    .map(([, code]) => code!.replace(/^\/(?=packages|apps)/, '').replace(/\/$/, ''))
    .filter((code) =>
      /^(?:packages|apps|docs|scripts|bench|evaluation|examples|\.ci)\/[\w@.*/-]+$/.test(code),
    )
}

/** @returns whether the repository has a path, which may contain stars */
export function isThere(path: string, paths: ReadonlySet<string>): boolean {
  return paths.has(path) || (path.includes('*') && globSync(path, { cwd: ROOT }).length > 0)
}

/** The target of a relative link: a file from the top of the checkout, and an anchor in it. */
export function targetOf(file: string, link: string): { readonly path: string; readonly anchor: string } {
  const [path = '', anchor = ''] = link.split('#')
  const full = path === '' ? file : join(dirname(file), decodeURIComponent(path)).replace(/\/$/, '')
  return { path: full, anchor: decodeURIComponent(anchor) }
}

const MARKS = /(<!-- picture: [^\n]* -->\n)[^]*?(<!-- \/picture -->)/

/** @returns the document with the current picture of the layers between its marks */
export const withPicture = (markdown: string): string =>
  markdown.replace(
    MARKS,
    (_, open: string, close: string) => `${open}\n\`\`\`\n${picture()}\n\`\`\`\n\n${close}`,
  )

/** The layers from top to bottom: each package with its description, and a star if it is pure. */
function picture(): string {
  const widest = Math.max(...LAYERS.flat().map((name) => name.length))
  const layers = LAYERS.map((names) =>
    names
      .map((name) => `${PURE.includes(name) ? '*' : ' '} ${name.padEnd(widest)}  ${descriptionOf(name)}`)
      .join('\n'),
  )
  return `${layers.join('\n    ↓\n')}\n\n* pure: no Node, no clock, no random numbers`
}

function descriptionOf(name: string): string {
  const [manifest] = globSync(`{packages,apps,.}/${name}/package.json`, { cwd: ROOT })
  if (manifest === undefined)
    throw new Error(`scripts/layers.ts names ${name}, and no folder is called that.`)
  const { description } = JSON.parse(readFileSync(join(ROOT, manifest), 'utf8')) as { description?: string }
  if (!description) throw new Error(`${manifest} has no description.`)
  return description
}
