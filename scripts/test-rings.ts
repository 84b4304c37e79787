/**
 * The two rings of the tests. A test file says in its first comment what it needs, as `@module-tag browser`. Its ring
 * follows from that, and from its folder. `npm test` runs the first ring, and `npm run test:all` runs both.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The seed of random tests. */
export const SEED = Number(process.env['NOTEGRAPH_SEED'] ?? 1)

/** The tags of vitest, such as for `vitest --tags-filter browser`. */
export const TAGS = [
  { name: 'browser', description: 'needs Chromium' },
  { name: 'process', description: 'starts processes' },
  { name: 'postgres', description: 'needs PostgreSQL' },
  { name: 'threads', description: 'starts the threads of a server many times' },
  { name: 'both-stores', description: 'runs on PostgreSQL once more, in the second ring' },
  { name: 'first-ring', description: 'runs in the first ring, although it needs a program' },
  { name: 'second-ring', description: 'tries all of what a file of the first ring tries a part of' },
] as const

export type Tag = (typeof TAGS)[number]['name']

export type Ring = 'first' | 'second'

export interface TestFile {
  /** From the folder of the project. */
  readonly path: string
  readonly tags: readonly Tag[]
}

/** The paths of test files. */
export const PATTERNS = [
  '{packages,apps}/*/{src,test}/**/*.test.ts',
  '{bench,evaluation,examples,scripts,trial}/**/*.test.ts',
] as const

const TAG = /^(?:\/\*\*| \*) @module-tag (\S+)/gm

export function tagsOf(source: string): readonly Tag[] {
  return [...source.matchAll(TAG)].map(([, tag]) => tag as Tag)
}

export function testFiles(root: string): TestFile[] {
  const exclude = (path: string) => path.includes('node_modules')
  return globSync([...PATTERNS], { cwd: root, exclude })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, tags: tagsOf(readFileSync(join(root, path), 'utf8')) }))
}

const PROGRAMS: ReadonlySet<Tag> = new Set(['browser', 'process', 'postgres', 'threads'])

export const needsProgram = (tags: readonly Tag[]): boolean => tags.some((tag) => PROGRAMS.has(tag))

/** Tests of tools that try the product from outside. A change of the product seldom breaks them. */
const OF_TOOLS = /^(?:bench|evaluation|examples|trial)\//

/** The ring of a file on the embedded store, or on the store that it opens itself. */
export function ringOf({ path, tags }: TestFile): Ring {
  if (tags.includes('first-ring')) return 'first'
  return needsProgram(tags) || tags.includes('second-ring') || OF_TOOLS.test(path) ? 'second' : 'first'
}
