import type { Target } from '../target.ts'
import archive from './archive.ts'
import blockText from './block-text.ts'
import http from './http.ts'
import importing from './import.ts'
import mcp from './mcp.ts'
import note from './note.ts'
import oauth from './oauth.ts'
import push from './push.ts'
import query from './query.ts'
import request from './request.ts'

/** Every target. A target is the default export of the module with its name. */
export const TARGETS: readonly Target[] = [
  blockText,
  query,
  note,
  archive,
  importing,
  request,
  push,
  mcp,
  oauth,
  http,
]

/** The address of a target's module. */
export const moduleOf = (name: string): string => new URL(`${name}.ts`, import.meta.url).href
