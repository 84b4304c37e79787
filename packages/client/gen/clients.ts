/** Writes the types and clients of the routes: interfaces with docstrings, and the records that the methods are made from. */
import {
  ALL_ROUTES,
  CLIENTS,
  ERRORS,
  mayBeLeftOut,
  type ClientMethod,
  type ErrorCode,
  type Route,
} from '@notegraph/contract'
import { descriptionOf, docstring, Types, type Schema } from './types.ts'

/** The sources by the names of their files. Types are apart from code, so that no source map has them. */
export interface Sources {
  readonly 'types.ts': string
  readonly 'clients.ts': string
  readonly 'methods.ts': string
}

type Called = readonly [client: string, method: string, route: Route, how: ClientMethod]

/** Every route that a method of the client calls. */
export const CALLED: readonly Called[] = ALL_ROUTES.flatMap((route): Called[] => {
  const how = typeof route.client === 'string' ? { method: route.client } : route.client
  if ('none' in how) return []
  const [client, method] = how.method.split('.')
  return [[client!, method!, route, how]]
})

const HEAD =
  '// Generated from the routes and schemas of @notegraph/contract. `pnpm run gen` writes it again.\n'
const REFUSED = '/** Each call throws a `NotegraphError` if the service refuses it or does not answer. */\n'
const pascal = (name: string): string => name.replace(/^[a-z]/, (letter) => letter.toUpperCase())
const constant = (name: string): string => name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()

/** Words about a request without a body, which a method does not show. */
const NO_BODY = / The (?:route takes no body|body may be left out)(?:, and|\.)/

/** Errors that depend on what a call names, and are worth a word at the method. */
const TOLD = [
  'missing_right',
  'not_found',
  'conflict',
  'trail_full',
  'quota_full',
] as const satisfies ErrorCode[]

const RECENT = {
  always: 'Needs a session of a recent sign-in.',
  to_widen: 'What makes more visible outside of the account needs a session of a recent sign-in.',
} as const

/** The sources of the client. */
export function clientSources(): Sources {
  const types = new Types()
  const interfaces: string[] = []
  const whole: string[] = []
  const methods: string[] = []
  for (const [client, called] of Map.groupBy(CALLED, ([client]) => client)) {
    const generated = called.filter(([, , , how]) => how.byHand === undefined)
    const facts: { readonly of: string; readonly example: string } | undefined = Object.entries(CLIENTS).find(
      ([name]) => name === client,
    )?.[1]
    const kind = facts ? 'Client' : 'Methods'
    const type = `${pascal(client)}${kind}`
    const members = generated.map(([, method, route, how]) => memberOf(types, method, route, how)).join('')
    interfaces.push(`${REFUSED}export interface ${type} {\n${members}}\n`)
    const rows = generated.map(([, method, route, how]) => `  ${method}: ${callOf(route, how)},\n`).join('')
    const doc = facts
      ? `A client of ${facts.of}.\n@param client the \`token\` is a device session\n@example\n${facts.example}`
      : `The methods of \`${client}Client\` that need no code of their own.`
    const source = `const ${constant(client)}: Calls = {\n${rows}}

${docstring(doc)}export function ${client}${kind}(client: ClientOptions): ${type} {
  return methodsOf(client, ${constant(client)})
}\n`
    ;(facts ? whole : methods).push(source)
    for (const [, , route, how] of called.filter((one) => !generated.includes(one))) {
      answerOf(types, route)
      methods.push(`export const ${constant(route.operationId)}: Call = ${callOf(route, how)}\n`)
    }
  }
  const names = interfaces.map((source) => /interface (\w+)/.exec(source)![1]!)
  const withImports = (parts: readonly string[], known: readonly string[] = []) =>
    [HEAD + importsFor(parts.join('\n'), known), ...parts].join('\n')
  return {
    'types.ts': withImports([types.source, ...interfaces]),
    'clients.ts': withImports(whole, names),
    'methods.ts': withImports(methods, names),
  }
}

