/** Themes: actions that are more frequent in some simulations, so that rare ones coincide. */
/**
 * Seeds from here on use all themes. Earlier seeds keep their old draws, because known failures are identified by their
 * numbers.
 */
export const FIRST_SEED = 1_000_001

/** Programs put in order what devices edit, offline too, in seeds from here on, without what the next ones add. */
export const ORDER_SEED = 1_500_001

/** Devices of seeds from here on listen, through a stream that loses, delays, doubles and reorders its events. */
export const LIVE_SEED = 2_000_001

/** Persons on devices of seeds from here on also make several edits at once, undo them, and save what they typed on. */
export const UNDO_SEED = 2_250_001

/** Devices of seeds from here on also take archives, which break. */
export const ARCHIVE_SEED = 2_500_001

/** Persons restore pages and the graph in seeds from here on, besides the archives. */
export const HISTORY_SEED = 2_750_001

/** Seeds from here on have several processes as their server, which die. Their devices do not listen. */
export const PROCESSES_SEED = 3_000_001

export const isLive = (seed: number): boolean => seed >= LIVE_SEED && seed < PROCESSES_SEED

export const takesArchives = (seed: number): boolean => seed >= ARCHIVE_SEED && seed < PROCESSES_SEED

export interface Theme {
  readonly weights: Readonly<Record<string, number>>
  /** The only device that moves blocks. */
  readonly mover?: number
  /** The server sometimes answers with errors. */
  readonly isTroubled?: true
}

const QUIET = {
  'rename a page': 1,
  'delete a page': 0,
  'set a property': 1,
  'sleep half a year': 0,
  'sleep a day': 0,
  'wipe a device': 0,
  'clone a device': 0,
  restore: 0,
  crash: 1,
}

/** Themes: actions that are more frequent in some simulations, so that rare ones coincide. */
const FIRST_THEMES: readonly Theme[] = [
  { weights: {} },
  {
    weights: {
      ...QUIET,
      'move a block': 40,
      'nest a block': 40,
      'nest two blocks each under the other': 30,
      'add a block': 60,
      'open a day': 10,
      'cut the network': 8,
      'mend the network': 8,
      'write over the API': 2,
    },
  },
  {
    weights: {
      ...QUIET,
      'open a page': 12,
      'add a block': 40,
      'move a block': 40,
      'nest a block': 12,
      'write over the API': 2,
      crash: 4,
      'set the clock': 0,
      'set the clock of the server': 0,
    },
    mover: 0,
  },
  {
    weights: {
      ...QUIET,
      'sleep half a year': 14,
      'sleep a day': 14,
      'delete a block': 24,
      'open a day': 6,
      'add a block': 24,
      type: 14,
      look: 16,
      'cut the network': 8,
      'mend the network': 2,
      'move a block': 2,
      'nest a block': 0,
      'write over the API': 2,
    },
  },
  { weights: { 'back up': 8, restore: 8, 'wipe a device': 3, 'clone a device': 3 } },
  {
    weights: { type: 50, pick: 14, 'pick on the server': 6, 'write over the API': 14, 'delete a block': 10 },
  },
  {
    weights: {
      'open a page': 20,
      'rename a page': 14,
      'delete a page': 4,
      'set a property': 14,
      'open a day': 8,
      'cut the network': 10,
    },
  },
  { weights: { crash: 24, look: 24 } },
]

/** Little of the subject of every other theme. */
const PLAIN = { ...QUIET, 'write over the API': 4, 'mark a page as a favorite': 1, crash: 1 }

const THEMES: readonly Theme[] = [
  ...FIRST_THEMES,
  {
    weights: {
      ...PLAIN,
      'edit around a restore': 16,
      'edit anything': 30,
      'delete a page': 2,
      'clone a device': 1,
    },
  },
  { weights: { ...PLAIN, 'edit around a restore': 8, 'edit anything': 30, clash: 10, 'delete a block': 10 } },
  { weights: { ...PLAIN, 'pull for half a year': 5, 'add a block': 30, 'open a page': 8 } },
  { weights: { ...PLAIN, 'type the same': 40, clash: 14, type: 10, 'type on': 4, pick: 10 } },
  { weights: { ...PLAIN, 'type on': 30, clash: 20, 'cut the network': 8 }, isTroubled: true },
  {
    weights: {
      ...PLAIN,
      'open pages of one day': 16,
      'another client edits': 10,
      'open a day': 10,
      'open a page': 10,
      'set a property': 10,
      'rename a page': 4,
    },
  },
  { weights: { ...PLAIN, 'delete a page beside an edit': 30, 'open a page': 14, 'open a day': 8 } },
  { weights: { ...PLAIN, 'fill the storage': 10, 'make room': 4, 'edit anything': 40 }, isTroubled: true },
  {
    weights: {
      ...PLAIN,
      'another client edits': 60,
      'take a copy for another client': 6,
      'set the clock': 6,
      'set the clock of the server': 3,
      'delete a page': 2,
    },
  },
  { weights: { ...PLAIN, squeeze: 6, 'move a block': 20, 'fill the disk': 16, 'edit anything': 20 } },
]

/** A large graph takes as long as ten others. */
const LARGE: Theme = {
  weights: { ...PLAIN, 'delete nearly everything': 4, 'allow the deletion': 20, 'edit anything': 10 },
}
const LARGE_EVERY = 60

const RESTORING = { 'take a snapshot': 10, 'restore a page': 10, 'restore the graph': 6 }

const ORDERING = {
  'put in order': 24,
  revert: 8,
  'cut the network': 10,
  'mend the network': 8,
  'add a block': 16,
  type: 16,
}

const UNDOING = {
  'edit several at once': 20,
  undo: 16,
  redo: 6,
  'fill a field': 12,
  'save a field': 12,
  settle: 6,
}

export function themeOf(seed: number): Theme {
  if (seed < FIRST_SEED) return FIRST_THEMES[seed % FIRST_THEMES.length]!
  if (seed >= ORDER_SEED && seed < LIVE_SEED) {
    const theme = THEMES[seed % THEMES.length]!
    return { ...theme, weights: { ...theme.weights, ...ORDERING } }
  }
  if (seed >= PROCESSES_SEED) {
    const theme = THEMES[seed % THEMES.length]!
    return { ...theme, weights: { ...theme.weights, 'kill a process': 12 } }
  }
  if (seed >= HISTORY_SEED) {
    const theme = THEMES[seed % THEMES.length]!
    return { ...theme, weights: { ...theme.weights, ...RESTORING } }
  }
  if (seed >= UNDO_SEED && seed < ARCHIVE_SEED) {
    const theme = THEMES[seed % THEMES.length]!
    return { ...theme, weights: { ...theme.weights, ...UNDOING } }
  }
  return seed % LARGE_EVERY === 0 ? LARGE : THEMES[seed % THEMES.length]!
}
