import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOME, returnPath } from './return-path.ts'

test.each([
  ['/settings', '/settings'],
  ['/settings/changes?token=a%20b&page=2', '/settings/changes?token=a%20b&page=2'],
  ['/graph/pages/Ada%2FLovelace', '/graph/pages/Ada%2FLovelace'],
  ['/graph/search?q=(todo TODO)', '/graph/search?q=(todo%20TODO)'],
  ['/settings/devices#made', '/settings/devices'],
  ['/settings/../graph', '/graph'],
  ['/', '/'],
  ['/add?text=two words', '/add?text=two%20words'],
  ['/page/p1/The%20Heron', '/page/p1/The%20Heron'],
])('%s is a page of this server', (to, path) => expect(returnPath(to)).toBe(path))

describe('a path that is no page of this server leads to the settings', () => {
  test.each([
    undefined,
    '',
    'settings',
    '//evil.example/settings',
    '/\\evil.example/settings',
    '\\\\evil.example',
    '/\t/evil.example/settings',
    ' //evil.example',
    'https://evil.example/settings',
    'javascript:alert(1)',
    '/.//evil.example/settings',
    '/settings/..//evil.example',
    '/settings/../api/sign-in/link/x',
    '/api/sign-in',
    '/sign-in?to=/settings',
    '/settingsevil',
    '/addevil',
    '/s/site',
    '/@evil.example',
    `/settings/${'a'.repeat(2_000)}`,
  ])('%j', (to) => expect(returnPath(to)).toBe(HOME))
})

test('any path stays on this server, and in one line', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/',
      '\\',
      '//',
      '/settings',
      '/graph',
      '..',
      '.',
      '@',
      ':',
      '\r\n',
      '\t',
      '%2f',
      '?',
      '#',
    ),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const path = returnPath(pieces.join(''))
      expect(new URL(path, 'https://notes.example').origin).toBe('https://notes.example')
      expect(path).toMatch(
        /^\/(?:(?:settings|graph|pages?|tasks|changes|search|add|map|block)(?:[/?][\x21-\x7e]*)?|\?[\x21-\x7e]*)?$/,
      )
    }),
  )
})
