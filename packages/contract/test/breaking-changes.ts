/**
 * The changes between two OpenAPI documents that can break a client. Additions to an answer break none: clients ignore
 * members and values that they do not know.
 */
import { apiDiff, type Diff } from 'api-smart-diff'
import type { Json } from './documents.ts'

/** @returns a line for each change, with its place in the document */
export function breakingChanges(before: Json, after: Json): string[] {
  const [old, next] = withChangedPaths(comparable(before), comparable(after))
  const found = apiDiff(old, next).filter(
    // Components are compared where an operation refers to them, as a request or an answer.
    (diff) => ['paths', 'openapi'].includes(String(diff.path[0])) && breaks(diff),
  )
  return found.map(({ action, path }) => `${action} ${path.slice(1).join(' / ')}`)
}

/** The verdict of the library, but for what it does not know of this API or takes lightly in answers. */
function breaks({ type, action, path, after }: Diff): boolean {
  const asked = path.includes('requestBody')
  const [parent, key] = path.slice(-2)
  // Requests are strict: the server refuses a member that it does not know.
  if (asked && parent === 'properties' && action === 'remove') return true
  if (key === 'requestBody' && action === 'add') return (after as { required?: boolean }).required === true
  if ((key === 'type' || key === 'const') && action === 'replace') return true
  if (!asked && parent === 'enum' && action === 'add') return false
  return type === 'breaking'
}

/**
 * The document with its tools, messages and events as operations of paths, because the comparison knows no others. A
 * tool is a request; a message or an event is an answer.
 */
function comparable(document: Json): Json {
  const paths = asAnswers(document['paths']) as Json
  for (const { name, inputSchema } of toolsOf(document))
    paths[`tool ${name}`] = {
      post: { requestBody: { required: true, content: json(inputSchema) }, responses: {} },
    }
  for (const [name, { post }] of Object.entries((document['webhooks'] ?? {}) as Record<string, Message>))
    paths[`message ${name}`] = { post: { responses: { 200: { content: post.requestBody.content } } } }
  return { ...document, paths }
}

/**
 * Leaves out the paths that are the same in both documents, with all components that they refer to. The comparison follows
 * each reference again, and takes a second for a whole document.
 */
function withChangedPaths(before: Json, after: Json): [Json, Json] {
  const [old, next] = [pathTexts(before), pathTexts(after)]
  const changed = (document: Json): Json => ({
    ...document,
    paths: Object.fromEntries(
      Object.entries(document['paths'] as Json).filter(([path]) => old.get(path) !== next.get(path)),
    ),
  })
  return [changed(before), changed(after)]
}

/** Each path as text, followed by the components that it refers to, directly or through others. */
function pathTexts(document: Json): Map<string, string> {
  const components = new Map<string, ReturnType<typeof textOf>>(
    Object.entries((document['components'] ?? {}) as Record<string, Json>).flatMap(([kind, named]) =>
      Object.entries(named).map(([name, value]) => [`#/components/${kind}/${name}`, textOf(value)] as const),
    ),
  )
  return new Map(
    Object.entries(document['paths'] as Json).map(([path, value]) => {
      const texts = new Map([['', textOf(value)]])
      for (const { refs } of texts.values()) for (const ref of refs) texts.set(ref, components.get(ref)!)
      return [path, [...texts.values()].map(({ json }) => json).join('\n')]
    }),
  )
}

const textOf = (value: unknown) => {
  const json = JSON.stringify(value)
  return { json, refs: [...json.matchAll(/"(#\/components\/[^"]+)"/g)].map(([, ref]) => ref!) }
}

interface Tool {
  readonly name: string
  readonly inputSchema: Json
}
interface Message {
  readonly post: { readonly requestBody: { readonly content: Json } }
}

const json = (schema: Json) => ({ 'application/json': { schema } })

const toolsOf = (document: Json): Tool[] =>
  Object.values(document['paths'] as Record<string, Record<string, Json>>).flatMap((operations) =>
    Object.values(operations).flatMap((operation) => (operation['x-mcp-tools'] ?? []) as Tool[]),
  )

/**
 * Streams have the schema of what they send in `x-event-data` or `x-line-data`, beside that of their text. Bytes are
 * the same, whether OpenAPI 3.0 or 3.1 describes them.
 */
function asAnswers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asAnswers)
  if (typeof value !== 'object' || value === null) return value
  if (Object.keys(value).join() === 'contentMediaType') return { type: 'string', format: 'binary' }
  const { 'x-event-data': event, 'x-line-data': line, ...rest } = value as Json
  const schema = event ?? line
  if (schema !== undefined) return { schema }
  return Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, asAnswers(child)]))
}
