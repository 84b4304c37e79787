import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './settings.ts'

/** A pino logger. */
export type Log = Logger

/**
 * Writes one JSON object for each line to standard output. Callers pass the fields to log, never a whole request or
 * error, which might contain a secret or the text of a note.
 *
 * @param to another destination for the lines
 * @example
 * ```ts
 * makeLog('info').info({ route: '/healthz' }, 'request')
 * ```
 */
export const makeLog = (level: LogLevel, to: DestinationStream = pino.destination(1)): Log =>
  pino({ level, base: null }, to)
