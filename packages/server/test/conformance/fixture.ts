/**
 * Fixtures that the conformance suites require besides the server's own tools: a tool for each kind of content,
 * resources, prompts and completions. They use the same transport as the tools for assistants.
 */
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
} from '@modelcontextprotocol/server'
import { ASKING_PROMPT, ASKING_TOOLS, askOf, STATE } from './input-required.ts'
import { JSON_SCHEMA_TOOL } from './json-schema-tool.ts'

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='

const words = (text: string) => ({ type: 'text', text }) as const
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const
const resource = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const

const TOOLS: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: { content: [words('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [resource('test://embedded-resource', 'text/plain', 'An embedded resource.')],
  },
  test_multiple_content_types: {
    content: [
      words('Several:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data"}'),
    ],
  },
  test_logging_tool: { content: [words('Nothing is logged to who did not ask for it.')] },
  test_error_handling: {
    content: [words('This tool intentionally returns an error for testing')],
    isError: true,
  },
}

const EMPTY = { type: 'object', properties: {}, additionalProperties: false } as const

const TEXT = { uri: 'test://static-text', name: 'text', description: 'A text', mimeType: 'text/plain' }
const BINARY = {
  uri: 'test://static-binary',
  name: 'binary',
  description: 'A picture',
  mimeType: 'image/png',
}
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/

function contentsOf(uri: string) {
  if (uri === TEXT.uri)
    return { uri, mimeType: TEXT.mimeType, text: 'The content of the static text resource.' }
  if (uri === BINARY.uri) return { uri, mimeType: BINARY.mimeType, blob: PNG }
  const id = TEMPLATE.exec(uri)?.[1]
  if (id !== undefined)
    return { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri })
}

const argument = (name: string) => ({ name, description: name, required: true })
const PROMPTS = [
  { name: 'test_simple_prompt', description: 'Words', arguments: [] },
  {
    name: 'test_prompt_with_arguments',
    description: 'Arguments',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'A resource',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'A picture', arguments: [] },
  { name: ASKING_PROMPT, description: 'Words, after a question', arguments: [] },
]

function promptOf(name: string, args: Readonly<Record<string, string>> = {}) {
  const { arg1, arg2, resourceUri = '' } = args
  switch (name) {
    case 'test_prompt_with_arguments':
      return [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)]
    case 'test_prompt_with_embedded_resource':
      return [resource(resourceUri, 'text/plain', 'An embedded resource.'), words('Please process it.')]
    case 'test_prompt_with_image':
      return [image, words('Please look at it.')]
    default:
      return [words('This is a simple prompt for testing.')]
  }
}

export function fixtureServer(): Server {
  const server = new Server(
    { name: 'fixture', version: '1' },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      requestState: STATE,
    },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: [
      ...[...Object.keys(TOOLS), 'test_missing_capability', ...ASKING_TOOLS].map((name) => ({
        name,
        description: name,
        inputSchema: EMPTY,
      })),
      JSON_SCHEMA_TOOL,
    ],
  }))
  server.setRequestHandler('tools/call', async ({ params: { name } }, context) => {
    if (name === 'test_missing_capability')
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    if (ASKING_TOOLS.includes(name)) {
      const asked = await askOf(name, context)
      return 'answers' in asked ? { content: [words(`state-ok ${JSON.stringify(asked.answers)}`)] } : asked
    }
    const result = TOOLS[name]
    if (!result) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool')
    return result
  })
  server.setRequestHandler('resources/list', () => ({ resources: [TEXT, BINARY] }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: 'test://template/{id}/data', name: 'template', description: 'A template' },
    ],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [contentsOf(uri)] }))
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }))
  server.setRequestHandler('prompts/get', async ({ params: { name, arguments: args } }, context) => {
    const asked = name === ASKING_PROMPT ? await askOf(name, context) : undefined
    if (asked && !('answers' in asked)) return asked
    return { messages: promptOf(name, args).map((content) => ({ role: 'user' as const, content })) }
  })
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }))
  return server
}