/** The hand-written parts and the types that a source uses. */
function importsFor(source: string, types: readonly string[]): string {
  const code = source.replaceAll(/\/\*\*[^]*?\*\//g, '')
  const used = (names: readonly string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  const parts = [
    ['../calls.ts', 'type ', ['Call', 'Calls']],
    ['../calls.ts', '', ['methodsOf']],
    ['../download.ts', 'type ', ['Download']],
    ['../options.ts', 'type ', ['CallOptions', 'ReadFileOptions', 'Window', 'WriteOptions']],
    ['../sender.ts', 'type ', ['ClientOptions']],
    ['./types.ts', 'type ', types],
  ] as const
  return parts
    .map(([from, kind, names]) => [from, kind, used(names)] as const)
    .filter(([, , names]) => names.length > 0)
    .map(([from, kind, names]) => `import ${kind}{ ${names.join(', ')} } from '${from}'\n`)
    .join('')
}

const isDownload = ({ bytes }: Route): boolean => bytes === 'answer' || bytes === 'archive'
const answerOf = (types: Types, route: Route): string =>
  isDownload(route) ? 'Download' : types.typeOf(route.answer)

/** A method of an interface, with its docstring. */
function memberOf(types: Types, method: string, route: Route, { once, unless, takes }: ClientMethod): string {
  const { parameters, body, query, auth, bytes, recent, errors } = route
  const taken = takes === undefined ? undefined : (body!.entries[takes] as Schema)
  const bodyType = body && (taken ? types.typeOf(taken) : types.typeOf(body))
  const sendsNothing = body !== undefined && route.method === 'POST' && mayBeLeftOut(body)
  const asksNothing =
    query !== undefined && Object.values(query.entries).every(({ type }) => type.endsWith('optional'))
  const args = [
    ...parameters.map(({ name, type = 'string' }) => `${name}: ${type}`),
    ...(body ? [`${takes ?? 'body'}${sendsNothing ? '?' : ''}: ${bodyType}`] : []),
    ...(query ? [`asked${asksNothing ? '?' : ''}: ${types.queryOf(query)}`] : []),
    `options?: ${auth === 'write' ? 'WriteOptions' : bytes === 'answer' ? 'ReadFileOptions' : 'CallOptions'}`,
  ]
  const told = TOLD.filter((code) => errors[code] !== undefined)
  const doc = [
    [
      route.description.replace(NO_BODY, (found) => (found.endsWith('and') ? ' It' : '')),
      recent && RECENT[recent],
      once &&
        `Not sent again after a lost answer, because ${once}${unless ? `; with \`${unless}\`, it is` : ''}.`,
    ]
      .filter(Boolean)
      .join(' '),
    ...parameters.map(
      ({ name, description }) => `@param ${name} ${description.replace(', percent-encoded', '')}`,
    ),
    ...(taken ? [`@param ${takes} ${descriptionOf(taken)}`] : []),
    ...(told.length > 0
      ? [`@throws {NotegraphError} ${told.map((code) => wordsOf(code, errors[code]!)).join(', ')}`]
      : []),
  ]
  return `${docstring(doc.join('\n'), '  ')}  ${method}(${args.join(', ')}): Promise<${answerOf(types, route)}>\n`
}

/** A code, with an example of its message if the route has one of its own. */
const wordsOf = (code: ErrorCode, message: string): string =>
  message === ERRORS[code].example ? `\`${code}\`` : `\`${code}\` (“${message}”)`

/** The record of a method. */
function callOf(route: Route, { once, unless, takes, only }: ClientMethod): string {
  const call = {
    method: route.method,
    path: route.path,
    ...(route.query && route.bytes !== 'body' && { query: true }),
    ...(route.body && { body: takes ?? true }),
    ...(only && { only: Object.keys(route.body!.entries) }),
    ...(once && { once: unless ?? true }),
    ...(route.auth === 'write' && { keyed: true }),
    ...(isDownload(route) && { download: true }),
  }
  return JSON.stringify(call)
}
