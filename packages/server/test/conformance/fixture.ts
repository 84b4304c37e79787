/**
 * Fixtures that the conformance suites require besides the server's own tools: a tool for each kind of content,
 * resources, prompts and completions. They use the same transport as the tools for assistants.
 */
import {
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
} from '@modelcontextprotocol/server'

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
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} } },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: [...Object.keys(TOOLS), 'test_missing_capability', 'test_streaming_elicitation'].map((name) => ({
      name,
      description: name,
      inputSchema: EMPTY,
    })),
  }))
  server.setRequestHandler('tools/call', ({ params: { name } }) => {
    if (name === 'test_missing_capability')
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    if (name === 'test_streaming_elicitation')
      return inputRequired({
        inputRequests: {
          name: inputRequired.elicit({
            message: 'Who?',
            requestedSchema: { type: 'object', properties: {} },
          }),
        },
      })
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
  server.setRequestHandler('prompts/get', ({ params }) => ({
    messages: promptOf(params.name, params.arguments).map((content) => ({ role: 'user' as const, content })),
  }))
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }))
  return server
}
