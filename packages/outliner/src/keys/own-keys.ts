/**
 * The list of keys that `?` shows, and the keys that a person sets there.
 *
 * @see outliner 3.1
 */
import { COMMANDS, KEYS, keysOf, type KeyCommand, type KeyGroup, type OwnKeys } from './table.ts'

const MODIFIERS: readonly string[] = ['Mod', 'Alt', 'Shift']
const NAMED: readonly string[] = [
  'Enter',
  'Tab',
  'Escape',
  'Backspace',
  'Delete',
  'Space',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  ...Array.from({ length: 12 }, (_, n) => `F${n + 1}`),
]

/**
 * Reads keys as a person writes them.
 *
 * @returns the keys in the form of the table, or `undefined` if they name no key that can have a command
 * @example
 * readKeys('ctrl + shift + k') // 'Mod+Shift+K'
 */
export function readKeys(written: string): string | undefined {
  const parts = written
    .trim()
    .slice(0, 40)
    .split(/\s*\+\s*/)
  const main = parts.pop()!
  const held = parts.map((part) => (/^(?:ctrl|cmd|command)$/i.test(part) ? 'Mod' : named(MODIFIERS, part)))
  const isRepeated = new Set(held).size !== held.length
  const name = named(NAMED, main) ?? (main.length === 1 ? main.toUpperCase() : undefined)
  if (name === undefined || isRepeated || held.includes(undefined)) return undefined
  // A letter alone is text.
  if (name.length === 1 && !held.includes('Mod') && !held.includes('Alt')) return undefined
  return [...MODIFIERS.filter((part) => held.includes(part)), name].join('+')
}

const named = (names: readonly string[], written: string): string | undefined =>
  names.find((name) => name.toLowerCase() === written.toLowerCase())

/**
 * Lists keys that would run two commands at one place, for the page on which a person sets keys.
 *
 * @example
 * keyClashes({ italic: ['Mod+B'] }) // [{ keys: 'Mod+B', commands: ['bold', 'italic'] }]
 */
export function keyClashes(
  own: OwnKeys,
): { readonly keys: string; readonly commands: readonly KeyCommand[] }[] {
  const all = new Set(COMMANDS.flatMap((command) => keysOf(command, own)))
  return [...all].flatMap((keys) => {
    const commands = COMMANDS.filter((command) => keysOf(command, own).includes(keys))
    const isClash = commands.some((a) =>
      commands.some((b) => a !== b && KEYS[a].in.some((place) => KEYS[b].in.includes(place))),
    )
    return isClash ? [{ keys, commands }] : []
  })
}

const MAC: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Tab: '⇥',
  Backspace: '⌫',
}
const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/**
 * Keys as a person reads them on their own keyboard.
 *
 * @example
 * shownKeys('Mod+Shift+Z', false) // 'Ctrl Shift Z'
 * shownKeys('Mod+Shift+Z', true) // '⌘ ⇧ Z'
 */
export function shownKeys(keys: string, isMac: boolean): string {
  return keys
    .split('+')
    .map((part) => SIGNS[part] ?? (isMac ? (MAC[part] ?? part) : part === 'Mod' ? 'Ctrl' : part))
    .join(' ')
}

/** One line of the list of keys. */
export interface KeyLine {
  readonly command: KeyCommand
  readonly words: string
  readonly keys: readonly string[]
}

/**
 * The list of keys that `?` shows, by group.
 *
 * @example
 * keyList(false)[0].lines[0] // { command: 'split', words: 'New block', keys: ['Enter'] }
 */
export function keyList(
  isMac: boolean,
  own: OwnKeys = {},
): { readonly group: KeyGroup; readonly lines: readonly KeyLine[] }[] {
  const groups = [...new Set(COMMANDS.map((command) => KEYS[command].group))]
  return groups.map((group) => ({
    group,
    lines: COMMANDS.filter((command) => KEYS[command].group === group).map((command) => ({
      command,
      words: KEYS[command].words,
      keys: keysOf(command, own).map((keys) => shownKeys(keys, isMac)),
    })),
  }))
}
