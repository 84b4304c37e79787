/** The storage, devices and audit log of an account. */
import type { Listed } from './answers.ts'
import type { Right } from './token.ts'

/** A number of items, and their bytes. */
export interface Used {
  count: number
  bytes: number
}

/** The cloud sync plan. In grace, for 30 days after the plan ended, the account is read only. */
export interface PlanState {
  state: 'active' | 'grace' | 'none'
  /** The end of the plan, in milliseconds since 1970. */
  endedAt?: number
  /** In grace: the time at which the server archives and deletes the graph, in milliseconds since 1970. */
  readsUntil?: number
  /** In grace: the days until then, rounded up. */
  daysLeft?: number
}

/** Storage by kind, and the plan. */
export interface StorageAnswer {
  /** Bytes of pages, blocks, shapes and files together. */
  used: number
  /** Bytes that the account may use. */
  quota: number
  /** Pages, including journal days and whiteboards. */
  pages: Used
  blocks: Used
  /** Drawn elements of whiteboards. */
  shapes: Used
  files: Used
  /** Earlier states of pages and blocks. They give way to new content. */
  history: Used
  /** The list of changes. Not part of `used`. */
  changes: Used
  /** Answers kept under an `Idempotency-Key`. Not part of `used`. */
  answers: Used
  plan: PlanState
}

/** A signed-in device. */
export interface Device {
  /** The id of its session. */
  id: string
  /** Its name. */
  device: string
  /** The time of the sign-in, in milliseconds since 1970. */
  createdAt: number
  /** The last use, in milliseconds since 1970, to the minute. */
  lastUsedAt?: number
}

/** Signed-in devices, newest first. */
export interface DeviceList extends Listed {
  devices: readonly Device[]
  /** The id of the requesting device. */
  own: string
}

/** The access that a sign-out everywhere ended. */
export interface SignedOut {
  browsers: number
  devices: number
  apps: number
  /** Sign-in links that nobody had used. */
  links: number
  tokens: number
}

/** An entry of the audit log. */
export interface AuditEvent {
  /** Milliseconds since 1970. */
  at: number
  /** The event, such as `sign_in`, `token_made`, `export` or `revert`. New events may be added. */
  event: string
  /** The access: `browser`, `device`, `token`, `agent`, `operator`, `provider`, `billing` or `time`. */
  by: string
  /** The id of the token, device, browser or change. */
  subject?: string
  /** A detail, such as the reason of a refusal. */
  detail?: string
  /** A pseudonym: the same for the same network address. */
  address?: string
}

/** The audit log, latest first, for 90 days. */
export interface AuditList extends Listed {
  events: readonly AuditEvent[]
}

/** A token or an app that wrote on a page that readers see, and lacks the right `publish`. */
export interface LackingProgram {
  kind: 'token' | 'app'
  id: string
  name: string
  /** The rights that it has. */
  may: readonly Right[]
}

/** A fact that the owner of the account should know. */
export type Notice =
  | { kind: 'new_access'; event: string; at: number }
  | { kind: 'secret_reused'; app: string; at: number }
  | { kind: 'backup_late'; at?: number; why?: string }
  | { kind: 'conflicts'; count: number }
  | { kind: 'changes'; count: number }
  | { kind: 'may_publish'; programs: readonly LackingProgram[] }
  | { kind: 'device_unseen'; id: string; device: string; seenAt: number }
  | { kind: 'token_ending'; id: string; name: string; endsAt: number }
  | { kind: 'device_ending'; id: string; device: string; endsAt: number }
  | { kind: 'storage'; percent: 80 | 100; used: number; quota: number }
  | { kind: 'plan_ending'; readsUntil: number; daysLeft: number }
  | { kind: 'webhook_off'; id: string; at: number }
  | { kind: 'digest_off'; way: 'email' | 'push'; at: number }

/** Notices, most urgent first. */
export interface NoticeList extends Listed {
  notices: readonly Notice[]
}
