/** Suggestions for the values that a person fills in: names of pages and days, in resources and prompts. */
import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteRequestParams,
  type Server,
} from '@modelcontextprotocol/server'
import { fold, isoDay } from '@notegraph/block-text'
import type { Caller } from '@notegraph/service'
import type { Deps } from './call.ts'
import { PROMPTS } from './prompts/index.ts'
import { callerOf, type ResourceSetup } from './resources/read-resource.ts'
import { DAY_TEMPLATE, PAGE_TEMPLATE } from './resources/resource-uri.ts'

/** Suggestions for one value. */
const MOST_SUGGESTED = 20
const DAYS = ['today', 'yesterday', 'tomorrow']

/** Adds the handler of completions to a server. */
export function serveCompletions(server: Server, setup: Pick<ResourceSetup, 'deps' | 'enter'>): void {
  server.setRequestHandler('completion/complete', async ({ params }) => {
    const suggest = suggestionsFor(params)
    const values = await suggest(setup.deps, await callerOf(setup), params.argument.value)
    return { completion: { values, total: values.length, hasMore: false } }
  })
}

type Suggest = (deps: Deps, caller: Caller, value: string) => Promise<string[]> | string[]

function suggestionsFor({ ref, argument }: CompleteRequestParams): Suggest {
  if (ref.type === 'ref/resource') {
    if (ref.uri === PAGE_TEMPLATE) return namesLike
    if (ref.uri === DAY_TEMPLATE) return daysLike
    throw invalid('The reference is not one of the resource templates.')
  }
  const prompt = PROMPTS.find(({ name }) => name === ref.name)
  // Every argument of a prompt is the name of a page.
  if (prompt?.arguments.some(({ name }) => name === argument.name)) return namesLike
  throw invalid('The reference is not an argument of one of the prompts.')
}

/** Names that contain or resemble the value, the nearest first; for no value, those edited last. */
async function namesLike({ reader }: Deps, caller: Caller, value: string): Promise<string[]> {
  const { pages } = reader.graph(caller)
  const folded = fold(value.trim())
  if (folded !== '') return pages.similarNames(folded, MOST_SUGGESTED)
  const latest = await pages.list({}, { limit: MOST_SUGGESTED, offset: 0 })
  return latest.pages.map(({ name }) => name)
}

function daysLike({ reader }: Deps, caller: Caller, value: string): string[] {
  const all = [...DAYS, isoDay(reader.today(caller))]
  return all.filter((day) => day.startsWith(value.trim().toLowerCase()))
}

const invalid = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, message)
