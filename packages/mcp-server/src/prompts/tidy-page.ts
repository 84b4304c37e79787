import { callWords } from '../markdown/words.ts'
import { pageUri } from '../resources/resource-uri.ts'
import { ASK_FIRST, type Prompt } from './prompt.ts'

export const tidyPage: Prompt = {
  name: 'tidy_page',
  title: 'Tidy a page',
  description: 'Finds repetitions, loose ends, missing links and missing properties of one page.',
  arguments: [{ name: 'page', description: 'The name of the page, or an alias.', required: true }],
  request: ({ page = '' }) => ({
    about: pageUri(page),
    text: `Help me tidy this page. It comes with this message; ${callWords('read_page', { name: page })} reads it again, and the last line of an answer is the call for the rest.

1. Read all of the page.
2. See what leads to it, or names it without a link, with ${callWords('read_links', { name: page, unlinked: true })}. Look up names on it that may be pages with search.
3. Propose changes, each with the block that it concerns: blocks that say the same twice, spelling, links to pages that exist, tasks that are done or have no day, properties that the text already gives, and what belongs on another page.

Keep my words and my language. Unless you have tools that delete, move and rename, name what I should delete or move myself.

${ASK_FIRST} update_block changes a part of a block, set_task a task, and set_properties the properties of the page.`,
  }),
}
