import { readFileSync } from 'node:fs'
import type { Command } from './command.js'

/** The version of this package. */
export const packageVersion = (): string => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '0'
}

export const version: Command = {
  name: 'version',
  usage: '',
  summary: 'print the version',
  flags: [],
  run: async (_flags, terminal) => {
    terminal.say(`forgefold ${packageVersion()}`)
    return 0
  },
}
