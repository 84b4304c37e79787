import { expect, test } from 'vitest'
import { readConfig, writeConfig } from './config.ts'

test.each([
  [undefined, 'triple-lowbar'],
  ['{}', 'legacy'],
  ['{:file/name-format :legacy}', 'legacy'],
  ['{:file/name-format :triple-lowbar}', 'triple-lowbar'],
])('settings %j name files in the form %s', (text, expected) =>
  expect(readConfig(text).nameFormat).toBe(expected),
)

test('folders, formats, favorites and hidden paths', () => {
  const text = `{:journals-directory "/daily/" :pages-directory "notes"
    :journal/page-title-format "dd-MM-yyyy" :favorites ["A" "b/c"] :hidden ["/script" "README.md" "" "/" "/old/" "../x"]}`
  expect(readConfig(text)).toEqual({
    nameFormat: 'legacy',
    pagesFolder: 'notes',
    journalsFolder: 'daily',
    journalTitleFormat: 'dd-MM-yyyy',
    favorites: ['A', 'b/c'],
    hidden: ['script', 'README.md', 'old/', '../x'],
  })
})

test('written settings read back in a fixed order', () => {
  const { text } = writeConfig(['b "x"', 'a\\', 'b "x"'])
  expect(readConfig(text)).toMatchObject({
    nameFormat: 'triple-lowbar',
    journalFileFormat: 'yyyy_MM_dd',
    journalTitleFormat: 'yyyy-MM-dd',
    favorites: ['a\\', 'b "x"'],
  })
  expect(writeConfig(['a\\', 'b "x"']).text).toBe(text)
})

test('an implausible format of days is ignored', () => {
  const text = `{:journal/page-title-format "yyyy${'MM'.repeat(100_000)}"}`
  expect(readConfig(text)).not.toHaveProperty('journalTitleFormat')
})
