/** A stranger who calls the operations of a document: with its examples, with random values, and with what was learned. */
import fc from 'fast-check'
import { asked, exampleOf, fitsPath, isBytes, type Values } from './asking.ts'
import type { Description, Operation } from './description.ts'
import { Known } from './known.ts'
import { valueOf } from './values.ts'
import { send, type Addresses, type Reply } from './world.ts'

/** Requests that are tried with other learned values until one succeeds. */
const TRIES = 24

/** Members of bodies whose examples name items of another account. */
const LEARNED = new Set(['ids', 'page', 'seq', 'version', 'pick', 'epoch', 'cursor'])

/** Values of HTTP headers. */
const SENDABLE = /^[!-~]([ -~]*[!-~])?$/

export interface StrangerOptions {
  readonly baseUrl: string
  readonly description: Description
  readonly addresses: Addresses
  /** The secret of each scheme. */
  readonly secrets: Readonly<Record<string, string>>
  readonly known: Known
}

export class Stranger {
  /** The operations that succeeded. */
  readonly succeeded = new Set<string>()
  /** A line for each answer that the document does not allow. */
  readonly faults: string[] = []
  /** The last bytes of each media type. */
  readonly #bytes = new Map<string, Uint8Array>()

  readonly #options: StrangerOptions

  constructor(options: StrangerOptions) {
    this.#options = options
  }

  /** Calls an operation until it succeeds; if it does not, calls the lists above it first, and creates an item of each. */
  async call(operation: Operation): Promise<void> {
    if (await this.#tryExamples(operation)) return
    const { operations } = this.#options.description
    for (const above of operations.filter(({ path }) => operation.path.startsWith(`${path}/{`)))
      await this.#tryExamples(above, true)
    await this.#tryExamples(operation)
  }

  /**
   * Sends the documented examples, then one with learned values in the place of those of the example, until it succeeds.
   * @param each whether to go on with other learned values, to learn more
   */
  async #tryExamples(operation: Operation, each = false): Promise<boolean> {
    const documented = Math.max(1, operation.bodies[0]?.examples.length ?? 1)
    let isDone = false
    for (let which = 0; which < documented; which++)
      isDone = (await this.#ask(operation, this.#example(operation, which))) || isDone
    const tries = each && !operation.path.includes('{') ? 1 : TRIES
    for (let tried = 0; tried < tries; tried++) {
      if (isDone && !each) break
      isDone = (await this.#ask(operation, this.#withLearned(operation, tried))) || isDone
    }
    return isDone
  }

  #example(operation: Operation, which = 0): Values {
    const { parameters, body } = exampleOf(operation, which)
    const addresses = this.#options.addresses[operation.id]
    return {
      parameters,
      ...(body && {
        body: addresses ? { ...body, value: { ...(body.value as object), ...addresses } } : body,
      }),
    }
  }

  /** Sends random requests that the document allows. */
  async tryRandom(operation: Operation, numRuns: number): Promise<void> {
    const property = fc.asyncProperty(this.#anyValues(operation), async (values) => {
      await this.#ask(operation, values)
    })
    await fc.assert(property, { numRuns })
  }

  #withLearned(operation: Operation, tried: number): Values {
    const { known } = this.#options
    let left = tried
    const learned = (name: string): unknown => {
      const likely = known.likely(operation, name)
      if (likely.length === 0) return undefined
      const value = likely[left % likely.length]
      left = Math.floor(left / likely.length)
      return value
    }
    const { parameters, body } = this.#example(operation)
    // The other parameters of an example narrow it down to less than there is to learn.
    const needed = operation.parameters
      .filter((one) => one.required)
      .map(
        ({ name, in: place }) =>
          [name, (place === 'path' ? learned(name) : undefined) ?? parameters[name]] as const,
      )
    const given = Object.fromEntries(needed)
    if (!body || typeof body.value !== 'object')
      return { parameters: given, ...(body && { body: this.#bytesFor(body) }) }
    const members = Object.entries(body.value as object).map(([name, value]) => {
      const own = LEARNED.has(name) ? learned(name) : undefined
      return [name, own === undefined ? value : Array.isArray(value) ? [own] : own]
    })
    return { parameters: given, body: { ...body, value: Object.fromEntries(members) } }
  }

  /** A body of bytes is one that an answer had, if an answer had any of its kind. */
  #bytesFor(body: NonNullable<Values['body']>): NonNullable<Values['body']> {
    return { ...body, value: this.#bytes.get(body.mediaType) ?? body.value }
  }

  #anyValues(operation: Operation): fc.Arbitrary<Values> {
    const { known, description } = this.#options
    const parameters = operation.parameters.map(({ name, in: place, required, schema }) => {
      const learned = known.likely(operation, name)
      const any = valueOf(schema).filter(
        (value) =>
          description.allows(schema, value) &&
          (place !== 'path' || fitsPath(value)) &&
          // The server refuses an empty value of the query.
          (place !== 'query' || value !== '') &&
          (place !== 'header' || SENDABLE.test(String(value))),
      )
      const value = learned.length > 0 && place === 'path' ? fc.oneof(any, fc.constantFrom(...learned)) : any
      return [name, required ? value : fc.option(value, { nil: undefined })] as const
    })
    const bodies = operation.bodies.map((body) =>
      (isBytes(body)
        ? fc.uint8Array({ maxLength: 60 })
        : valueOf(body.schema).filter((value) => description.allows(body.schema, value))
      ).map((value) => ({ mediaType: body.mediaType, value })),
    )
    return fc.record({
      parameters: fc.record(Object.fromEntries(parameters)),
      body: bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies),
    }) as fc.Arbitrary<Values>
  }

  /** Sends one request. @returns whether it succeeded */
  async #ask(operation: Operation, values: Values): Promise<boolean> {
    const { baseUrl, secrets } = this.#options
    const [scheme] = operation.security.flat()
    const request = asked(operation, values, scheme === undefined ? undefined : secrets[scheme])
    const reply = await send(baseUrl, request, operation.streams)
    this.#check(
      operation,
      reply,
      `${request.method} ${request.target.slice(0, 120)} ${sampleOf(request.body)}`,
    )
    const isSuccess = reply.status < 300
    if (isSuccess) {
      this.succeeded.add(operation.id)
      this.#learn(operation, reply)
    }
    return isSuccess
  }

  #check({ path }: Operation, reply: Reply, request: string): void {
    const faults = reply.status < 500 ? this.#options.description.faultsOf(path, reply) : [reply.text]
    this.faults.push(...faults.map((fault) => `${request}, ${reply.status}: ${fault}`))
  }

  #learn(operation: Operation, { headers, text, bytes }: Reply): void {
    const type = headers.get('content-type')?.split(';')[0] ?? ''
    if (type === 'application/json') this.#options.known.learn(operation, JSON.parse(text))
    else this.#bytes.set(type, bytes)
  }
}

const sampleOf = (body: string | Uint8Array | undefined): string =>
  typeof body === 'string' ? body.slice(0, 120) : ''
