/**
 * Parses server-sent events: their data, and comments as signs of life. Other fields are ignored. The memory of an
 * unfinished event is bounded.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */

/** The functions that a parser calls. */
export interface EventHandlers {
  readonly onData: (data: string) => void
  readonly onComment: () => void
}

/** The end of a line. A CR at the end of the text may be half of a CRLF. */
const LINE_END = /\r\n|\n|\r(?!$)/

/**
 * @param most characters of an unfinished event
 * @returns a function that takes the next part of the stream, and throws if an event is too long
 */
export function eventParser(most: number, { onData, onComment }: EventHandlers): (text: string) => void {
  let unfinished = ''
  let data: string[] = []
  let size = 0

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'))
      data = []
      size = 0
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return onComment()
    const field = colon < 0 ? line : line.slice(0, colon)
    if (field !== 'data') return
    const value = colon < 0 ? '' : line.slice(colon + 1)
    data.push(value.startsWith(' ') ? value.slice(1) : value)
    size += line.length
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
