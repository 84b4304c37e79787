/**
 * The query and the answer for the links of a page.
 * @see assistants 4
 */
import * as v from 'valibot'
import { Block } from './block.ts'
import { envelope } from './envelope.ts'
import { LIMITS } from '../limits.ts'
import { Page } from './page.ts'
import { choice, limit, nested, offset } from '../requests/parameters.ts'
import { Count, list } from './scalars.ts'

/** The query of the links of a page: `limit` and `offset` count fields of pages and blocks together. */
export const LinksQuery = v.object({
  unlinked: choice(
    'unlinked',
    ['true', 'false'],
    'With `true`, also the blocks of other pages that contain the name or an alias as whole words, and do not link the page.',
  ),
  nested: nested(),
  limit: limit(LIMITS.searchDefault),
  offset: offset(),
})
export type LinksQuery = v.InferOutput<typeof LinksQuery>

/** A property of a page that links another page. */
export const LinkingField = v.strictObject({
  key: v.pipe(v.string(), v.description('The key in lower case.')),
  label: v.exactOptional(
    v.pipe(v.string(), v.description("The label, for a field of the page's type. Omitted otherwise.")),
  ),
  value: v.pipe(v.string(), v.description('The value as written, with `[[links]]`.')),
})
export type LinkingField = v.InferOutput<typeof LinkingField>

/** Fields and blocks of one page that lead to another page. */
export const LinkingPage = v.pipe(
  v.strictObject({
    id: v.string(),
    name: v.string(),
    fields: v.pipe(list(LinkingField), v.description('Its fields and properties that link or tag the page.')),
    blocks: v.pipe(list(Block), v.description('Its blocks that link or tag the page, latest edit first.')),
    unlinked: v.exactOptional(
      v.pipe(
        list(Block),
        v.description('Its blocks that mention the page without a link; with `unlinked=true` only.'),
      ),
    ),
  }),
  v.description('One page with its fields and blocks that lead to the page that was asked for.'),
)
export type LinkingPage = v.InferOutput<typeof LinkingPage>

/** The query of the links of a block: `limit` and `offset` count blocks. */
export const BlockLinksQuery = v.object({
  nested: nested(),
  limit: limit(LIMITS.searchDefault),
  offset: offset(),
})
export type BlockLinksQuery = v.InferOutput<typeof BlockLinksQuery>

/** The answer for the links of a block, grouped by the page that has them. */
export const BlockLinksAnswer = v.pipe(
  v.strictObject({
    block: v.pipe(Block, v.description('The block that was asked for.')),
    pages: v.pipe(
      list(LinkingPage),
      v.description('In the order of their first block, latest edit first. `fields` is empty.'),
    ),
    ...envelope,
  }),
  v.description('Blocks that refer to a block or embed it, grouped by page.'),
)
export type BlockLinksAnswer = v.InferOutput<typeof BlockLinksAnswer>

/** The answer for the links of a page, grouped by the page that has them. */
export const LinksAnswer = v.pipe(
  v.strictObject({
    page: v.pipe(Page, v.description('The page that was asked for.')),
    pages: v.pipe(
      list(LinkingPage),
      v.description(
        'In the order of their first item: pages with fields come first, then those with blocks, then those with blocks without a link; each latest edit first.',
      ),
    ),
    counts: v.pipe(
      v.strictObject({
        fields: v.pipe(Count, v.description('The pages whose fields or properties link or tag the page.')),
        blocks: v.pipe(Count, v.description('The blocks that link or tag the page.')),
        unlinked: v.exactOptional(
          v.pipe(
            Count,
            v.description('The blocks that mention it without a link; with `unlinked=true` only.'),
          ),
        ),
      }),
      v.description('The sizes of the three lists; `total` is their sum.'),
    ),
    ...envelope,
    truncated: v.pipe(
      v.boolean(),
      v.description(
        `\`true\` if more than ${LIMITS.searchCounted} blocks link the page, or mention it; the server stops counting there.`,
      ),
    ),
  }),
  v.description('Fields and blocks of other pages that lead to a page, grouped by page.'),
)
export type LinksAnswer = v.InferOutput<typeof LinksAnswer>
