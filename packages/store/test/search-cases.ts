/**
 * Searches as people type them, for every index: stores, `@notegraph/search`, and sites.
 * @see decisions 5.1
 */

/** A text, plain words, and the parts of the text that they find: none if the text is not found. */
export type SearchCase = readonly [text: string, q: string, marked: readonly string[]]

/** The words find the whole text. */
const same = (text: string, q: string): SearchCase => [text, q, [text]]
const none = (text: string, q: string): SearchCase => [text, q, []]

/** The cases of D5.1, by kind. */
export const SEARCH_CASES: readonly SearchCase[] = [
  // Quotes, blanks and dashes that programs write by themselves
  ['l’été à Genève', "l'été", ['l’été']],
  ['the miller’s daughter', "miller's", ['miller’s']],
  ["the miller's daughter", 'miller’s', ["miller's"]],
  same('O′Neill', "o'neill"),
  same('ʻokina', "'okina"),
  ['non\u00a0breaking\u00a0space', 'non breaking', ['non', 'breaking']],
  ['10\u202f000\u2009km', '10 km', ['10', 'km']],
  ['東京\u3000大阪', '東京 大阪', ['東京', '大阪']],
  same('10–12', '10-12'),
  same('well\u2011known', 'well-known'),
  same('x−y', 'x-y'),
  same('wait…', 'wait...'),
  // Invisible characters
  same('co\u00adop\u00aderate', 'cooperate'),
  same('wood\u200bland', 'woodland'),
  same('woodland', 'wood\u2060land'),
  same('می\u200cخواهم', 'میخواهم'),
  same('❤\ufe0f', '❤'),
  same('👩\u200d💻', '👩\u200d💻'),
  none('👩💻', '👩\u200d💻'),
  // Other forms of letters
  same('ＡＢＣ１２３', 'ABC123'),
  same('ABC123', 'ＡＢＣ１２３'),
  same('ｶﾞｲﾄﾞ', 'ガイド'),
  ['ﬁnd the ﬂag', 'find fl', ['ﬁnd', 'ﬂ']],
  ['x² and H₂O', 'x2 h2o', ['x²', 'H₂O']],
  same('№5', 'no5'),
  // Case
  same('Straße', 'STRASSE'),
  same('strasse', 'straße'),
  ['groß', 's', ['ß']],
  same('ΟΔΟΣ', 'οδος'),
  same('οδος', 'ΟΔΟΣ'),
  same('İSTANBUL', 'istanbul'),
  none('istanbul', 'İstanbul'),
  same('ırmak', 'ırmak'),
  none('ırmak', 'irmak'),
  none('irmak', 'ırmak'),
  // Marks of Latin, Greek and Cyrillic letters
  ['naïve café', 'cafe', ['café']],
  ['naïve café', 'CAFÉ', ['café']],
  ['naïve café', 'naive café', ['naïve', 'café']],
  none('naive cafe', 'café'),
  none('café', 'cafè'),
  same('cafe\u0301', 'café'),
  same('café', 'cafe\u0301'),
  same('Résumé', 'resumé'),
  none('Resumé', 'résume'),
  same('Việt', 'viet'),
  same('Việt', 'việt'),
  none('Việt', 'viêt'),
  ['Łódź', 'łodz', ['Łódź']],
  none('Łódź', 'lodz'),
  same('smørrebrød', 'smørrebrød'),
  none('smørrebrød', 'smorrebrod'),
  same('Οδός', 'οδος'),
  none('Οδος', 'οδός'),
  same('ёлка', 'елка'),
  none('елка', 'ёлка'),
  same('мой', 'мо\u0438\u0306'),
  none('мой', 'мои'),
  none('мои', 'мой'),
  same('й\u0301', 'й'),
  // Marks of other scripts always count
  same('كِتَاب', 'كِتَاب'),
  none('كِتَاب', 'كتاب'),
  same('ﻛﺘﺎﺏ', 'كتاب'),
  same('שָׁלוֹם', 'שָׁלוֹם'),
  none('שָׁלוֹם', 'שלום'),
  same('בית־ספר', 'בית-ספר'),
  same('हिन्दी', 'हिन्दी'),
  none('हिन्दी', 'हिनदी'),
  same('क़लम', 'क\u093cलम'),
  none('か\u3099', 'か'),
  same('か\u3099', 'が'),
  same('\u1112\u1161\u11ab글', '한글'),
  none('กำ', 'กา'),
]
