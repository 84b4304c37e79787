import * as v from 'valibot'
import { expect, test } from 'vitest'
import { check } from './check.ts'

const Events = v.strictObject({
  by: v.optional(v.picklist(['devices', 'tokens', 'owner'])),
  kind: v.optional(v.picklist(['text'])),
  count: v.optional(v.number()),
  url: v.string(),
})

test.each([
  [{ url: 'x', by: 'me' }, 'events.by takes devices, tokens or owner, not "me".'],
  [{ url: 'x', kind: 5 }, 'events.kind takes text, not 5.'],
  [{ url: 'x', count: 'many' }, 'events.count takes a number, not "many".'],
  [{ url: 'x', page: 'Ada' }, 'events has no key "page".'],
  [{}, 'events.url is missing.'],
])('%j is refused in words', (events, error) => {
  expect(check(v.strictObject({ events: Events }), { events })).toEqual({ ok: false, error })
})
