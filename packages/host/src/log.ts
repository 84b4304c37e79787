import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './settings.ts'

export type Log = Logger

/**
 * One JSON object a line, on standard output. What goes in is chosen where it is logged; nothing here takes a whole
 * request or error object, which might hold a secret or a note's text.
 * @param to where the lines go instead
 */
export const makeLog = (level: LogLevel, to: DestinationStream = pino.destination(1)): Log =>
  pino({ level, base: null }, to)
