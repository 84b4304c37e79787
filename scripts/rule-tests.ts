/**
 * The tests of each rule of a page of the specification, by the rules that open their titles.
 *
 *     node scripts/rule-tests.ts O    prints the rules of the outliner with their tests
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { parseSync } from 'vite'
import { titlesIn } from './test-titles.ts'

const ROOT = join(import.meta.dirname, '..')

/** A test with its file, from the top of the checkout. */
interface RuleTest {
  readonly file: string
  readonly title: string
}

/**
 * Finds the tests of the rules of a page.
 *
 * @param letter the letter of the page, such as `O` for `[O1.2]`
 * @returns the tests by rule, such as `O1.2`
 */
export function testsByRule(letter: string): ReadonlyMap<string, readonly RuleTest[]> {
  const files = execFileSync('git', ['ls-files', '*.test.ts', 'packages/*/test/*.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const tests = new Map<string, RuleTest[]>()
  for (const file of files.trim().split('\n')) {
    const source = readFileSync(join(ROOT, file), 'utf8')
    if (!new RegExp(`\\[[^\\]\n]*\\b${letter}\\d`).test(source)) continue
    for (const title of titlesIn(parseSync(file, source).program)) {
      const [, tag = ''] = /^\[([^\]]+)\]/.exec(title) ?? []
      for (const rule of tag.split(', ').filter((one) => new RegExp(`^${letter}\\d`).test(one)))
        tests.set(rule, [...(tests.get(rule) ?? []), { file, title: title.slice(tag.length + 3) }])
    }
  }
  return tests
}

if (import.meta.main) {
  const byNumber = new Intl.Collator('en', { numeric: true })
  const tests = [...testsByRule(argv[2] ?? 'O')].toSorted(([a], [b]) => byNumber.compare(a, b))
  for (const [rule, all] of tests)
    console.log(`${rule}\n${all.map(({ file, title }) => `  ${title}  (${file})`).join('\n')}`)
}
