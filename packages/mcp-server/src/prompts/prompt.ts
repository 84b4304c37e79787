/** A prompt: a request that a person picks in a client, in the person's words, with the tools that it needs. */
import type { PromptArgument } from '@modelcontextprotocol/server'

/** The arguments as the client sent them. */
export type PromptArguments = Readonly<Record<string, string>>

/** The parts of the message that a prompt becomes. */
export interface Request {
  /** The address of the page or day that comes first. */
  readonly about?: string
  readonly text: string
}

export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  /** All of them are required. */
  readonly arguments: readonly PromptArgument[]
  request(args: PromptArguments): Request
}

/** Ends each prompt. Nothing is written before the person agrees. */
export const ASK_FIRST =
  'Write nothing before I agree. Then write only what I agreed to, and tell me what you changed and how to undo it.'
