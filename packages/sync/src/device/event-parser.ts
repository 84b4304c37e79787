/**
 * Parses server-sent events: their data and ids, and comments as signs of life. Other fields are ignored. The memory of an
 * unfinished event is bounded.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */

/** The functions that a parser calls. */
export interface EventHandlers {
  /** @param id the id of this event or of an earlier one; empty if there was none */
  readonly onData: (data: string, id: string) => void
  readonly onComment: () => void
}

/** The end of a line. A CR at the end of the text may be half of a CRLF. */
const LINE_END = /\r\n|\n|\r(?!$)/

/**
 * Creates a parser.
 *
 * @param most characters of an unfinished event
 * @returns a function that takes the next part of the stream, and throws if an event is too long
 * @example
 * const feed = eventParser(4_096, { onData: (data) => console.log(data), onComment: () => {} })
 * feed('data: hello\n\n')
 */
export function eventParser(most: number, { onData, onComment }: EventHandlers): (text: string) => void {
  let unfinished = ''
  let data: string[] = []
  let size = 0
  let id = ''

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'), id)
      data = []
      size = 0
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return onComment()
    const field = colon < 0 ? line : line.slice(0, colon)
    if (field !== 'data' && field !== 'id') return
    const text = colon < 0 ? '' : line.slice(colon + 1)
    const value = text.startsWith(' ') ? text.slice(1) : text
    size += line.length
    if (field === 'data') data.push(value)
    else if (!value.includes('\0')) id = value
  }

  return (text) => {
    const lines = (unfinished + text).split(LINE_END)
    unfinished = lines.pop() ?? ''
    for (const line of lines) {
      takeLine(line)
      if (size > most) break
    }
    if (size + unfinished.length > most) throw new Error('an event of the stream is too long')
  }
}
