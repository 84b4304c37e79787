import { makeDay } from '@notegraph/block-text'
import { expect, test } from 'vitest'
import { sampleSource } from './sample.ts'

const TODAY = makeDay(2026, 11, 20)!

test('the days of the sample are about the day it is made on', async () => {
  const paths = await sampleSource(TODAY).paths()
  expect(paths).toContain('journals/2026-11-20.md')
  expect(paths).toContain('journals/2026-11-19.md')
  expect(paths.filter((path) => path.includes('%'))).toEqual([])
})

test('no distance is left over in its notes, and its files are as they are', async () => {
  const source = sampleSource(TODAY)
  let notes = 0
  for (const path of (await source.paths()).filter((path) => path.endsWith('.md'))) {
    const text = Buffer.from((await source.read(path)).bytes).toString()
    expect(text).not.toMatch(/%(day|date)/)
    if (/2026-1[12]-\d\d/.test(text)) notes++
  }
  expect(notes).toBeGreaterThan(3)
  const { bytes } = await source.read('assets/boat.png')
  expect(Buffer.from(bytes).toString('latin1', 1, 4)).toBe('PNG')
})
