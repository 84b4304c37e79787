/** Words of requests that reach the graph of the fuzzed app: its names and ids, and values with a meaning of their own. */

/** Names of pages of `packages/server/test/notes.ts`, and names that are taken or forbidden. */
export const PAGE_NAMES = [
  'Plans', 'Ada Lovelace', 'Countess', 'Long', 'A board', 'A paper', 'notes/2026', 'Hauptstraße', '.', '..', 'back\\slash',
  '2026-11-20', '2026-02-30', 'Nov 19th, 2026', 'today', 'tomorrow', 'New', 'Recipe', '[[Plans]]', '#x', '', ' ', 'a,b',
] // prettier-ignore

/** Ids of its blocks and pages. */
export const IDS = [
  'late', 'soon', 'done', 'ada-1', 'ada-2', 'long-0', 'long-2', 'long-6', 'today-1', 'plans', 'long', 'board', 'none', 'zzzz',
] // prettier-ignore

/** Keys and labels of properties. */
export const KEYS = [
  'type', 'alias', 'tags', 'birthday', 'Birthday', 'works-at', 'email', 'image', 'pdf', 'name', 'title', 'id', 'source',
  'collapsed', 'rating', 'größe', 'a b', ':kind', '__proto__', 'constructor', 'key::', '',
] // prettier-ignore

/** Values that some property or text takes. */
export const VALUES = [
  'person', 'book', 'Person', '1815-12-10', '2026-02-30', '[[Plans]]', 'a, b', '#x', '[[a, b]], c', '4', 'https://example.org/',
  'x\ny', 'TODO x', '/api/files/zzzz', '((late))', 'x'.repeat(2_001), '\0', 'Berlin\u202e', 'id:: late',
] // prettier-ignore

/** Texts for properties of these names, in bodies and in the arguments of tools. */
export const NAMED: { readonly [property: string]: readonly string[] } = {
  ...Object.fromEntries(['parentId', 'parent_id', 'block_id', 'pageId'].map((name) => [name, IDS])),
  ...Object.fromEntries(['page', 'name', 'title', 'date'].map((name) => [name, PAGE_NAMES])),
  key: KEYS,
  '*': KEYS,
  value: VALUES,
  properties: VALUES,
  ids: IDS,
  zone: ['UTC', 'Europe/Berlin', 'Mars/Olympus', '+01:00', 'europe/berlin', ''],
  url: ['https://hook.example/notes', 'http://127.0.0.1/x', 'https://u:p@x.example/', 'ftp://x', 'https://', 'https://[::1]:1/'],
  endpoint: ['https://push.example/send/1', 'http://push.example/', 'x'],
  email: ['ada@example.org', 'a@b', '@', 'a\nb@example.org'],
  slug: ['garden', 'Garden', 'a--b', '-', 'x'.repeat(65)],
  expires: ['2026-12-31', '2026-11-19', '2026-02-30', 'never'],
  cursor: ['', 'x', '1795078800000.42.8', '0'],
  state: ['todo', 'done', 'none', 'brewed'],
  query: ['(todo TODO)', '(and [[Plans]] x)', '(', '"a b"', '#x'],
} // prettier-ignore
