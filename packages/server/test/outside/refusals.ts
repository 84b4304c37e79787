/** Requests of an operation that its document does not allow. Each breaks one constraint of an allowed request. */
import { asked, isBytes, type Asked, type Values } from './asking.ts'
import { breaksOf } from './breaks.ts'
import type { Description, Operation, Parameter } from './description.ts'

/** A request that must be refused, and the statuses that may say so. */
export interface Refused {
  readonly what: string
  readonly request: Asked
  readonly statuses: readonly number[]
}

export interface Allowed {
  readonly operation: Operation
  /** The values of an allowed request. */
  readonly values: Values
  /** Credentials of the right kind; none for an operation that needs none. */
  readonly token?: string
  /** Credentials that open other operations alone. */
  readonly otherToken: string
}

const WRONG = [400]

/** Statuses of bodies that break their schema, where another check finds it first. */
const FOUND_OTHERWISE: Readonly<Record<string, readonly number[]>> = {
  // The limit of a body comes before that of its text.
  addOutline: [400, 413],
  // No page has a name without a character.
  sharePage: [400, 404],
  // The server completes a pushed record or refuses it alone, and refuses the push of another epoch.
  push: [200, 400, 409],
}

/** Texts of a query or header that break the schema of a parameter. */
function wrongTexts(
  { in: place, schema, required }: Parameter,
  allows: Description['allows'],
): [string, string][] {
  const isNumber = schema.type === 'integer'
  const read = (text: string): unknown => (isNumber && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text)
  const wrong = breaksOf(schema, isNumber ? 1 : 'x')
    .filter(({ value }) => typeof value === 'string' || (isNumber && typeof value === 'number'))
    .map(({ what, value }): [string, string] => [what, String(value)])
    .filter(([, text]) => !allows(schema, read(text)))
  // The introduction of the documents says that empty values are refused.
  return place === 'query' && required ? [...wrong, ['empty', '']] : wrong
}

function brokenParameters({ operation, values, token }: Allowed, allows: Description['allows']): Refused[] {
  const of = (what: string, parameters: Values['parameters']): Refused => ({
    what,
    request: asked(operation, { ...values, parameters }, token),
    statuses: WRONG,
  })
  /** The introduction of the documents says that repeated parameters are refused. */
  function repeated(name: string): Refused {
    const { request, ...rest } = of(`${name}: twice`, values.parameters)
    const target = `${request.target.split('?')[0]}?${name}=1&${name}=1`
    return { ...rest, request: { ...request, target } }
  }
  return operation.parameters
    .filter((one) => one.in !== 'path')
    .flatMap((parameter) => {
      const { name, in: place, required } = parameter
      const { [name]: _, ...others } = values.parameters
      return [
        ...wrongTexts(parameter, allows).map(([what, text]) =>
          of(`${name}: ${what}`, { ...others, [name]: text }),
        ),
        ...(place === 'query' ? [repeated(name)] : []),
        ...(required ? [of(`without ${name}`, others)] : []),
      ]
    })
}

function brokenBodies({ operation, values, token }: Allowed, allows: Description['allows']): Refused[] {
  const [shown] = operation.bodies
  const { body } = values
  if (!shown || !body || isBytes(shown)) return []
  const request = asked(operation, values, token)
  const of = (what: string, change: Partial<Asked>, statuses = WRONG): Refused => ({
    what: `body: ${what}`,
    request: { ...request, ...change },
    statuses,
  })
  return [
    ...[body.value, ...shown.examples.slice(1)].flatMap((allowed) =>
      breaksOf(shown.schema, allowed)
        .filter(({ value }) => !allows(shown.schema, value))
        .map(({ what, value }) =>
          of(what, { body: JSON.stringify(value) }, [...(FOUND_OTHERWISE[operation.id] ?? WRONG)]),
        ),
    ),
    of('no JSON', { body: '{"' }),
    ...(operation.needsBody ? [of('empty', { body: '' })] : []),
    of('as text', { headers: { ...request.headers, 'Content-Type': 'text/plain' } }),
  ]
}

function withoutAccess({ operation, values, otherToken }: Allowed): Refused[] {
  const isOpen = operation.security.length === 0 || operation.security.some((schemes) => schemes.length === 0)
  if (isOpen) return []
  const of = (what: string, statuses: readonly number[], token?: string): Refused => ({
    what,
    request: asked(operation, values, token),
    statuses,
  })
  return [
    of('no credentials', [401]),
    of('unknown credentials', [401], `${otherToken.slice(0, 4)}${'x'.repeat(40)}`),
    of('credentials of another kind', [401, 403], otherToken),
  ]
}

function otherMethods({ operation, values, token }: Allowed, { operations }: Description): Refused[] {
  const here = operations.filter(({ path }) => path === operation.path)
  const taken = new Set(here.map(({ method }) => method))
  const request = asked(operation, { parameters: values.parameters }, token)
  return ['PUT', 'DELETE', 'PATCH', 'POST']
    .filter((method) => !taken.has(method))
    .map((method) => ({ what: method, request: { ...request, method }, statuses: [405] }))
}

export const refusalsOf = (description: Description, allowed: Allowed): Refused[] => [
  ...brokenParameters(allowed, description.allows),
  ...brokenBodies(allowed, description.allows),
  ...withoutAccess(allowed),
  ...otherMethods(allowed, description),
]
