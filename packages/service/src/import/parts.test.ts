import { describe, expect, test } from 'vitest'
import { folder, home, outlineOf, type Files } from '../../test/memory.ts'

const VAULT: Files = {
  'Home.md':
    '![[Other#^one]]\n\n![[Other#Part]]\n\n![[Other#^gone]]\n\n![[Other#No such heading]]\n\n![[Broken#^x]]\n',
  'Again.md': '![[Other#Part]] ![[Home#Missing]]\n',
  'Other.md': '# Part\n\n- one ^one\n',
  'Broken.md': Uint8Array.of(0xff, 0xfe, 0xfd),
}
const UUID = '[0-9a-f-]{36}'

describe('embeds of parts of notes', () => {
  test('show the blocks of their parts; the words of any other stay', async () => {
    const { graph, add } = await home()
    const { unread } = await add(VAULT)
    const [one, part, ...others] = await outlineOf(graph, 'Home')
    expect(one).toMatch(new RegExp(`^\\{\\{embed \\(\\(${UUID}\\)\\)\\}\\}$`, 'u'))
    expect((await graph.blocks.find(one!.slice(10, 46)))?.content).toBe('one ^one')
    expect((await graph.blocks.find(part!.slice(10, 46)))?.content).toBe('# Part')
    expect(others).toEqual([
      '[Other#^gone]([[Other]])',
      '[Other#No such heading]([[Other]])',
      expect.stringMatching(new RegExp(`^\\[Broken#\\^x\\]\\(\\(\\(${UUID}\\)\\)\\)$`, 'u')),
    ])
    expect(await outlineOf(graph, 'Again')).toEqual([`${part} [Home#Missing]([[Home]])`])
    expect(unread).toEqual([{ file: 'Broken.md', line: 1, why: expect.stringContaining('UTF-8') }])
  })

  test('read each note once, and one that cannot be read again in its own turn', async () => {
    const source = folder(VAULT)
    const opened: string[] = []
    const { add } = await home()
    await add({
      ...source,
      read: async (path) => {
        opened.push(path)
        return source.read(path)
      },
    })
    expect(opened.toSorted()).toEqual(['Again.md', 'Broken.md', 'Broken.md', 'Home.md', 'Other.md'])
  })

  test('are there already when the vault is imported again', async () => {
    const { add } = await home()
    await add(VAULT)
    expect(await add(VAULT)).toMatchObject({ pages: 0, journals: 0, blocks: 0, files: 0 })
  })
})
