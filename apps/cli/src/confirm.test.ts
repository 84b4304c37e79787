import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { confirm } from './confirm.ts'
import { CommandError, UsageError } from './output.ts'

function terminal(isTTY: boolean) {
  const output = new PassThrough()
  const asked = new Promise<string>((resolve) =>
    output.once('data', (text: Buffer) => resolve(text.toString())),
  )
  return { input: Object.assign(new PassThrough(), { isTTY }), output, asked }
}

test.each(['me\n', ' me \n'])('%j is an answer', async (answer) => {
  const { input, output, asked } = terminal(true)
  const confirmed = confirm('Type its id: ', 'me', { input, output })
  expect(await asked).toBe('Type its id: ')
  input.write(answer)
  await expect(confirmed).resolves.toBeUndefined()
})

test.each(['yes\n', '\n', 'ME\n'])('%j is none', async (answer) => {
  const { input, output } = terminal(true)
  const confirmed = confirm('Type its id: ', 'me', { input, output })
  input.write(answer)
  await expect(confirmed).rejects.toThrow(CommandError)
})

test('an end of input is none either', async () => {
  const { input, output } = terminal(true)
  const confirmed = confirm('Type its id: ', 'me', { input, output })
  input.end()
  await expect(confirmed).rejects.toThrow('Canceled. Nothing was deleted.')
})

test('nobody is asked where there is no terminal', async () => {
  const { input, output } = terminal(false)
  await expect(confirm('Type its id: ', 'me', { input, output })).rejects.toThrow(UsageError)
  expect(output.read()).toBeNull()
})
