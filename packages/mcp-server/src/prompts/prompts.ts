/**
 * Prompts: requests that a person picks in a client, such as a slash command. Each becomes one or two messages of the
 * person: the page or day that it is about, and the request.
 * @see assistants 14
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type ListPromptsResult,
  type Server,
} from '@modelcontextprotocol/server'
import { ERRORS } from '@notegraph/contract'
import { quoted } from '../markdown/visible.ts'
import { readResource, type ResourceSetup } from '../resources/read-resource.ts'
import { PROMPTS } from './index.ts'
import type { Prompt, PromptArguments } from './prompt.ts'

const LISTED: ListPromptsResult['prompts'] = PROMPTS.map(({ name, title, description, arguments: args }) => ({
  name,
  title,
  description,
  ...(args.length > 0 && { arguments: [...args] }),
}))

/** Adds the handlers of prompts to a server. */
export function servePrompts(server: Server, setup: ResourceSetup): void {
  server.setRequestHandler('prompts/list', () => ({ prompts: [...LISTED] }))

  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: sent = {} } }) => {
    const prompt = PROMPTS.find((one) => one.name === name)
    if (!prompt) throw badRequest(`There is no prompt ${quoted(name)}.`)
    checkArguments(prompt, sent)
    const { about, text } = prompt.request(sent)
    const messages: GetPromptResult['messages'] = [{ role: 'user', content: { type: 'text', text } }]
    if (about !== undefined) {
      const resource = await readResource(setup, about)
      messages.unshift({ role: 'user', content: { type: 'resource', resource } })
    }
    return { description: prompt.description, messages }
  })
}

function checkArguments({ name, arguments: takes }: Prompt, sent: PromptArguments): void {
  const missing = takes.find((one) => (sent[one.name] ?? '').trim() === '')
  if (missing) throw badRequest(`${name} needs the argument ${missing.name}.`)
  const unknown = Object.keys(sent).find((key) => !takes.some((one) => one.name === key))
  if (unknown !== undefined) throw badRequest(`${name} takes no argument ${quoted(unknown)}.`)
}

function badRequest(wrong: string): ProtocolError {
  const message = `${wrong} Call prompts/list for the prompts and their arguments.`
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, {
    code: 'bad_request',
    hint: ERRORS.bad_request.hint,
  })
}
