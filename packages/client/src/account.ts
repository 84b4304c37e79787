/** What an account takes up, who is signed in to it, and what was done with it. */
import type { Listed } from './answers.ts'

/** How many there are, and the bytes that they take up. */
export interface Used {
  count: number
  bytes: number
}

/** The cloud sync plan. In grace, for 30 days after it ended, the account reads and takes no writes. */
export interface PlanState {
  state: 'active' | 'grace' | 'none'
  /** When the plan ended, in milliseconds since 1970. */
  endedAt?: number
  /** In grace: when reading ends and the graph is archived and removed, in milliseconds since 1970. */
  readsUntil?: number
  /** In grace: the days until then, begun ones counted. */
  daysLeft?: number
}

/** Storage by kind, and the plan. */
export interface StorageAnswer {
  /** Bytes of pages, blocks, shapes and files together. */
  used: number
  /** Bytes that the account may use. */
  quota: number
  /** With journal days and whiteboards. */
  pages: Used
  blocks: Used
  /** What is drawn on whiteboards. */
  shapes: Used
  files: Used
  /** The list of changes. No part of `used`. */
  changes: Used
  /** Answers kept under an `Idempotency-Key`. No part of `used`. */
  answers: Used
  plan: PlanState
}

/** A device that is signed in. */
export interface Device {
  /** The id of its session. */
  id: string
  /** Its name. */
  device: string
  /** When it signed in, in milliseconds since 1970. */
  createdAt: number
  /** Milliseconds since 1970, to the minute. */
  lastUsedAt?: number
}

/** Devices that are signed in, the latest first. */
export interface DeviceList extends Listed {
  devices: readonly Device[]
  /** The id of the device that asks. */
  own: string
}

/** An entry of the audit log. */
export interface AuditEvent {
  /** Milliseconds since 1970. */
  at: number
  /** What happened, such as `sign_in`, `token_made`, `export` or `revert`. New events may be added. */
  event: string
  /** What opened the account: `browser`, `device`, `token`, `agent`, `operator`, `provider`, `billing` or `time`. */
  by: string
  /** The id of the token, device, browser or change. */
  subject?: string
  /** A word more, such as why it was refused. */
  detail?: string
  /** A pseudonym: the same for the same network address. */
  address?: string
}

/** The audit log, latest first, for 90 days. */
export interface AuditList extends Listed {
  events: readonly AuditEvent[]
}
