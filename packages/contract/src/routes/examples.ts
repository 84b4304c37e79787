/**
 * The small world of the examples: a page about Ada Lovelace with two blocks on it, and a day with one.
 */
import type { Block } from '../schemas/block.ts'
import { OVER_THE_API, type Change, type Touched } from '../schemas/changes.ts'
import type { DigestAnswer } from '../schemas/digests.ts'
import type { Page } from '../schemas/page.ts'
import type { Share } from '../schemas/shares.ts'
import type { Site } from '../schemas/sites.ts'
import type { Delivery, Webhook, WebhookMessage } from '../schemas/webhooks.ts'
import type { ApiToken } from '../schemas/tokens.ts'

export const EXAMPLE_PAGE: Page = {
  id: '5f0c6a1e-3b0d-4a55-9c8e-0d6f2b7a1c34',
  name: 'Ada Lovelace',
  kind: 'page',
  type: 'person',
  declaredType: 'person',
  fields: { Birthday: '1815-12-10', Knows: ['Charles Babbage'] },
  props: {
    type: 'person',
    alias: 'Countess of Lovelace',
    birthday: '1815-12-10',
    knows: '[[Charles Babbage]]',
    tags: 'mathematics',
  },
  hasPicture: false,
  aliases: ['Countess of Lovelace'],
  tags: ['mathematics'],
  counts: { blocks: 2, words: 12, sentences: 2, paragraphs: 2, characters: 74 },
  createdAt: 1795078800000,
  updatedAt: 1795169100000,
}

export const EXAMPLE_BLOCK: Block = {
  id: 'c0a2f6de-71b4-4f0e-8a57-2c9d3e5b6f18',
  page: 'Ada Lovelace',
  pageId: EXAMPLE_PAGE.id,
  parentId: null,
  order: 1,
  content: 'Wrote the first program for the [[Analytical Engine]].',
  text: 'Wrote the first program for the [[Analytical Engine]].',
  refs: ['Analytical Engine'],
  tags: [],
  blockRefs: [],
  createdAt: 1795168800000,
  updatedAt: 1795168800000,
}

export const EXAMPLE_TASK: Block = {
  id: '9b7e1d40-5c2a-4d86-b3f9-6a8c0e4d2b71',
  page: 'Ada Lovelace',
  pageId: EXAMPLE_PAGE.id,
  parentId: EXAMPLE_BLOCK.id,
  order: 1,
  content: 'TODO Read Note G #reading\nSCHEDULED: <2026-11-21 Sat>',
  text: 'TODO Read Note G #reading',
  marker: 'TODO',
  scheduled: 20261121,
  refs: ['reading'],
  tags: ['reading'],
  blockRefs: [],
  createdAt: 1795169100000,
  updatedAt: 1795169100000,
}

export const EXAMPLE_DAY: Page = {
  id: 'journal-20261120',
  name: '2026-11-20',
  kind: 'journal',
  type: 'journal',
  fields: {},
  props: {},
  hasPicture: false,
  aliases: [],
  tags: [],
  counts: { blocks: 1, words: 4, sentences: 1, paragraphs: 1, characters: 26 },
  day: 20261120,
  createdAt: 1795169100000,
  updatedAt: 1795169100000,
}

export const EXAMPLE_ENTRY: Block = {
  id: '41d3b8f2-0e6c-4c79-9d15-7f2a8b3c5e60',
  page: '2026-11-20',
  pageId: EXAMPLE_DAY.id,
  parentId: null,
  order: 1,
  content: 'Tea with [[Ada Lovelace]].',
  text: 'Tea with [[Ada Lovelace]].',
  refs: ['Ada Lovelace'],
  tags: [],
  blockRefs: [],
  createdAt: 1795169100000,
  updatedAt: 1795169100000,
}

/** The version of the page, the day or the block in an example. */
export const EXAMPLE_VERSION = '5Yl0tM0r'

export const EXAMPLE_CHANGE: Change = {
  id: '7d3c9f10-42ab-4e6b-8f0d-5b1e9a7c2d84',
  at: 1795169100000,
  token: 'Laptop script',
  via: OVER_THE_API,
  action: 'set_task',
  summary: 'Set a task on Ada Lovelace to done',
  page: 'Ada Lovelace',
  pageId: EXAMPLE_PAGE.id,
  blockId: EXAMPLE_TASK.id,
  state: 'open',
}

export const EXAMPLE_TOUCHED: Touched = {
  kind: 'block',
  id: EXAMPLE_TASK.id,
  before: EXAMPLE_TASK.content,
  after: EXAMPLE_TASK.content.replace('TODO', 'DONE'),
}

export const EXAMPLE_SHARE: Share = {
  id: 'k3JvQ0x7TzW2mYb9Rf1LcA',
  url: 'https://notes.example/s/k3JvQ0x7TzW2mYb9Rf1LcA',
  pageId: EXAMPLE_PAGE.id,
  page: 'Ada Lovelace',
  quotes: false,
  hasPassword: false,
  createdAt: 1795169100000,
  expiresAt: 1798758000000,
}

export const EXAMPLE_SITE: Site = {
  slug: 'garden',
  url: 'https://notes.example/p/garden',
  title: 'A garden of notes',
  pages: [],
  tag: 'essay',
  journals: false,
  except: 'draft',
  follows: true,
  published: 12,
  createdAt: 1795169100000,
}

export const EXAMPLE_TOKEN: ApiToken = {
  id: 'e8a1b2f4-6c3d-4f50-9a7e-1b0c8d2f5e63',
  name: 'Laptop script',
  scope: 'write',
  zone: 'Europe/Berlin',
  createdAt: 1795078800000,
  lastUsedAt: 1795169100000,
}

export const EXAMPLE_WEBHOOK: Webhook = {
  id: '5b0c9d52-7a3e-4f18-9c61-2e4d8b7f0a13',
  url: 'https://hook.example/notes',
  tag: 'work',
  by: 'tokens',
  blocks: false,
  state: 'on',
  createdAt: 1795169100000,
}

export const EXAMPLE_DIGEST: DigestAnswer = {
  on: true,
  hour: 7,
  zone: 'Europe/Berlin',
  sendsEmail: true,
  email: {
    address: 'ada@example.org',
    state: 'on',
    createdAt: 1795169100000,
    sentAt: 1795586400000,
    dueAt: 1795672800000,
  },
  browsers: [
    {
      id: '9c1f7a3e-52b8-4d06-8e4a-71c0b5d2f964',
      name: 'Firefox on Linux',
      state: 'on',
      createdAt: 1795169100000,
      dueAt: 1795672800000,
    },
  ],
  pushKey: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
}

export const EXAMPLE_MESSAGE: WebhookMessage = {
  type: 'pages.changed',
  timestamp: '2026-11-20T11:25:00.000Z',
  data: {
    seq: 412,
    by: { kind: 'token', id: 'e8a1b2f4-6c3d-4f50-9a7e-1b0c8d2f5e63', name: 'Laptop script' },
    pages: [
      {
        id: EXAMPLE_PAGE.id,
        name: 'Ada Lovelace',
        kind: 'written',
        blocks: [{ id: EXAMPLE_TASK.id, kind: 'written' }],
      },
    ],
  },
}

export const EXAMPLE_DELIVERY: Delivery = {
  id: 'msg_Yt3kQ0x7TzW2mYb9Rf1LcA',
  seq: 412,
  state: 'delivered',
  attempts: 1,
  createdAt: 1795169100000,
  lastAt: 1795169100100,
  status: 204,
  took: 82,
  body: JSON.stringify(EXAMPLE_MESSAGE),
}
