#!/usr/bin/env node
/** The published program `notegraph`: without a command, it runs the server. */
import { homedir } from 'node:os'
import { dataFolder, runProgram } from '@notegraph/cli'

process.env['NOTEGRAPH_DATA'] ||= dataFolder({
  platform: process.platform,
  env: process.env,
  home: homedir(),
})
const args = process.argv.slice(2)
await runProgram(args.length === 0 ? ['serve'] : args)
