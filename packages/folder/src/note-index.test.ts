import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noteIndex } from './note-index.ts'

const NOTES = [
  'long/Twin.md',
  'b/Twin.md',
  'Home.md',
  'a/Ann.md',
  'a/Home.md',
  'b/Ann.markdown',
  'b/ Bob.md',
  'b/c/v1.2.md',
  'b/50%.md',
]

test.each([
  ['a', 'Home', 'Home.md'], // its whole path
  ['a', './Home', 'a/Home.md'],
  ['b', 'Twin', 'b/Twin.md'], // beside the note
  ['', 'Twin', 'b/Twin.md'], // the shortest path
  ['a', 'Ann', 'a/Ann.md'],
  ['b', 'ann.md', 'b/Ann.markdown'],
  ['', 'Bob', 'b/ Bob.md'],
  ['a', 'v1.2', 'b/c/v1.2.md'],
  ['a', 'c/v1.2', 'b/c/v1.2.md'],
  ['b', './Ann', 'b/Ann.markdown'],
  ['a', '50%', 'b/50%.md'],
  ['a', '50%25', 'b/50%.md'],
  ['a', 'Nobody', undefined],
])('a link in folder %j to %j finds %j', (folder, target, expected) => {
  expect(noteIndex(NOTES, []).findPath(folder, target)).toBe(expected)
})

test('two notes whose paths differ in capitals alone have names of their own, and links find each', () => {
  const { findPath, nameOf } = noteIndex(['n/MAAS.md', 'n/MaaS.md', 'n/maas.md', 'x.md'], [])
  expect(['n/MAAS.md', 'n/MaaS.md', 'n/maas.md'].map(nameOf)).toEqual(['n/MAAS', 'n/MaaS 2', 'n/maas 3'])
  for (const target of ['MaaS', 'n/MaaS', './n/MaaS', 'MaaS.md'])
    expect(findPath('', target)).toBe('n/MaaS.md')
  expect(findPath('n', 'MAAs')).toBe('n/MAAS.md')
})

test('a name has no blanks around it, as in a Logseq folder', () => {
  const { nameOf } = noteIndex([' Bob.md', 'Cy .md'], [])
  expect([' Bob.md', 'Cy .md'].map(nameOf)).toEqual(['Bob', 'Cy'])
})

const STEP = fc.constantFrom('a', 'A', ' a', 'b', 'b.md', '..', '.', 'ß', 'ss', '%61')
const PATH = fc.array(STEP, { minLength: 1, maxLength: 3 }).map((steps) => steps.join('/'))

test('a relative link and a Markdown link find the note beside them, whatever other notes the folder has', () => {
  const steps = fc.constantFrom('a', 'A', ' a', 'b', 'ß', 'ss', 'c d')
  const paths = fc.uniqueArray(fc.array(steps, { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 6,
    selector: (parts) => parts.map((part) => part.toLowerCase().replace('ß', 'ss').trim()).join('/'),
  })
  fc.assert(
    fc.property(paths, (all) => {
      const notes = all.map((parts) => `${parts.join('/')}.md`)
      const index = noteIndex(notes, [])
      for (const [i, parts] of all.entries()) {
        const folder = parts.slice(0, -1).join('/')
        expect(index.findPath(folder, `./${parts.at(-1)!}`)).toBe(notes[i])
        expect(index.findNote(folder, parts.at(-1)!)).toBe(notes[i])
      }
    }),
  )
})

test('a second look-up of a link finds what the first one found, from any folder', () => {
  fc.assert(
    fc.property(fc.array(PATH, { maxLength: 6 }), fc.array(fc.tuple(PATH, PATH)), (paths, links) => {
      const index = noteIndex(
        paths.map((path) => `${path}.md`),
        [],
      )
      for (const [folder, target] of links)
        expect(index.findPath(folder, target)).toBe(
          noteIndex(
            paths.map((path) => `${path}.md`),
            [],
          ).findPath(folder, target),
        )
    }),
  )
})
