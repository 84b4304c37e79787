import { FASTEST, type Plan } from '../src/index.ts'

/** Plans that answer in different ways: from listings, with and without estimates, at once and span by span. */
const WAYS: readonly Plan[] = [
  { listingCost: 1e9, costBased: true, fewDocuments: 300, spanCost: 0, spanLength: 4 },
  { listingCost: 4, costBased: true, fewDocuments: 300, spanCost: 0, spanLength: 4 },
  { listingCost: 0, costBased: true, fewDocuments: 0, spanCost: 0, spanLength: 4 },
  { listingCost: 0, costBased: true, fewDocuments: 0, spanCost: Infinity, spanLength: 4 },
  { listingCost: 0, costBased: false, fewDocuments: 300, spanCost: Infinity, spanLength: 4 },
  { listingCost: 0, costBased: false, fewDocuments: 0, spanCost: 0, spanLength: 1 },
  { listingCost: 0, costBased: false, fewDocuments: 0, spanCost: Infinity, spanLength: 4 },
].map((way) => ({ ...FASTEST, ...way }))

const SWITCHES = ['ordered', 'letters', 'boundaries', 'timeValues', 'cachedSets'] as const

/** All ways, and one of the index alone without each of the other parts. */
export const PLANS: readonly Plan[] = [
  ...WAYS,
  ...SWITCHES.map((part) => ({ ...FASTEST, listingCost: 0, fewDocuments: 0, [part]: false })),
]
