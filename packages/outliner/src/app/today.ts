/** The day of this browser. */
import type { Day } from '@notegraph/block-text'
import { dayAt } from '@notegraph/graph'

export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const today = (): Day => dayAt(Date.now(), zone())
