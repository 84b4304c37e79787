import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { importExample, readmeExamples, runExample, type Example } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'notegraph-examples-'))
afterAll(() => rmSync(folder, { recursive: true }))

const example = (code: string): Example => ({ code, folder })

describe('readmeExamples', () => {
  test.each<[string, string, string[]]>([
    ['no example', '# Words', []],
    ['two examples', '```ts\none()\n```\nand\n```ts\ntwo()\n```\n', ['one()\n', 'two()\n']],
    ['another language', '```sh\nnpm test\n```\n', []],
    ['fences in a text', "```ts\none('```')\n```\n", ["one('```')\n"]],
  ])('of a README with %s', (_, text, codes) => {
    const readme = join(folder, 'README.md')
    writeFileSync(readme, text)
    const found = readmeExamples(pathToFileURL(readme))
    expect(found.map(({ code }) => code)).toEqual(codes)
    for (const one of found) expect(join(one.folder, 'README.md')).toBe(readme)
  })
})

describe('runExample', () => {
  test.each<[string, string, unknown[], unknown[]]>([
    ['a result', '1 + 1 // 2', [2], [2]],
    ['a wrong result', '1 + 1 // 3', [2], [3]],
    ['an import', "import { sep } from 'node:path/posix'\nsep // '/'", ['/'], ['/']],
    ['a promise', 'const two = await Promise.resolve(2) // 2', [2], [2]],
    ['types', 'const two: number = 2 // 2', [2], [2]],
    ['no result', 'const two = 2', [], []],
  ])('of an example with %s', async (_, code, actual, stated) => {
    expect(await runExample(example(code))).toEqual({ actual, stated, values: {} })
  })

  test('passes values in and out', async () => {
    const code = "console.log(name)\nconst greeting = `Hello ${name}` // 'Hello Ada'"
    const lines: string[] = []
    const console = { log: (line: string) => lines.push(line) }
    expect(
      await runExample(example(code), { given: { name: 'Ada', console }, returned: ['greeting'] }),
    ).toEqual({ actual: ['Hello Ada'], stated: ['Hello Ada'], values: { greeting: 'Hello Ada' } })
    expect(lines).toEqual(['Ada'])
  })

  test('lets an example declare a given name again', async () => {
    const { actual } = await runExample(example('const sum = 2 // 2'), { given: { sum: 1 } })
    expect(actual).toEqual([2])
  })

  test.each(["throw new Error('no boat')", "import 'no-such-package-of-anybody'", 'const = 1'])(
    'fails for %j and leaves no file behind',
    async (code) => {
      await expect(runExample(example(code))).rejects.toThrow()
      expect(readdirSync(join(folder, '.examples'))).toEqual([])
    },
  )
})

test('importExample returns the exports of an example', async () => {
  const { two } = await importExample<{ two: number }>(example('export const two: number = 2'))
  expect(two).toBe(2)
})
