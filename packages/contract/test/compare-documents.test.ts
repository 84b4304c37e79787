/**
 * The comparison of API documents finds each kind of change that breaks a client, and lets the others pass.
 * `breaking-changes.test.ts` compares the documents themselves.
 *
 * @module-tag second-ring
 */
import { describe, expect, test } from 'vitest'
import { breakingChanges } from './breaking-changes.ts'
import { builtDocument, type Json } from './documents.ts'

describe('[14] the comparison', () => {
  const PAGES = '/api/v1/notes/pages'
  const at = (document: Json, ...path: (string | number)[]) => {
    let value: unknown = document
    for (const key of path) value = (value as Json)[key]
    return value as Json
  }
  const schema = (document: Json, name: string) => at(document, 'components', 'schemas', name)
  const toolInput = (document: Json) =>
    at(document, 'paths', '/api/mcp', 'post', 'x-mcp-tools', 0, 'inputSchema')
  const push = (list: unknown, item: unknown) => (list as unknown[]).push(item)
  const removeFirst = (list: unknown) => (list as unknown[]).shift()
  const drop = (list: unknown, item: string) => (list as string[]).splice((list as string[]).indexOf(item), 1)
  const parameter = (required: boolean) => ({
    name: 'shade',
    in: 'query',
    required,
    schema: { type: 'string' },
  })
  type Plant = [string, (document: Json) => void]

  const BREAKING: Plant[] = [
    ['a route that is gone', (d) => delete at(d, 'paths')[PAGES]],
    ['a method that is gone', (d) => delete at(d, 'paths', PAGES)['post']],
    ['a parameter that is gone', (d) => removeFirst(at(d, 'paths', PAGES, 'get', 'parameters'))],
    ['a new required parameter', (d) => push(at(d, 'paths', PAGES, 'get', 'parameters'), parameter(true))],
    ['an answer that is gone', (d) => delete at(d, 'paths', PAGES, 'get', 'responses')['200']],
    [
      'a header that is gone',
      (d) => delete at(d, 'paths', PAGES, 'get', 'responses', '200', 'headers')['X-Request-Id'],
    ],
    ['a new required member of a request', (d) => push(at(schema(d, 'AddBlock'), 'required'), 'position')],
    ['a member of a request that is gone', (d) => delete at(schema(d, 'AddBlock'), 'properties')['position']],
    ['a lower limit', (d) => (at(schema(d, 'AddBlock'), 'properties', 'text')['maxLength'] = 5)],
    [
      'a value of a request that is gone',
      (d) => drop(at(schema(d, 'AddBlock'), 'properties', 'position', 'enum'), 'end'),
    ],
    ['a member of an answer that is gone', (d) => delete at(schema(d, 'Block'), 'properties')['order']],
    ['a member of an answer that may be missing', (d) => drop(at(schema(d, 'Block'), 'required'), 'order')],
    [
      'a member of an answer of another type',
      (d) => (at(schema(d, 'Block'), 'properties', 'order')['type'] = 'string'),
    ],
    [
      'a body that a request must have',
      (d) => (at(d, 'paths', PAGES, 'get')['requestBody'] = { required: true }),
    ],
    [
      'a parameter of another type',
      (d) => (at(d, 'paths', PAGES, 'get', 'parameters', 0)['schema'] = { type: 'boolean' }),
    ],
    [
      'a member of an answer of one more type',
      (d) => push(at(schema(d, 'Block'), 'properties', 'parentId', 'anyOf'), { type: 'integer' }),
    ],
    ['a tool that is gone', (d) => removeFirst(at(d, 'paths', '/api/mcp', 'post', 'x-mcp-tools'))],
    ['a new required argument of a tool', (d) => (toolInput(d)['required'] = ['type'])],
    ['an argument of a tool that is gone', (d) => delete at(toolInput(d), 'properties')['type']],
  ]
  const HARMLESS: Plant[] = [
    ['nothing', () => {}],
    ['a new route', (d) => (at(d, 'paths')['/api/v1/notes/shades'] = at(d, 'paths', PAGES))],
    ['a new optional parameter', (d) => push(at(d, 'paths', PAGES, 'get', 'parameters'), parameter(false))],
    [
      'a new optional member of a request',
      (d) => (at(schema(d, 'AddBlock'), 'properties')['shade'] = { type: 'string' }),
    ],
    ['a higher limit', (d) => (at(schema(d, 'AddBlock'), 'properties', 'text')['maxLength'] = 1e6)],
    [
      'a new member of an answer',
      (d) => (at(schema(d, 'Block'), 'properties')['shade'] = { type: 'string' }),
    ],
    ['a new error code', (d) => push(at(schema(d, 'Error'), 'properties', 'code', 'enum'), 'too_late')],
    [
      'a new optional argument of a tool',
      (d) => (at(toolInput(d), 'properties')['shade'] = { type: 'string' }),
    ],
  ]
  const planted = (plant: (document: Json) => void) => {
    const before = builtDocument('notes')
    const after = structuredClone(before)
    plant(after)
    return breakingChanges(before, after)
  }

  test.each(BREAKING)('finds %s', (_, plant) => expect(planted(plant)).not.toEqual([]))
  test.each(HARMLESS)('lets %s pass', (_, plant) => expect(planted(plant)).toEqual([]))

  test('distinguishes bytes from JSON in each form of their schema', () => {
    const changesTo = (schema: Json) => {
      const before = builtDocument('app')
      const after = structuredClone(before)
      for (const [document, described] of [
        [before, { type: 'string', format: 'binary' }],
        [after, schema],
      ] as const) {
        const { content } = at(document, 'paths', '/api/v1/settings/export', 'get', 'responses', '200')
        at(content as Json, 'application/zip')['schema'] = described
      }
      return breakingChanges(before, after)
    }
    expect(changesTo({ contentMediaType: 'application/zip' })).toEqual([])
    expect(changesTo({ type: 'object' })).not.toEqual([])
  })

  test('finds a member that a message or an event no longer has', () => {
    const before = builtDocument('app')
    const after = structuredClone(before)
    delete at(schema(after, 'WebhookMessage'), 'properties')['timestamp']
    const live = at(
      after,
      'paths',
      '/api/sync/live',
      'get',
      'responses',
      '200',
      'content',
      'text/event-stream',
    )
    live['x-event-data'] = { type: 'object', properties: {} }
    const found = breakingChanges(before, after).join('\n')
    expect(found).toContain('message pagesChanged')
    expect(found).toContain('/api/sync/live')
  })
})
