/** The stores that a fault or a soak can use. */
export const STORES = ['embedded', 'postgres'] as const
export type StoreKind = (typeof STORES)[number]
