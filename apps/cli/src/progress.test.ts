import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { withProgress } from './progress.ts'

const work = async (progress: (done: number, total: number) => void): Promise<string> => {
  for (let done = 1; done <= 3; done++) progress(done, 3)
  return 'result'
}

function screen(isTTY: boolean) {
  const terminal = { clearLine: () => true, cursorTo: () => true, moveCursor: () => true, columns: 80 }
  const stream = Object.assign(new PassThrough(), { isTTY }, terminal)
  return { stream, shown: () => String(stream.read() ?? '') }
}

test('a person who watches sees how far the work has come', async () => {
  const { stream, shown } = screen(true)
  expect(await withProgress('Importing', false, work, stream)).toBe('result')
  expect(shown()).toMatch(/Importing .*\/3/)
})

test.each([
  ['it is piped', false, false],
  ['JSON is asked for', true, true],
])('nothing is shown when %s', async (_, quiet, isTTY) => {
  const { stream, shown } = screen(isTTY)
  expect(await withProgress('Importing', quiet, work, stream)).toBe('result')
  expect(shown()).toBe('')
})

test('a failure of the work passes through, and the bar is put away', async () => {
  const { stream } = screen(true)
  const failing = withProgress(
    'Importing',
    false,
    async (progress) => {
      progress(1, 2)
      throw new Error('a fault')
    },
    stream,
  )
  await expect(failing).rejects.toThrow('a fault')
})
