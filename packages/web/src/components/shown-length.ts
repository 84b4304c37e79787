/** The shown length of each block of a list, because marks become much more HTML. */

/** The most characters of the block of a page; an import may create longer ones. */
export const MOST_ALONE = 100_000
/** The least of one block, when a page has no room left. */
const LEAST_OF_ONE = 200

/** The room of one list, in characters. */
export interface Room {
  /** The most of a block among others; the page of one block shows more. */
  readonly ofOne: number
  /** The most of all blocks; after that, each is cut to the least. */
  readonly ofAll: number
}

export const ROOM_OF_PAGE: Room = { ofOne: 2_000, ofAll: 60_000 }
/** An embed is a glance at its page. */
export const ROOM_OF_EMBED: Room = { ofOne: 1_000, ofAll: 5_000 }

interface Block {
  readonly id: string
  readonly content: string
}

/** @param alone the id of the block of the page, which is shown whole */
export function shownLengths(blocks: readonly Block[], room: Room, alone?: string): number[] {
  let left = room.ofAll
  return blocks.map(({ id, content }) => {
    if (id === alone) return MOST_ALONE
    const most = Math.max(LEAST_OF_ONE, Math.min(room.ofOne, left))
    left -= Math.min(content.length, most)
    return most
  })
}

export const cutText = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
