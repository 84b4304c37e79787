#!/usr/bin/env node
/** The program `notegraph` of a checkout. The published program is in `apps/notegraph`. */
import { runProgram } from './run-program.ts'

await runProgram(process.argv.slice(2))
