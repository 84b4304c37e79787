// The types
export {
  FIELD_KINDS,
  PAGE_TYPE_IDS,
  type Field,
  type FieldKind,
  type PageType,
  type PageTypeId,
} from './page-type.ts'
export { PAGE_TYPES } from './registry.ts'
export { findField, findType, isPageTypeId, pageType, type PageTypes } from './lookup.ts'

export { fieldLine, readFieldLine } from './field-line.ts'

// Values
export { showValue, storeText, storeValue, type StoredValue } from './value.ts'
export { KINDS, type Kind } from './kinds.ts'
export { isLinkable, unbracket } from './relation.ts'

// Keys
export { propertyKey, SPECIAL_KEYS, type PropertyKey, type SpecialKey } from './property-key.ts'

// Words
export { either, escaped, quote } from './words.ts'
