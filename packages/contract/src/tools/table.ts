/** The tools for assistants in their listed order, and the check of their arguments. */
import { either, quote } from '@notegraph/page-types'
import { nearest } from '@notegraph/query'
import * as v from 'valibot'
import { check, isObject, valueWords, type Checked, type ObjectSchema } from '../requests/check.ts'
import { mapInOrder } from '../requests/key-order.ts'
import { readJson } from '../requests/json.ts'
import { isScalar, listIn } from './arguments.ts'
import { argumentsSchema } from './argument-schema.ts'
import { TOOL_NAMES, type Tool, type ToolName } from './tool.ts'
import { READ_TOOLS } from './read.ts'
import { ORGANIZE_TOOLS } from './organize.ts'
import { WRITE_TOOLS } from './write.ts'
import { MISSING } from '../schemas/writes.ts'

/** Every tool, in its listed order. */
export const TOOLS: readonly Tool[] = [...READ_TOOLS, ...WRITE_TOOLS, ...ORGANIZE_TOOLS]

const byName = new Map<string, Tool>(TOOLS.map((tool) => [tool.name, tool]))

/** @see assistants 12.8 */
const FOR_THE_PERSON =
  ' The person does everything else in the browser, such as sharing, settings, files and restoring.'

/**
 * Finds a tool by its name.
 * @returns the tool, or a message with the nearest name
 * @example
 * findTool('search').ok // true
 * findTool('serach').ok // false
 */
export function findTool(name: unknown): Checked<Tool> {
  const tool = typeof name === 'string' ? byName.get(name) : undefined
  if (tool) return { ok: true, value: tool }
  const words = `There is no tool ${name === undefined ? 'without a name' : valueWords(name)}`
  const near = guess(name, TOOL_NAMES)
  const rest = near === '' ? FOR_THE_PERSON : near
  return { ok: false, error: `${words}; the tools are ${TOOL_NAMES.join(', ')}.${rest}` }
}

/**
 * Checks the arguments of a call. An optional argument that is `null` or an empty text is as left out. An object or array may also be its JSON
 * text, as some clients send it, and an integer or a boolean its text. Properties take numbers and booleans as their text.
 * @returns the schema's output, or a message about the first fault
 * @example
 * checkArguments('read_block', ReadBlockArguments, { block_id: 'c0a2f6de' }) // { ok: true, value: { block_id: 'c0a2f6de' } }
 * @see decisions 10.3
 */
export function checkArguments<S extends ObjectSchema>(
  tool: ToolName,
  schema: S,
  sent: unknown,
): Checked<v.InferOutput<S>> {
  const whole = unwrapped(sent ?? {})
  if (!isObject(whole))
    return { ok: false, error: `${tool} takes its arguments as an object, not ${valueWords(whole)}.` }
  const known = Object.keys(schema.entries)
  const unknown = Object.keys(whole).find((name) => !known.includes(name))
  if (unknown !== undefined)
    return {
      ok: false,
      error: `${tool} has no argument ${quote(unknown)}. Use ${either(known)}.${guess(unknown, known)}`,
    }
  const { properties, required = [] } = argumentsSchema(schema)
  const missing = required.find((name) => whole[name] === undefined)
  if (missing !== undefined)
    return { ok: false, error: missingWords(tool, missing, properties[missing]!.description) }
  const given = Object.entries(whole)
    .filter(([name, value]) => required.includes(name) || !isLeftOut(name, value))
    .map(([name, value]) => [name, asTaken(value, properties[name]!.type)])
  return check(schema, Object.fromEntries(given))
}

/** Clients that name every argument send `null` or an empty text for those that they leave out. @see assistants 13.1 */
const isLeftOut = (name: string, value: unknown): boolean =>
  value === null || (value === '' && name !== 'replace')

/** Uses the message of the API if its body requires the same key. */
function missingWords(tool: ToolName, name: string, description: string): string {
  const said = byName.get(tool)?.writes && Object.entries(MISSING).find(([key]) => key === name)
  return said ? said[1] : `${name} is missing: ${lowered(description)}`
}

function guess(written: unknown, names: readonly string[]): string {
  const meant = typeof written === 'string' ? nearest(written.toLowerCase(), names) : undefined
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

/** A value in the type of its argument, if it was sent in another form. @see assistants 13.1 */
function asTaken(value: unknown, type: string): unknown {
  if (type === 'string') return value
  if (type === 'object') return withTexts(unwrapped(value))
  if (typeof value !== 'string') return value
  if (type === 'integer') return INTEGER.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' || (value === 'false' ? false : value)
  return unwrapped(value)
}

const INTEGER = /^-?\d+$/

/** Properties whose numbers and booleans are their texts, and whose list edits may be JSON texts. */
const withTexts = (value: unknown): unknown =>
  isObject(value) ? mapInOrder(value, (one) => (isScalar(one) ? String(one) : listIn(one))) : value

/** The object or array of a JSON text; any other value unchanged. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const read = readJson(value)
  return read.ok && typeof read.value === 'object' && read.value !== null ? read.value : value
}

const lowered = (sentence: string): string => sentence.slice(0, 1).toLowerCase() + sentence.slice(1)
