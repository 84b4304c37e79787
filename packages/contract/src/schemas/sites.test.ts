import { expect, test } from 'vitest'
import { readQuery, SiteArchiveQuery } from '../index.ts'

const read = (base: string) => readQuery(SiteArchiveQuery, [['base', base]])

test.each([
  ['https://garden.example', 'https://garden.example'],
  ['http://garden.example/notes/', 'http://garden.example/notes'],
])('[S4] the address %s of a folder is read as %s', (base, value) => {
  expect(read(base)).toEqual({ ok: true, value: { base: value } })
})

test.each(['garden', 'ftp://garden.example', 'https://garden.example?x=1', 'https://garden.example/#a'])(
  '[S4] the address %s of a folder is refused',
  (base) => {
    const error = `base takes an http or https address without a query, not "${base}".`
    expect(read(base)).toMatchObject({ ok: false, error })
  },
)
