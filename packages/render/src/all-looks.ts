// The libraries for formulas and colors.
export { formulas } from './formulas.ts'
export { colors } from './colors.ts'
