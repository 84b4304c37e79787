import { mkdirSync } from 'node:fs'

mkdirSync('src/generated', { recursive: true })

export default {
  input: 'src/grammar.peggy',
  output: 'src/generated/parser.js',
  format: 'es',
  dts: true,
  returnTypes: { Row: 'import("../item.ts").Row' },
}
