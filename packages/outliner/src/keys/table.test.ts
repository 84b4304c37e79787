import { expect, test } from 'vitest'
import { keyClashes, keyList, readKeys, shownKeys } from './own-keys.ts'
import { commandOfKey, keysOf, KEYS, type KeyCommand, type KeyPlace, type PressedKey } from './table.ts'

/** A pressed key from its name, as a keyboard without a Mac sends it. */
function press(keys: string, more: Partial<PressedKey> = {}): PressedKey {
  const parts = keys.split('+')
  const key = parts.at(-1)!
  const has = (name: string): boolean => parts.slice(0, -1).includes(name)
  return {
    key: has('Shift') || key.length > 1 ? key : key.toLowerCase(),
    ctrlKey: has('Mod'),
    metaKey: has('Meta'),
    altKey: has('Alt'),
    shiftKey: has('Shift'),
    ...more,
  }
}

const OUTSIDE_MAC = { place: 'text', isMac: false } as const

test.each<[string, KeyPlace, KeyCommand | undefined]>([
  ['Enter', 'text', 'split'],
  ['Enter', 'blocks', 'edit'],
  ['Enter', 'page', 'start'],
  ['Shift+Enter', 'text', 'lineBreak'],
  ['Tab', 'text', 'nest'],
  ['Shift+Tab', 'blocks', 'unnest'],
  ['Tab', 'page', undefined], // it goes on
  ['Alt+Shift+ArrowUp', 'text', 'moveUp'],
  ['Mod+ArrowDown', 'text', 'unfold'],
  ['Mod+Enter', 'blocks', 'cycleMarker'],
  ['Mod+.', 'text', 'zoom'],
  ['Mod+B', 'text', 'bold'],
  ['Mod+I', 'text', 'italic'],
  ['Mod+Shift+X', 'text', 'strike'],
  ['Mod+L', 'text', 'link'],
  ['Mod+X', 'text', undefined], // the browser cuts text
  ['Mod+X', 'blocks', 'cut'],
  ['Mod+Z', 'page', 'undo'],
  ['Mod+Shift+Z', 'text', 'redo'],
  ['Mod+K', 'text', 'switcher'],
  ['Mod+O', 'text', 'follow'],
  ['Mod+Shift+O', 'blocks', 'followBeside'],
  ['Mod+Shift+M', 'blocks', 'moveToPage'],
  ['?', 'text', undefined],
  ['?', 'page', 'help'],
  ['Meta+B', 'text', undefined],
])('[O3.1] %s in %s is %s', (keys, place, command) => {
  expect(commandOfKey(press(keys), { place, isMac: false })).toBe(command)
})

test.each<[string, PressedKey, boolean, KeyCommand | undefined]>([
  ['Cmd B on a Mac', press('Meta+B'), true, 'bold'],
  ['Ctrl B on a Mac', press('Mod+B'), true, undefined],
  ['Ctrl B on a Russian keyboard', press('Mod+и', { code: 'KeyB' }), false, 'bold'],
  ['Alt Shift ↑ on a Mac', press('Alt+Shift+ArrowUp'), true, 'moveUp'],
  ['Enter that ends a composition', press('Enter', { isComposing: true }), false, undefined],
  ['a key of an input method', press('Process'), false, undefined],
])('[O3.1] %s', (_what, pressed, isMac, command) => {
  expect(commandOfKey(pressed, { place: 'text', isMac })).toBe(command)
})

test('[O3.1] a question mark needs Shift on many keyboards', () => {
  expect(commandOfKey(press('Shift+?'), { place: 'page', isMac: false })).toBe('help')
})

test('[O3.1] the default keys clash nowhere, and each is in the form that a person can write', () => {
  expect(keyClashes({})).toEqual([])
  const all = (Object.keys(KEYS) as KeyCommand[]).flatMap((command) => keysOf(command))
  expect(all.filter((keys) => keys !== '?' && readKeys(keys) !== keys)).toEqual([])
})

test('[O3.1] a person sets other keys', () => {
  const own = { bold: ['Mod+Shift+B'], italic: [] }
  expect(commandOfKey(press('Mod+Shift+B'), { ...OUTSIDE_MAC, own })).toBe('bold')
  expect(commandOfKey(press('Mod+B'), { ...OUTSIDE_MAC, own })).toBeUndefined()
  expect(commandOfKey(press('Mod+I'), { ...OUTSIDE_MAC, own })).toBeUndefined()
  expect(keyClashes({ italic: ['Mod+B'] })).toEqual([{ keys: 'Mod+B', commands: ['bold', 'italic'] }])
})

test.each([
  ['ctrl + shift + k', 'Mod+Shift+K'],
  ['Cmd+.', 'Mod+.'],
  ['alt+arrowup', 'Alt+ArrowUp'],
  ['F2', 'F2'],
  ['Tab', 'Tab'],
  ['k', undefined], // text
  ['Shift+K', undefined],
  ['Mod+Mod+K', undefined],
  ['Hyper+K', undefined],
  ['Mod+Kay', undefined],
  ['', undefined],
])('[O3.1] the keys %j are read as %j', (written, keys) => {
  expect(readKeys(written)).toBe(keys)
})

test('[O3.1] the list of keys has every command once, in the words of the keyboard', () => {
  const lines = keyList(false).flatMap((group) => group.lines)
  expect(lines.map(({ command }) => command).toSorted()).toEqual(Object.keys(KEYS).toSorted())
  expect(lines.find(({ command }) => command === 'fold')?.keys).toEqual(['Ctrl ↑'])
  expect(shownKeys('Alt+Shift+ArrowUp', true)).toBe('⌥ ⇧ ↑')
})
