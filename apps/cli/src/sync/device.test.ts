import { expect, test } from 'vitest'
import { deviceName } from './device.ts'

test.each([
  ['Adas-MacBook.local', 'Adas-MacBook-3f2504e0'],
  ["Ada's büro", 'Ada-s-b-ro-3f2504e0'],
  ['x'.repeat(60), `${'x'.repeat(27)}-3f2504e0`],
  ['', 'folder-3f2504e0'],
])('a folder on %j is the device %s', (host, name) => {
  const device = deviceName(host, '3f2504e0-4f89-41d3-9a0c-0305e82c3301')
  expect(device).toBe(name)
  expect(device).toMatch(/^[A-Za-z0-9._-]{1,36}$/)
})
