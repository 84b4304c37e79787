/**
 * Fixtures of 2026-07-28 that ask the client for more before they answer: the words of a person or of a model, or its
 * roots. The state between the rounds is signed.
 */
import { randomBytes } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type ClientCapabilities,
  type InputRequest,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'

type Requests = Readonly<Record<string, InputRequest>>

const asked = (message: string, property: string): InputRequest =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [property]: { type: 'string' } },
      required: [property],
    },
  })
const NAME = asked('What is your name?', 'name')
const CONFIRM = asked('Type yes to confirm.', 'ok')
const CAPITAL = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
})
const ROOTS = inputRequired.listRoots()

/** The requests of each fixture, by round. */
const ROUNDS: Readonly<Record<string, readonly Requests[]>> = {
  test_input_required_result_elicitation: [{ user_name: NAME }],
  test_input_required_result_sampling: [{ capital_question: CAPITAL }],
  test_input_required_result_list_roots: [{ client_roots: ROOTS }],
  test_input_required_result_request_state: [{ confirm: CONFIRM }],
  test_input_required_result_tampered_state: [{ confirm: CONFIRM }],
  test_input_required_result_multiple_inputs: [{ user_name: NAME, greeting: CAPITAL, client_roots: ROOTS }],
  test_input_required_result_multi_round: [
    { step1: NAME },
    { step2: asked('What is your favorite color?', 'color') },
  ],
  test_input_required_result_capabilities: [{ user_name: NAME, capital_question: CAPITAL }],
  test_input_required_result_prompt: [{ context: asked('In which context?', 'context') }],
  test_streaming_elicitation: [{ name: asked('Who?', 'name') }],
}

/** The tools among them. */
export const ASKING_TOOLS: readonly string[] = Object.keys(ROUNDS).filter((name) => !name.endsWith('_prompt'))
export const ASKING_PROMPT = 'test_input_required_result_prompt'

/** The state is the number of the round. Each request has its own server, so the key outlives a server. */
export const STATE = createRequestStateCodec<number>({ key: randomBytes(32) })

/** The capability that a client needs for a request. */
const CAPABILITY: Readonly<Record<string, 'elicitation' | 'sampling' | 'roots'>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
}

/** @returns the next request for input, or the answers once a fixture has all of them */
export async function askOf(
  name: string,
  { mcpReq }: ServerContext,
): Promise<InputRequiredResult | { readonly answers: Readonly<Record<string, unknown>> }> {
  const rounds = ROUNDS[name] ?? []
  const answers = mcpReq.inputResponses ?? {}
  const envelope = (mcpReq.envelope ?? {}) as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities }
  const able = envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}
  const round = mcpReq.requestState<number>() ?? 0
  const isAnswered = (requests: Requests): boolean => Object.keys(requests).every((key) => key in answers)
  const next = rounds.slice(round).findIndex((requests) => !isAnswered(requests))
  if (next < 0) return { answers }
  const requests = Object.entries(rounds[round + next]!)
  const possible = requests.filter(([, { method }]) => able[CAPABILITY[method]!] !== undefined)
  return inputRequired({
    inputRequests: Object.fromEntries(possible),
    requestState: await STATE.mint(round + next),
  })
}
