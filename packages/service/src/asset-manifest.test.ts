import { expect, test } from 'vitest'
import { readAssetManifest, writeAssetManifest } from './asset-manifest.ts'

const MANIFEST = new Map([
  ['assets/b.png', { name: 'a: b.png', type: 'image/png' }],
  ['assets/a.csv', { name: 'a.csv', type: 'text/csv' }],
])

test('a written manifest reads back, one line a file, in a steady order', () => {
  const text = writeAssetManifest(MANIFEST)
  expect(text).toBe(
    '[\n{"file":"assets/a.csv","name":"a.csv","type":"text/csv"},\n{"file":"assets/b.png","name":"a: b.png","type":"image/png"}\n]\n',
  )
  expect(readAssetManifest(text)).toEqual(MANIFEST)
  expect(readAssetManifest(writeAssetManifest(new Map()))).toEqual(new Map())
})

test.each([
  undefined,
  '',
  'no JSON',
  '{}',
  '[null, 1, {"file": 1}]',
  '[{"file": "a", "name": "x", "type": "text/html\\r\\nSet-Cookie: a"}]',
  '[{"file": "a", "name": "../x", "type": "text/css"}]',
  '[{"file": "a", "name": "", "type": "text/css"}]',
])('%j says nothing', (text) => expect(readAssetManifest(text)).toEqual(new Map()))
