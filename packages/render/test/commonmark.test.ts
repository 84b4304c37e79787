/** The examples of CommonMark, with a list of those that an outline shows in another way. */
import { tests } from 'commonmark-spec'
import { expect, test } from 'vitest'
import { createRenderer } from '../src/index.ts'
import { tidy } from './tidy.ts'

/** The numbers of examples that differ, by reason. The list is complete: each of them must differ. */
const DIFFERENT: Readonly<Record<string, readonly number[]>> = {
  'indented text is words, as in every outline': [
    1, 2, 3, 5, 6, 7, 8, 18, 36, 48, 69, 85, 100, 107, 110, 111, 112, 114, 115, 116, 117, 118, 134, 211, 225,
    231, 236, 252, 253, 254, 257, 264, 270, 271, 272, 273, 274, 278, 286, 287, 288, 289, 290, 309, 313,
  ],
  'only HTML that marks words is passed on': [
    21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166,
    167, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188,
    189, 190, 191, 201, 344, 475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623, 627, 628, 629,
    630, 631, 642, 643,
  ],
  'a comment is not sent': [308, 625, 626],
  'code of a known language has colors': [142, 143],
  'a picture on the web is a link, so that reading sends no request elsewhere': [
    517, 520, 531, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585, 586, 587, 588, 589,
    590, 591,
  ],
  'a link opens a page, a letter or a part of this site, and nothing else': [596, 598, 599, 601],
  '`#tag` is a tag': [28, 64],
  '`[[name]]` is a page': [548, 559],
  'a web address is a link without brackets too, as in GFM': [608, 611],
}

const renderer = createRenderer({ address: (written) => written })
const reasons = new Map(
  Object.entries(DIFFERENT).flatMap(([reason, numbers]) =>
    numbers.map((number) => [number, reason] as const),
  ),
)

/** The specification writes tabs as arrows. */
const tabs = (text: string): string => text.replaceAll('→', '\t')

const examples = tests.map(({ number, section, markdown, html }) => ({
  title: `${number}: ${section}`,
  reason: reasons.get(number),
  rendered: tidy(renderer.block(tabs(markdown))),
  expected: tidy(tabs(html)),
}))

test.each(examples.filter(({ reason }) => reason === undefined))('example $title', ({ rendered, expected }) =>
  expect(rendered).toBe(expected),
)

test.each(examples.filter(({ reason }) => reason !== undefined))(
  'example $title differs: $reason',
  ({ rendered, expected }) => expect(rendered).not.toBe(expected),
)
