/**
 * Planted faults: each breaks one rule in the code that runs, as somebody might who did not know it. The simulation has to
 * find every one of them, or it would not find the same mistake made in earnest.
 */
export interface Fault {
  /** What is wrong. */
  readonly name: string
  /** The rule that it breaks. */
  readonly rule: string
  /** Below `packages`. */
  readonly file: string
  /** Stands in the file once. */
  readonly find: string
  readonly replace: string
  /** The first that found it. */
  readonly seed: number
}

const sync = (file: string) => `sync/src/${file}`

export const FAULTS: readonly Fault[] = [
  {
    name: 'words that came before are taken for new ones',
    rule: 'server 1',
    file: sync('merge-words.ts'),
    find: 'if (knows(held, rev)) return held',
    replace: 'if (rev === held.words.rev) return held',
    seed: 192,
  },
  {
    name: 'the later time wins over words',
    rule: 'server 2',
    file: sync('merge-words.ts'),
    find: 'if (seen.has(held.words.rev))',
    replace: 'if (at > held.words.at || seen.has(held.words.rev))',
    seed: 21,
  },
  {
    name: 'stale words are dropped',
    rule: 'server 2',
    file: sync('merge-words.ts'),
    find: 'const versions = held.versions ?? []\n',
    replace: 'const versions = held.versions ?? []\n  if (at <= held.words.at) return held\n',
    seed: 28,
  },
  {
    name: 'new words take the versions away',
    rule: 'server 2',
    file: sync('merge-words.ts'),
    find: 'return { ...held, words: following, hist: historyOf([held.words.rev]',
    replace: 'return { ...withVersions(held), words: following, hist: historyOf([held.words.rev]',
    seed: 63,
  },
  {
    name: 'a circle is not looked for',
    rule: 'server 3',
    file: sync('merge-place.ts'),
    find: 'if (parentId === null) return true',
    replace: 'if (parentId !== id) return true',
    seed: 105,
  },
  {
    name: 'the earlier property wins',
    rule: 'server 4',
    file: sync('merge-props.ts'),
    find: 'return pushed.at > held.at',
    replace: 'return pushed.at < held.at',
    seed: 1,
  },
  {
    name: 'a block is deleted by somebody who has not seen its words',
    rule: 'server 5',
    file: sync('merge.ts'),
    find: 'if (!seen.has(held.words.rev) || ',
    replace: 'if (',
    seed: 54,
  },
  {
    name: 'a block is deleted by somebody who has not seen its versions',
    rule: 'server 5',
    file: sync('merge.ts'),
    find: '!(held.versions ?? []).every(({ rev }) => seen.has(rev))',
    replace: 'false',
    seed: 255,
  },
  {
    name: 'words do not bring a deleted block back',
    rule: 'server 5',
    file: sync('merge-words.ts'),
    find: 'if (held.deleted !== undefined) {',
    replace: 'if (held.deleted !== undefined) return held\n  if (held.deleted !== undefined) {',
    seed: 15,
  },
  {
    name: 'a stamp that was cut looks like a change each time',
    rule: 'server 6',
    file: sync('merge-place.ts'),
    find: 'if (pushed.place.at > now && isSamePlace(held.place, pushed.place)) return held',
    replace: '',
    seed: 85,
  },
  {
    name: 'the floor of the tombstones is forgotten',
    rule: 'server 7',
    file: 'service/src/sync/cursor.ts',
    find: 'isBefore(one, floor) && !(one.began && isSame(one.began, floor))',
    replace: 'false',
    seed: 1563,
  },
  {
    name: 'a write over the API keeps the revision of the words',
    rule: 'server 8',
    file: 'graph/src/edit.ts',
    find: 'words: { text, rev, at },',
    replace: 'words: { text, rev: block.words.rev, at },',
    seed: 5,
  },
  {
    name: 'a pick takes the versions away that nobody had seen',
    rule: 'server 8',
    file: sync('merge-words.ts'),
    find: 'held.versions?.filter(({ rev }) => !drops.has(rev))',
    replace: 'undefined',
    seed: 773,
  },
  {
    name: 'the epoch is not looked at',
    rule: 'ideas 4',
    file: 'service/src/sync/cursor.ts',
    find: 'if (cursor && cursor.epoch === epoch && cursor.seq <= head && !misses(cursor))\n    return { cursor, reset: false }',
    replace:
      'if (cursor && cursor.seq <= head && !misses(cursor))\n    return { cursor: { ...cursor, epoch }, reset: false }',
    seed: 4,
  },
  {
    name: 'the cursor is saved before its page',
    rule: 'device 2',
    file: sync('device/pull.ts'),
    find: '  await core.write(async (draft) => {\n    beginFull',
    replace:
      '  if (core.meta.cursor !== undefined) await core.write(async (draft) => draft.set({ cursor: answer.cursor }))\n  await core.write(async (draft) => {\n    beginFull',
    seed: 15,
  },
  {
    name: 'what was sent is taken for landed when no answer comes',
    rule: 'device 2',
    file: sync('device/pass.ts'),
    find: "    if (reply.ok === 'offline') return { end: 'offline' }\n    if (reply.ok) {",
    replace: `    if (reply.ok === 'offline') {
      const done = batch.body.records.map(({ record }) => ({ id: record.id, outcome: 'applied' as const, record }))
      await landAnswer(core, batch, done)
      return { end: 'offline' }
    }
    if (reply.ok) {`,
    seed: 7,
  },
  {
    name: 'the numbers of a commit are told apart by nothing',
    rule: 'ideas 1',
    file: 'service/src/sync/cursor.ts',
    find: 'if (more) return { ...position, epoch',
    replace: 'if (more) return { seq: position.seq, n: Number.MAX_SAFE_INTEGER, epoch',
    seed: 7,
  },
  {
    name: 'a mark is cleared though something was edited since it was sent',
    rule: 'device 3',
    file: sync('device/overlay.ts'),
    find: '([group, edit]) => sent.dirty[group] !== edit',
    replace: '([group]) => sent.dirty[group] === undefined',
    seed: 85,
  },
  {
    name: 'a stamp does not follow the one before it',
    rule: 'device 3',
    file: sync('stamp.ts'),
    find: 'before === undefined ? now : Math.max(now, before + 1)',
    replace: 'before === undefined ? now : now',
    seed: 59,
  },
  {
    name: 'a pull overwrites words that are dirty',
    rule: 'device 4',
    file: sync('device/overlay.ts'),
    find: "if (dirty['words'] !== undefined) record = ",
    replace: "if (dirty['words'] !== undefined && mine.words.at > record.words.at) record = ",
    seed: 28,
  },
  {
    name: 'what a pull brought counts as seen while other words are dirty',
    rule: 'device 4',
    file: sync('device/pull.ts'),
    find: '    : { ...mine, record, pass }',
    replace:
      "    : { ...mine, record, pass, seen: server.kind === 'page' ? mine.seen : [...mine.seen, server.words.rev] }",
    seed: 26,
  },
  {
    name: 'folding begins after a part of a pull',
    rule: 'device 5',
    file: sync('device/pass.ts'),
    find: 'if (answer.more) continue',
    replace: 'if (answer.more) {\n      await tidy(core)\n      continue\n    }',
    seed: 446,
  },
  {
    name: 'each device has its own survivor',
    rule: 'device 5',
    file: sync('device/fold.ts'),
    find: 'rank(a) - rank(b) || ',
    replace: 'rank(a) - rank(b) || Object.keys(b.dirty).length - Object.keys(a.dirty).length || ',
    seed: 919,
  },
  {
    name: 'blocks stay behind on a page that is gone',
    rule: 'device 5',
    file: sync('device/tidy.ts'),
    find: 'if (!some) return',
    replace: 'if (!some || page) return',
    seed: 15,
  },
  {
    name: 'nothing is offered again after a restore',
    rule: 'device 6',
    file: sync('device/pull.ts'),
    find: "full === 'lost' ? offering(held, server, nextEdit()) : held",
    replace: 'held',
    seed: 212,
  },
  {
    name: 'a record that a restored server lacks is deleted here',
    rule: 'device 6',
    file: sync('device/settle.ts'),
    find: "full === 'lost' || isTyped(local)",
    replace: 'isTyped(local)',
    seed: 4,
  },
  {
    name: 'words typed offline for half a year go with the block that was deleted',
    rule: 'device 6',
    file: sync('device/settle.ts'),
    find: "dirty['words'] !== undefined || dirty['versions'] !== undefined",
    replace: 'dirty === undefined',
    seed: 299,
  },
  {
    name: 'a block is pushed before the one that it moves under',
    rule: 'device 8',
    file: sync('device/push.ts'),
    find: 'chain.toReversed()',
    replace: 'chain',
    seed: 983,
  },
  {
    name: 'a block that moves to another page leaves those under it behind',
    rule: 'device 8',
    file: sync('device/edit-blocks.ts'),
    find: 'if (!isSame)',
    replace: 'if (isSame)',
    seed: 81,
  },
]
