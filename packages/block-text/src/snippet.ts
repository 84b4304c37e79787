/**
 * The parts of a long text around searched words. The first place of each word comes before further places of any.
 * @see assistants 5.2
 */
import { placedText, type PlacedText } from './search-fold.ts'
import { WordsFinder } from './words-finder.ts'

/** A place in a text, in UTF-16 units. */
export type TextRange = readonly [from: number, to: number]

/** Parts of a text in their order, with `…` for what is left out. */
export interface Snippet {
  readonly text: string
  /** The places of the words in `text`, in order. */
  readonly matches: readonly TextRange[]
}

/** The most parts of a snippet. */
const PARTS = 4
/** A part begins and ends between words, if a space is so near. */
const NEAR = 15
/** The most places of one word that are looked at. */
const PLACES = 20

/**
 * Shortens a text to the parts around searched words, with the places of the words to mark.
 *
 * @param words searched words, in any case; if the text has none of them, the snippet is the beginning of the text
 * @param most the characters of all parts together
 * @param whole whether no letter of a word may continue a place on either side
 * @example
 * snippetOf('sow the rye in the long bed', ['long'], 12).text // '…the long bed'
 */
export function snippetOf(
  text: string,
  words: readonly string[],
  most: number,
  whole: boolean = false,
): Snippet {
  const perWord = placesOfWords(text, words, whole)
  const first = perWord.map((places) => places[0]!)
  const chosen = distinct([...first, ...perWord.flatMap((places) => places.slice(1))]).slice(0, PARTS)
  const parts = chosen.length === 0 ? [partAround(text, [0, 0], most)] : partsOf(text, chosen, most)
  return joined(text, parts, perWord.flat().toSorted(byStart))
}

/**
 * The places of words in a text, to mark them; at most twenty of each word. The words also match inside other words.
 * @param words searched words, in any case
 * @param whole whether no letter of a word may continue a place on either side, as for a query of `wholeWords`
 * @returns in order; places that meet are one
 * @example
 * wordPlaces('Rye, then rye', ['rye']) // [[0, 3], [10, 13]]
 * wordPlaces('ryes, rye', ['rye'], true) // [[6, 9]]
 */
export function wordPlaces(
  text: string,
  words: readonly string[],
  whole: boolean = false,
): readonly TextRange[] {
  const joinedPlaces: TextRange[] = []
  for (const [from, to] of placesOfWords(text, words, whole).flat().toSorted(byStart)) {
    const last = joinedPlaces.at(-1)
    if (last && from <= last[1]) joinedPlaces.splice(-1, 1, [last[0], Math.max(last[1], to)])
    else joinedPlaces.push([from, to])
  }
  return joinedPlaces
}

/** The places of each word that the text has. */
function placesOfWords(
  text: string,
  words: readonly string[],
  whole: boolean,
): readonly (readonly TextRange[])[] {
  const placed = placedText(text)
  const finders = words.map((word) => new WordsFinder(word.trim()))
  return [...new Map(finders.map((finder) => [finder.key, finder])).values()]
    .filter((finder) => finder.words !== '')
    .map((finder) => placesOf(finder, placed, whole))
    .filter((places) => places.length > 0)
}

const byStart = (a: TextRange, b: TextRange): number => a[0] - b[0] || a[1] - b[1]

const distinct = (places: readonly TextRange[]): TextRange[] => [
  ...new Map(places.map((place) => [place.join(), place])).values(),
]

/** Parts in their order that share the room. If some of them meet, all have more. */
function partsOf(text: string, places: readonly TextRange[], most: number): TextRange[] {
  const sorted = places.toSorted(byStart)
  let room = Math.floor(most / places.length)
  let parts = partsWith(text, sorted, room)
  for (;;) {
    room = Math.min(most, Math.floor((room * most) / lengthOf(parts)))
    const wider = partsWith(text, sorted, room)
    if (lengthOf(wider) > most || lengthOf(wider) <= lengthOf(parts)) return parts
    parts = wider
  }
}

const lengthOf = (parts: readonly TextRange[]): number =>
  parts.reduce((sum, [from, to]) => sum + to - from, 0)

/** Parts that meet are one. @param room the characters of each part */
function partsWith(text: string, places: readonly TextRange[], room: number): TextRange[] {
  const parts: TextRange[] = []
  for (const place of places) {
    const part = partAround(text, place, room)
    const last = parts.at(-1)
    if (last && part[0] <= last[1]) parts.splice(-1, 1, [last[0], Math.max(last[1], part[1])])
    else parts.push(part)
  }
  return parts
}

/** At most `room` characters with the place in their middle. */
function partAround(text: string, [from, to]: TextRange, room: number): TextRange {
  const around = Math.max(0, room - (to - from))
  const start = Math.max(0, Math.min(from - Math.floor(around / 2), text.length - room))
  const end = Math.min(text.length, start + room)
  return [
    snapped(text, start, Math.min(from, start + NEAR), 1),
    snapped(text, end, Math.max(to, end - NEAR), -1),
  ]
}

/** The nearest place between words from `at` to `limit`, else `at`; never inside a character. */
function snapped(text: string, at: number, limit: number, step: 1 | -1): number {
  if (at <= 0 || at >= text.length) return at
  for (let near = at; step === 1 ? near <= limit : near >= limit; near += step)
    if (/\s/.test(text.charAt(step === 1 ? near - 1 : near))) return near
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + step : at
}

function joined(text: string, parts: readonly TextRange[], places: readonly TextRange[]): Snippet {
  let shown = ''
  const matches: TextRange[] = []
  for (const [from, to] of parts) {
    if (from > 0) shown += '…'
    const moved = shown.length - from
    for (const [start, end] of places) {
      const last = matches.at(-1)
      if (start < from || end > to || (last && start + moved < last[1])) continue
      matches.push([start + moved, end + moved])
    }
    shown += text.slice(from, to)
  }
  return { text: (parts.at(-1)?.[1] ?? 0) < text.length ? `${shown}…` : shown, matches }
}

function placesOf(finder: WordsFinder, text: PlacedText, whole: boolean): TextRange[] {
  const places: TextRange[] = []
  finder.forEach(text, (at, isWhole) => {
    if (whole && !isWhole) return true
    places.push([text.startOf(at), text.endOf(at + finder.words.length - 1)])
    return places.length < PLACES
  })
  return places
}
