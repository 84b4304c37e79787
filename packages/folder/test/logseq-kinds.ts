/** Kinds of Logseq folders, and what an import and an export change in them. */
import type { Kind } from './kind.ts'

export const LOGSEQ_KINDS: readonly Kind[] = []
