import { expect, test } from 'vitest'
import { nodeFault } from './node-version.ts'

test.each(['24.21.0', '22.18.0', '23.0.0'])('[operations] Node %s runs the program', (version) =>
  expect(nodeFault(version)).toBeUndefined(),
)

test.each(['22.17.9', '20.20.2', '8.0.0'])('[operations] Node %s is refused as too old', (version) =>
  expect(nodeFault(version)).toContain(`Notegraph requires Node 22.18 or newer; this is ${version}.`),
)
