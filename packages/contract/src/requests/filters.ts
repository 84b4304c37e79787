/** Checks of filters that parameters and arguments of tools share. */
import { quote } from '@notegraph/page-types'
import * as v from 'valibot'
import { LIMITS } from '../limits.ts'

const countWords = (text: string): number => text.trim().split(/\s+/).length

/** At most as many words as a search takes. */
export const fewWords = () =>
  v.check(
    (text: string) => countWords(text) <= LIMITS.queryWords,
    ({ input }) => `q takes at most ${LIMITS.queryWords} words, not ${countWords(input)}.`,
  )

/** A key, and perhaps a value after an equals sign; neither is blank. */
const PROPERTY = /^\s*[^\s=][^=]*(?:=\s*\S.*)?$/su

/** `key`, `key=value`, or a comparison, which needs no form of its own: a key may have any of its characters. */
export const keyOrPair = () =>
  v.check(
    (text: string) => PROPERTY.test(text),
    ({ input }) => `property takes key or key=value, not ${quote(input)}.`,
  )
