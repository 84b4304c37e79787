/** Asks for confirmation before a command that cannot be undone. */
import { CommandError, UsageError } from './output.ts'

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream
}

/**
 * Asks the person to type a word.
 * @throws {UsageError} if there is no terminal @throws {CommandError} for any other answer, or none
 */
export async function confirm(question: string, word: string, { input, output }: Terminal): Promise<void> {
  if (input.isTTY !== true)
    throw new UsageError('This command asks for confirmation. Use --yes when no terminal is attached.')
  const { createInterface } = await import('node:readline')
  const lines = createInterface({ input, output })
  const answer = await new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''))
    lines.question(question, resolve)
  })
  lines.close()
  if (answer.trim() !== word) throw new CommandError('Canceled. Nothing was deleted.')
}
