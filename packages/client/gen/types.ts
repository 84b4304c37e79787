/** Writes the schemas of the contract as TypeScript, with their descriptions and units as docstrings. */
import * as contract from '@notegraph/contract'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A schema or an action of valibot, as far as types need it. */
export interface Schema {
  readonly kind: string
  readonly type: string
  readonly pipe?: readonly Schema[]
  readonly entries?: Entries
  readonly wrapped?: Schema
  readonly item?: Schema
  readonly value?: Schema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly getter?: () => Schema
  readonly default?: unknown
  readonly description?: string
  readonly metadata?: Json
}
type Entries = { readonly [key: string]: Schema }
type Json = { readonly [key: string]: unknown }

/** Types that have another name in the client. */
const RENAMED: { readonly [name: string]: string } = {
  Type: 'PageType',
  UploadAnswer: 'FileAdded',
  RemoveFilesAnswer: 'FilesRemoved',
  ListPagesQuery: 'PagesAsked',
  PageQuery: 'PageAsked',
  SearchQuery: 'SearchAsked',
  TasksQuery: 'TasksAsked',
  LinksQuery: 'LinksAsked',
  BlockLinksQuery: 'NestedAsked',
  OwnChangesQuery: 'OwnChangesAsked',
  ChangesQuery: 'ChangesAsked',
}

/** Scalars whose unit or form a description may leave out. */
const UNITS: readonly (readonly [scalar: unknown, words: string])[] = [
  [contract.Timestamp, 'milliseconds since 1970'],
  [contract.DayNumber, '`YYYYMMDD`'],
  [contract.DayText, '`YYYY-MM-DD`'],
]

/** A schema with those that it was made from by a pipe. */
const chain = (schema: Schema): readonly Schema[] =>
  schema.pipe ? [schema, ...chain(schema.pipe[0]!)] : [schema]
const rootOf = (schema: Schema): Schema => chain(schema).at(-1)!

/** Plain texts and numbers have no type of their own. */
const exported = (Object.entries(contract) as [string, Schema][]).filter(
  ([, one]) => one?.kind === 'schema' && !['string', 'number'].includes(rootOf(one).type),
)
const names = new Map(exported.map(([name, schema]) => [schema, RENAMED[name] ?? name]))
const sourceNames = new Map(exported.map(([name, schema]) => [schema, name]))

/** Comments of the exported schemas: those without a description, such as bodies, say there what they are. */
const comments = commentsOf(join(dirname(fileURLToPath(import.meta.resolve('@notegraph/contract'))), '.'))

function commentsOf(folder: string): ReadonlyMap<string, string> {
  const sources = globSync('**/*.ts', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'))
  return new Map(
    sources.flatMap((source) =>
      [...source.matchAll(/\/\*\* ((?:(?!\*\/).)*?)(?: @\w+ .*)? \*\/\nexport const (\w+)/g)].map(
        ([, comment, name]) => [name!, comment!] as const,
      ),
    ),
  )
}

/** Lists of options have the name of the exported one. */
const named = new Map(
  exported.flatMap(([, schema]) => {
    const root = rootOf(schema)
    return root.type === 'picklist' ? [[String(root.options), schema] as const] : []
  }),
)

const isOptional = ({ type }: Schema): boolean => type === 'exact_optional' || type === 'optional'
const unwrap = (schema: Schema): Schema => (isOptional(schema) ? schema.wrapped! : schema)
const isObject = ({ entries }: Schema): boolean => entries !== undefined

/** The metadata of a schema: JSON Schema of a parameter, or of a custom check. */
const metadataOf = (schema: Schema): Json =>
  Object.assign({}, ...(schema.pipe ?? []).map(({ metadata }) => metadata)) as Json

/** The description of a schema: its own, or that of the schema that it was made from. */
export function descriptionOf(schema: Schema): string | undefined {
  const [first, ...actions] = schema.pipe ?? []
  const own = actions.findLast(({ type }) => type === 'description')?.description
  return own ?? (first && descriptionOf(first))
}

/** @returns the docstring of a text, or nothing */
export const docstring = (text: string | undefined, pad = ''): string => {
  if (!text) return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1
    ? `${pad}/** ${lines[0]} */\n`
    : `${pad}/**\n${lines.map((line) => `${pad} * ${line}\n`).join('')}${pad} */\n`
}

const capitalized = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase())

