/**
 * The law of texts for the rows of one port. A text that the port keeps comes back as it was given, and finds its row again.
 * Any other text is refused with nothing written. No other row changes.
 */
import { expect } from 'vitest'
import { UnstorableText, type Store } from '../../src/index.ts'
import { ADDRESS_BYTES, KEY_BYTES } from './hard-texts.ts'

/** The members of a row that may be any text. */
export type TextMembers<Row> = {
  [M in keyof Row]-?: string extends NonNullable<Row[M]> ? M : never
}[keyof Row] &
  string

const isKept = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
const isKey = (most: number) => (text: string) => isKept(text) && Buffer.byteLength(text) <= most

/** The texts that a store keeps in a member. A `reference` has the text of another row, so that each row keeps its own. */
const RULES = {
  text: { keeps: isKept, isSet: true },
  key: { keeps: isKey(KEY_BYTES), isSet: true },
  address: { keeps: isKey(ADDRESS_BYTES), isSet: true },
  reference: { keeps: isKey(KEY_BYTES), isSet: false },
  account: { keeps: (text: string) => /^[\w.-]{1,64}$/.test(text), isSet: false },
  /** A name of a page is a note, and notes may contain NUL. */
  note: { keeps: (text: string) => text.isWellFormed(), isSet: true },
  /** A snapshot without a name is one of a restore. */
  named: { keeps: (text: string) => isKept(text) && text !== '', isSet: true },
} as const
export type TextRule = keyof typeof RULES

/** A call that changes a row, or deletes it. */
export interface RowChange<Row> {
  readonly run: (store: Store, row: Row) => Promise<unknown>
  /** The row after it; undefined if it is deleted. */
  readonly after: (row: Row) => Row | undefined
  /** Whether it stores texts. Otherwise it only looks for them, and finds none that is not kept. */
  readonly isWrite?: true
}

/** The rows of one port. */
export interface Rows<Row> {
  readonly name: string
  /** A row with plain texts. Each number gives another row. */
  readonly row: (n: number) => Row
  readonly texts: { readonly [M in TextMembers<Row>]: TextRule }
  /** Members that keep any text, since they are JSON. */
  readonly json?: (text: string) => Partial<Row>
  readonly put: (store: Store, row: Row) => Promise<unknown>
  /** The rows as the port has them, in the order in which they were put. */
  readonly all: (store: Store, put: readonly Row[]) => Promise<readonly (Row | undefined)[]>
  /** Reads that find a row by its own texts. */
  readonly finds?: { readonly [method: string]: (store: Store, row: Row) => Promise<Row | undefined> }
  readonly changes?: { readonly [method: string]: RowChange<Row> }
}

/** A copy without one member. */
export function without<T extends object, M extends keyof T>(value: T, member: M): Omit<T, M> {
  const { [member]: _, ...rest } = value
  return rest
}

/** Checks the law for some texts, on a store without such rows. */
export interface TextLaw {
  readonly name: string
  readonly check: (store: Store, texts: readonly string[]) => Promise<void>
}

/** @returns the law of the rows */
export function lawOf<Row extends object>(rows: Rows<Row>): TextLaw {
  const members = Object.entries(rows.texts) as [TextMembers<Row>, TextRule][]
  const { put, finds = {}, changes = {} } = rows

  /** A row with the text in each member that keeps it. */
  const rowWith = (text: string, n: number): Row => ({
    ...rows.row(n),
    ...Object.fromEntries(
      members
        .filter(([, rule]) => RULES[rule].isSet && RULES[rule].keeps(text))
        .map(([member]) => [member, text]),
    ),
    ...rows.json?.(text),
  })

  /** The members that do not keep a text. */
  const refusing = (text: string) => members.filter(([, rule]) => !RULES[rule].keeps(text))

  /** Rows with the text in one member that does not keep it. */
  const badRows = (text: string, n: number): Row[] =>
    refusing(text).map(([member]) => ({ ...rows.row(n), [member]: text }))

  /** A row with the text in all members that do not keep it; undefined if the account alone does not. */
  function worstRow(text: string, n: number): Row | undefined {
    const bad = refusing(text).filter(([, rule]) => rule !== 'account')
    return bad.length === 0
      ? undefined
      : { ...rows.row(n), ...Object.fromEntries(bad.map(([member]) => [member, text])) }
  }

  async function check(store: Store, texts: readonly string[]): Promise<void> {
    const same = async () => rows.all(store, all)
    const all = texts.map(rowWith)
    for (const row of all) await put(store, row)
    expect(await same()).toEqual(all)
    for (const [method, find] of Object.entries(finds))
      expect({ [method]: await Promise.all(all.map(async (row) => find(store, row))) }).toEqual({
        [method]: all,
      })

    for (const [n, text] of texts.entries()) {
      const writes = Object.values(changes).filter(({ isWrite }) => isWrite)
      for (const row of badRows(text, texts.length + n)) {
        await expect(put(store, row)).rejects.toThrow(UnstorableText)
        for (const { run } of writes) await expect(run(store, row)).rejects.toThrow(UnstorableText)
      }
      const worst = worstRow(text, texts.length + n)
      if (!worst) continue
      for (const [method, find] of Object.entries(finds))
        expect({ [method]: await find(store, worst) }).toEqual({ [method]: undefined })
      for (const { run, isWrite } of Object.values(changes)) if (!isWrite) await run(store, worst)
    }
    expect(await same()).toEqual(all)

    let now: (Row | undefined)[] = all
    for (const [method, { run, after }] of Object.entries(changes)) {
      const isChanged = (row: Row | undefined, n: number) => row !== undefined && n % 3 === 0
      for (const [n, row] of now.entries()) if (isChanged(row, n)) await run(store, row!)
      now = now.map((row, n) => (isChanged(row, n) ? after(row!) : row))
      const left = (await same()).filter((row) => row !== undefined)
      expect({ [method]: left }).toEqual({ [method]: now.filter((row) => row !== undefined) })
    }
  }
  return { name: rows.name, check }
}
