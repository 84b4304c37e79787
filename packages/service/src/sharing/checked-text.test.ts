/** Contact details and comments among the words of pages. @see sharing 5 */
import { expect, test } from 'vitest'
import { add, block, page, setUp } from '../../test/notes.ts'
import { checkedText } from './checked-text.ts'

test('[S5] each block is read, of the pages of the site alone, up to a number of characters', async () => {
  const { graph } = await setUp()
  const planks = Array.from({ length: 450 }, (_, n) => block(`plank${n}`, 'boat', 'plank', n))
  await add(graph, page('boat', 'Boat'), ...planks, block('last', 'boat', 'ada@b.example', 450))
  await add(graph, page('quay', 'Quay'), block('q', 'quay', '+49 30 1234567 %%home%% ada@b.example'))
  await add(graph, page('sea', 'Sea'), block('s', 'sea', 'ada@b.example'))
  const set = (...ids: string[]) =>
    new Map(ids.map((id) => [id, { id, name: id, aliases: [], createdAt: 0, editedAt: 0 }]))
  const search = async (most: number, ...ids: string[]) => {
    const { contacts, commented, unread } = await checkedText(graph, set(...ids), most)
    return { contacts: [...contacts], commented: [...commented], unread }
  }
  const [boat, quay] = [
    ['boat', ['email']],
    ['quay', ['email', 'phone']],
  ]
  expect(await search(10_000, 'boat', 'quay')).toEqual({
    contacts: [boat, quay],
    commented: ['quay'],
    unread: 0,
  })
  expect(await search(2_000, 'boat', 'quay', 'sea')).toEqual({ contacts: [boat], commented: [], unread: 2 })
})