/** What a member is: its description, its unit, and the numbers that it takes. */
function docOf(entry: Schema): string {
  const schema = unwrap(entry)
  const inner = rootOf(schema).type === 'nullable' ? chain(rootOf(schema).wrapped!) : chain(schema)
  const isNamed = inner.some((one) => names.has(one) && isObject(one))
  const own = descriptionOf(schema) ?? descriptionOf(inner[0]!)
  const description = isNamed && inner.some((one) => names.has(one) && descriptionOf(one) === own) ? '' : own
  const unit = UNITS.find(([scalar]) => inner.some((one) => one === scalar))?.[1]
  const { minimum, maximum, default: fallback = entry.default } = metadataOf(schema)
  return [
    description,
    unit !== undefined && !description?.toLowerCase().includes(unit.toLowerCase()) && `${capitalized(unit)}.`,
    typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER && `${String(minimum)} to ${maximum}.`,
    typeof fallback === 'string' && !description?.includes('default') && `\`${fallback}\` by default.`,
  ]
    .filter(Boolean)
    .join(' ')
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))
const union = (options: readonly unknown[]): string => options.map(literal).join(' | ')
const listOf = (type: string): string =>
  /^(?:\w+|\{[^]*\})$/.test(type) ? `readonly ${type}[]` : `readonly (${type})[]`

/** The types of the client, each declared when something first names it. */
export class Types {
  readonly #declared = new Map<string, string>()

  /** All declarations so far. */
  get source(): string {
    return [...this.#declared.values()].join('\n')
  }

  /** The names of all declarations so far. */
  get names(): readonly string[] {
    return [...this.#declared.keys()]
  }

  /** @returns the type of a schema, by its name if it has one */
  typeOf(entry: Schema, pad = ''): string {
    const schema = unwrap(entry)
    const known = chain(schema).find((one) => names.has(one))
    if (known) return this.#declare(known)
    const same = schema.type === 'picklist' && named.get(String(schema.options))
    return same ? this.#declare(same) : this.#shapeOf(schema, pad)
  }

  /** @returns the type of a query, of which `limit` and `offset` are those of every list */
  queryOf(query: Schema): string {
    const { limit, offset, ...others } = query.entries!
    const isWindow = limit !== undefined && offset !== undefined
    if (isWindow && Object.keys(others).length === 0) return 'Window'
    const name = names.get(query)!
    this.#write(name, query, () => this.#interface(name, others, isWindow ? ['Window'] : []))
    return name
  }

  #declare(schema: Schema): string {
    const name = names.get(schema)!
    this.#write(name, schema, () =>
      isObject(schema)
        ? this.#extending(name, schema)
        : `export type ${name} = ${this.#shapeOf(schema, '')}\n`,
    )
    return name
  }

  #write(name: string, schema: Schema, declaration: () => string): void {
    if (this.#declared.has(name)) return
    this.#declared.set(name, '') // its place, and an end for schemas that contain themselves
    const doc = descriptionOf(schema) ?? comments.get(sourceNames.get(schema)!)
    if (doc === undefined) throw new Error(`${name} needs a description or a comment in the contract.`)
    this.#declared.set(name, docstring(doc) + declaration())
  }

  /** An interface that extends each exported one whose members it has. */
  #extending(name: string, schema: Schema): string {
    const own = { ...schema.entries }
    const bases: string[] = []
    const candidates = exported
      .filter(([, one]) => one !== schema && isObject(one) && Object.keys(one.entries!).length > 1)
      .toSorted(([, a], [, b]) => Object.keys(b.entries!).length - Object.keys(a.entries!).length)
    for (const [, base] of candidates) {
      const members = Object.entries(base.entries!)
      if (members.length >= Object.keys(schema.entries!).length) continue
      if (!members.every(([key, member]) => own[key] === member)) continue
      bases.push(this.#declare(base))
      for (const [key] of members) delete own[key]
    }
    return this.#interface(name, own, bases, schema.type === 'loose_object')
  }

