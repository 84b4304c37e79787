/** Texts with their searched words marked, for templates. */
import { wordPlaces, type TextRange } from '@notegraph/block-text'
import { markedText } from '@notegraph/render'
import { raw } from 'hono/html'
import type { Html } from '../html.ts'

/** A text with its searched words marked. */
export const marked = (text: string, words: readonly string[]): Html =>
  markedAt(text, wordPlaces(text, words))

/** @param places as for `markedText` */
export const markedAt = (text: string, places: readonly TextRange[]): Html => raw(markedText(text, places))
