import { describe, expect, test } from 'vitest'
import { corpusOf } from './corpus.ts'
import { inputsOf, LONGEST } from './inputs.ts'
import { fuzz } from './run.ts'
import { textOf } from './target.ts'
import { TARGETS } from './targets/index.ts'

describe.each(TARGETS)('the corpus of $name', (target) => {
  test.each(corpusOf(target.name))('%s keeps every law', async (_, input) => {
    target.fresh?.()
    await target.check(input)
  })

  test('is continued by inputs within the longest length, the same for a seed', () => {
    const corpus = corpusOf(target.name).map(([, input]) => input)
    // Strings, which compare faster than bytes. Each unit is a byte.
    const first = (seed: number): string[] => {
      const inputs = inputsOf(target, corpus, seed)
      return Array.from({ length: 400 }, () => Buffer.from(inputs.next().value).toString('latin1'))
    }
    const ones = first(1)
    expect(first(1)).toEqual(ones)
    expect(first(1_000_000)).not.toEqual(ones)
    expect(Math.max(...ones.map((input) => input.length))).toBeLessThanOrEqual(LONGEST)
  })
})

describe('a planted fault is found', () => {
  const find = (name: string) => {
    const module = new URL(`planted/${name}.ts`, import.meta.url).href
    const work = { module, seed: 1, corpus: [new Uint8Array(1_000)], milliseconds: Infinity }
    return fuzz(work, { memory: 64, hangs: 1 })
  }

  test.each([
    ['throws', /two tildes/, /~~/],
    ['hangs', /^took more than 1 s of processor time$/, /~~/],
    ['hoards', /memory limit/, /~~/],
    ['quadratic', /^(?:cost \d+ ms for \d+ bytes|took more)/, /.{1000}/s],
  ])('%s', async (name, why, input) => {
    const { finding } = await find(name)
    expect(finding?.why).toMatch(why)
    expect(textOf(finding!.input)).toMatch(input)
  })
})