  #interface(name: string, entries: Entries, bases: readonly string[], isLoose = false): string {
    const extended = bases.length > 0 ? ` extends ${bases.join(', ')}` : ''
    return `export interface ${name}${extended} {\n${this.#members(entries, '  ', isLoose)}}\n`
  }

  #members(entries: Entries, pad: string, isLoose: boolean): string {
    const members = Object.entries(entries).map(
      ([key, entry]) =>
        `${docstring(docOf(entry), pad)}${pad}${key}${isOptional(entry) ? '?' : ''}: ${this.typeOf(entry, pad)}\n`,
    )
    return members.join('') + (isLoose ? `${pad}[key: string]: unknown\n` : '')
  }

  #shapeOf(schema: Schema, pad: string): string {
    const root = rootOf(schema)
    switch (root.type) {
      case 'string':
        return metadataOf(schema)['type'] === 'integer' ? 'number' : 'string'
      case 'number':
      case 'boolean':
      case 'null':
        return root.type
      case 'any':
        return 'unknown'
      case 'literal':
        return literal(root.literal)
      case 'picklist':
        return this.#optionsOf(root)
      case 'nullable':
        return `${this.typeOf(root.wrapped!, pad)} | null`
      case 'array':
        return listOf(this.typeOf(root.item!, pad))
      case 'record':
        return `{ [key: string]: ${this.typeOf(root.value!, pad)} }`
      case 'lazy':
        return this.typeOf(root.getter!(), pad)
      case 'union':
      case 'variant':
        return (root.options as readonly Schema[])
          .map(
            (one) =>
              (isObject(one) ? `\n${docstring(descriptionOf(one), `${pad}  `)}${pad}  | ` : '') +
              this.typeOf(one, `${pad}  `),
          )
          .join(isObject(root.options![0] as Schema) ? '' : ' | ')
      case 'strict_object':
      case 'loose_object':
      case 'object':
        return `{\n${this.#members(root.entries!, `${pad}  `, root.type === 'loose_object')}${pad}}`
      case 'custom':
        return (schema as unknown) === contract.OperationName
          ? union(contract.BATCH_OPERATIONS)
          : this.#jsonType(metadataOf(schema))
      default:
        throw new Error(`No type is known for a schema of the kind ${root.type}.`)
    }
  }

  #optionsOf(schema: Schema): string {
    const options = schema.options as readonly string[]
    if ((schema as unknown) === contract.ErrorCode)
      return options
        .map((code) => [code, contract.ERRORS[code as contract.ErrorCode]] as const)
        .map(([code, { status, meaning }]) => `\n${docstring(`${status}: ${meaning}`, '  ')}  | '${code}'`)
        .join('')
    return String(options) === 'true,false' ? `boolean | ${union(options)}` : union(options)
  }

  /** The type of a custom check, which describes its values as JSON Schema. */
  #jsonType(json: Json): string {
    if ((json as unknown) === contract.LIST_EDIT_SCHEMA) {
      const doc =
        'Names to add to a list of values, and to remove from it: `alias`, `tags` and fields of names.'
      if (!this.#declared.has('ListEdit'))
        this.#declared.set(
          'ListEdit',
          `${docstring(doc)}export interface ListEdit {\n  add?: readonly string[]\n  remove?: readonly string[]\n}\n`,
        )
      return 'ListEdit'
    }
    const { type, anyOf, additionalProperties } = json
    if (anyOf) return (anyOf as readonly Json[]).map((one) => this.#jsonType(one)).join(' | ')
    if (type === 'object') return `{ [key: string]: ${this.#jsonType(additionalProperties as Json)} }`
    return [type].flat().join(' | ')
  }
}
